import type { FilePlan, FileView } from '../../ports/editHost.ts';
import type { Result } from '../../ports/result.ts';
import type { SnapshotRow, SnapshotState } from '../../ports/store.ts';
import { fail, ok } from '../../ports/result.ts';
import { failure } from '../failures.ts';
import { bytesEncoding } from './bytesEncoding.ts';
import type { FileChange } from './change.ts';
import { FileReversal } from './fileReversal.ts';
import { lastLines } from './wholeTexts.ts';

/** One event: an edit, with what it did to each of its files. */
export interface HistoryEvent {
  readonly id: string;
  readonly tool: string;
  readonly state: SnapshotState;
  readonly created: number;
  /** The edit that this event takes back, or makes again. */
  readonly of?: string;
  readonly changes: readonly FileChange[];
}

/** How a file is to be read for these events: as bytes where one of them made or removed it as such. */
export function readAs(path: string, events: readonly HistoryEvent[]): 'bytes' | undefined {
  const changes = events.flatMap((event) => event.changes);
  const isBytes = changes.some((one) => one.path === path && one.encoding === bytesEncoding);
  return isBytes ? bytesEncoding : undefined;
}

/** Puts the rows of each event together, in their order; rows whose change cannot be read leave their event out. */
export function toEvents(
  rows: readonly SnapshotRow[],
  change: (row: SnapshotRow) => FileChange | undefined,
): HistoryEvent[] {
  const events = new Map<string, HistoryEvent & { changes: FileChange[] }>();
  const broken = new Set<string>();
  for (const row of rows) {
    const decoded = change(row);
    if (decoded === undefined) {
      broken.add(row.event);
      continue;
    }
    const { event: id, tool, state, created, of } = row;
    const event = events.get(id) ?? {
      id,
      tool,
      state,
      created,
      ...(of === undefined ? {} : { of }),
      changes: [],
    };
    // The row knows the file's present name; the change the one it had then.
    event.changes.push({ ...decoded, path: row.file });
    events.set(id, event);
  }
  return [...events.values()].filter((event) => !broken.has(event.id));
}

/** What taking events back comes to: one plan, and per event what it undoes. */
export interface Reversal {
  readonly plan: readonly FilePlan[];
  readonly events: readonly { readonly of: string; readonly changes: readonly FileChange[] }[];
}

/**
 * The plan that takes the named edits back, or makes them again if they are taken back: newest first, each in the
 * file as the one before leaves it. Later edits and changes by the user stay. Fails with `changed-after`, and then
 * nothing is planned, where the lines of an edit are not in the file any more as it left them.
 *
 * @param history all events that changed the files, oldest first
 * @param ids the edits, newest first
 * @param views the files as they are now; none for a file that is not there
 */
export function reverse(
  history: readonly HistoryEvent[],
  ids: readonly string[],
  views: ReadonlyMap<string, FileView>,
): Result<Reversal> {
  const files = new Map<string, FileReversal>();
  const events: { of: string; changes: FileChange[] }[] = [];
  for (const id of ids) {
    const base = newest(history, id);
    if (base === undefined) {
      return fail(
        failure(
          'event-not-found',
          `There is no event "${id}".`,
          'List the events with {"action":"status"}.',
        ),
      );
    }
    const later = history.slice(history.indexOf(base) + 1);
    const changes: FileChange[] = [];
    for (const change of base.changes.toReversed()) {
      const state =
        files.get(change.path) ?? fileReversal(views.get(change.path), change.path, history);
      files.set(change.path, state);
      const undone = state.undo(change, later, base);
      if (!undone.ok) {
        return undone;
      }
      changes.push(undone.value);
    }
    events.push({ of: id, changes });
  }
  const plan = [...files].flatMap(([path, state]) => state.plan(path));
  return ok({ plan, events });
}

function fileReversal(
  view: FileView | undefined,
  path: string,
  history: readonly HistoryEvent[],
): FileReversal {
  return new FileReversal(view, view === undefined ? lastLines(history, path) : undefined);
}

/** The last event that made or took back the edit: what is to be inverted now. */
function newest(history: readonly HistoryEvent[], id: string): HistoryEvent | undefined {
  return history.findLast((event) => event.id === id || event.of === id);
}
