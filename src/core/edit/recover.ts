import type { EditHost, FileView } from '../../ports/editHost.ts';
import type { SnapshotState, Store } from '../../ports/store.ts';
import type { FileChange, Hunk } from './change.ts';
import { decodeChange } from './change.ts';

/** Pending edits younger than this may still be under way in another window; in milliseconds. */
const underWay = 60_000;

/**
 * Settles edits that were cut off by a crash: one whose files hold its result was made, one whose files hold what was
 * before was not. Where neither is true it counts as made, so that its text stays within reach. Answers how many
 * events were settled.
 */
export async function recoverPending(
  store: Store,
  host: Pick<EditHost, 'read' | 'stat'>,
  now: number,
): Promise<number> {
  const rows = await store.snapshots({ states: ['pending'] });
  const states = new Map<string, SnapshotState>();
  for (const row of rows.filter((one) => now - one.created > underWay)) {
    const bytes = await store.payload(row.change).catch(() => undefined);
    const change = bytes === undefined ? undefined : decodeChange(bytes);
    const happened = change === undefined || (await wasMade({ ...change, path: row.file }, host));
    if (happened || !states.has(row.event)) {
      states.set(row.event, happened ? 'applied' : 'dropped');
    }
  }
  const writes = [...states].map(
    ([event, state]) => ({ op: 'setSnapshotState', event, state }) as const,
  );
  if (writes.length > 0) {
    await store.write(writes);
  }
  return writes.length;
}

async function wasMade(
  change: FileChange,
  host: Pick<EditHost, 'read' | 'stat'>,
): Promise<boolean> {
  const there = (await host.stat(change.path)) !== undefined;
  if (change.kind !== 'splice') {
    return there === (change.kind === 'create');
  }
  const read = there ? await host.read(change.path) : undefined;
  return read?.ok === true
    ? !holdsBefore(change, read.value) || holdsAfter(change, read.value)
    : true;
}

function holdsAfter(change: FileChange, view: FileView): boolean {
  let moved = 0;
  return change.hunks.every((hunk) => {
    const line = hunk.line + moved;
    moved += hunk.after.length - hunk.before.length;
    return standsAt(hunk.after, hunk, line, view);
  });
}

function holdsBefore(change: FileChange, view: FileView): boolean {
  return change.hunks.every((hunk) => standsAt(hunk.before, hunk, hunk.line, view));
}

function standsAt(lines: Hunk['before'], hunk: Hunk, line: number, view: FileView): boolean {
  const present = view.lines(line, line + lines.length - 1);
  const below = view.lines(line + lines.length, line + lines.length + hunk.below.length - 1);
  return (
    present.length === lines.length &&
    lines.every((one, index) => one.text === present[index]?.text) &&
    below.length === hunk.below.length &&
    below.every((one, index) => one.text === hunk.below[index])
  );
}
