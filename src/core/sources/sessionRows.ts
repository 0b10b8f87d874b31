import type {
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
  SessionOverview,
} from '../../ports/transcriptRows.ts';
import type { ListRange, SessionPath } from '../../ports/transcripts.ts';
import { mostEntries } from '../../ports/transcripts.ts';
import type { RecordedBlock } from './recordedBlock.ts';
import type { RecordedCall, RecordedSession } from './recordedSession.ts';
import { countOf } from './runs.ts';
import { inputOf, type SessionShares } from './shares.ts';

/** A session of a transcript with the steps that lead to it. */
export interface PlacedSession {
  readonly path: SessionPath;
  readonly session: RecordedSession;
}

/** The session at a path; undefined if there is none. */
export function sessionAt(main: RecordedSession, path: SessionPath): RecordedSession | undefined {
  let session: RecordedSession | undefined = main;
  for (const step of path) {
    session = session?.children[step]?.session;
  }
  return session;
}

/** A session and those of its subagents, depth first, at most `mostEntries`. */
export function allSessions(main: RecordedSession): PlacedSession[] {
  const found: PlacedSession[] = [];
  const waiting: PlacedSession[] = [{ path: [], session: main }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.push(next) === mostEntries) {
      break;
    }
    const { path, session } = next;
    for (let step = session.children.length - 1; step >= 0; step -= 1) {
      const child = session.children[step];
      if (child !== undefined) {
        waiting.push({ path: [...path, step], session: child.session });
      }
    }
  }
  return found;
}

function sameBlock(a: RecordedBlock, b: RecordedBlock): boolean {
  return (
    a.id === b.id &&
    a.native === b.native &&
    a.length === b.length &&
    a.description === b.description &&
    a.failed === b.failed &&
    a.origin.file === b.origin.file &&
    a.origin.bytes === b.origin.bytes
  );
}

/**
 * Whether a session that was made anew goes on from what it was: the same subagents, and blocks and calls with the same
 * indices. Calls may have got what they lacked. O(blocks).
 */
export function continues(now: RecordedSession, before: RecordedSession): boolean {
  const sessions = new Map(
    allSessions(now).map(({ path, session }) => [path.join('.'), session] as const),
  );
  return allSessions(before).every(({ path, session: { id, blocks, calls } }) => {
    const other = sessions.get(path.join('.'));
    return (
      other?.id === id &&
      blocks.every((block, index) => {
        const same = other.blocks[index];
        return same !== undefined && sameBlock(same, block);
      }) &&
      calls.every(({ native }, index) => other.calls[index]?.native === native)
    );
  });
}

/** The part of a list that is asked for. Numbers that are none give nothing. */
export function sliceOf<T>(list: readonly T[], { from, limit }: ListRange): readonly T[] {
  return from >= 0 && limit > 0 ? list.slice(from, from + Math.min(limit, mostEntries)) : [];
}

/** Largest input of one call; 0 if none was counted. */
function peakInput(calls: readonly RecordedCall[]): number {
  return calls.reduce((peak, call) => Math.max(peak, inputOf(call) ?? 0), 0);
}

/** A session without its lists. O(calls). */
export function overviewOf(session: RecordedSession, path: SessionPath): SessionOverview {
  const { blocks, calls, patches, children, files, branches, parent, started, updated } = session;
  return {
    id: session.id,
    ...(parent !== undefined && { parent }),
    format: session.format,
    agent: session.agent,
    title: session.title,
    folder: session.folder,
    models: session.models,
    versions: session.versions,
    ...(started !== undefined && { started }),
    ...(updated !== undefined && { updated }),
    questions: session.questions,
    branch: session.branch,
    coverage: session.coverage,
    complete: session.complete,
    files: files.slice(0, mostEntries),
    fileCount: files.length,
    blocks: blocks.length,
    calls: calls.length,
    patches: patches.length,
    branches: branches.slice(0, mostEntries),
    children: children.slice(0, mostEntries).map(({ session: child, label, startedBy }, step) => ({
      session: [...path, step],
      id: child.id,
      title: child.title,
      label,
      ...(startedBy !== undefined && { startedBy }),
      blocks: child.blocks.length,
      calls: child.calls.length,
    })),
    peakInput: peakInput(calls),
  };
}

/** Calls without their windows. */
export function callRows(
  { calls }: RecordedSession,
  range: ListRange,
  shares: SessionShares,
): RecordedCallRow[] {
  return sliceOf(calls, range).map(({ window, ...call }) => ({
    ...call,
    windowBlocks: countOf(window),
    estimate: shares.estimate(window),
  }));
}

/** Patches, as they are. */
export function patchRows(
  { patches }: RecordedSession,
  range: ListRange,
): readonly RecordedPatchRow[] {
  return sliceOf(patches, range);
}

/** Blocks without their texts. */
export function blockRows(
  { blocks }: RecordedSession,
  range: ListRange,
): readonly RecordedBlockRow[] {
  return sliceOf(blocks, range);
}
