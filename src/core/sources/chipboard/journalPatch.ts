import type { ContextState } from '../../context/contextState.ts';
import type { JournalEvent, PatchDecision, PatchRecord } from '../../context/journalEvent.ts';
import type { RecordedPatch, Recovery } from '../recordedSession.ts';
import { noRuns, pushRun, type Runs } from '../../../ports/runs.ts';
import { leaving } from '../windowCuts.ts';

/** What a patch did to the window. */
export interface WindowChange {
  readonly before: Runs;
  readonly after: Runs;
  /** Number of blocks before it: those from there on came with it. */
  readonly known: number;
  /** How what left can be had again. */
  readonly recovery: Recovery;
}

/** Where a patch stands in a journal. */
export interface PatchPlace {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Number of calls before it. */
  readonly call: number;
}

const written = 'Chipboard wrote it down when it was done.';

/** A patch of a journal. All of it was written down when it was done; nothing is inferred. */
export function recordedPatch(
  patch: PatchRecord,
  change: WindowChange,
  place: PatchPlace,
): RecordedPatch {
  const { before, after, known, recovery } = change;
  const [back, created]: [number[], number[]] = [[], []];
  const came = leaving(after, before);
  for (let at = 0; at < came.length; at += 2) {
    const [start = 0, end = 0] = [came[at], came[at + 1]];
    pushRun(back, start, Math.min(end, known));
    pushRun(created, Math.max(start, known), end);
  }
  return {
    id: patch.id,
    kind: isRewind(patch) ? 'rewind' : patch.kind,
    actor: patch.actor,
    ...place,
    trigger: patch.trigger === undefined ? '' : 'pressure',
    reason: patch.reason,
    provenance: patch.provenance,
    because: [written, pressureText(patch), undoText(patch), decisionText(patch.decision)]
      .filter((text) => text !== '')
      .join(' '),
    left: leaving(before, after),
    back,
    created,
    before: patch.before.tokens,
    after: patch.after.tokens,
    recovery,
  };
}

/** A patch that was asked for and refused: nothing left, and `because` has the words of the rules. */
export function refusedPatch(
  {
    actor,
    reason,
    operations,
    rejections,
    decision,
  }: Extract<JournalEvent, { readonly type: 'refused' }>,
  id: string,
  place: PatchPlace,
): RecordedPatch {
  const words = rejections.map(({ message }) => message).filter((text) => text !== '');
  return {
    id,
    kind: 'refused',
    actor,
    ...place,
    trigger: operations.join(', '),
    reason,
    provenance: 'recorded',
    because:
      words.join(' ') || decisionText(decision) || 'Chipboard wrote down that it was refused.',
    left: noRuns,
    back: noRuns,
    created: noRuns,
    recovery: 'transcript',
  };
}

/**
 * The blocks that a patch took out of the view, where it did nothing else and all others stay in their order: then the
 * window need not be made anew, which matters where the runtime does so at every turn. Undefined for other patches.
 */
export function leavingBlocks(
  { changes, insertions }: PatchRecord,
  state: ContextState,
): readonly string[] | undefined {
  const ids = new Set(changes.map(({ id }) => id));
  const onlyLeaves = changes.every(({ id, visibility, content, calls }) => {
    const { answers = [], trace } = state.entryOf(id) ?? {};
    const staysBehind = [...answers, ...(trace === undefined ? [] : [trace])].some(
      (entry) => !ids.has(entry.id) && ['model', 'api_required'].includes(entry.block.visibility),
    );
    const leaves = visibility === 'archived' || visibility === 'hidden';
    return leaves && content === undefined && calls === undefined && !staysBehind;
  });
  return onlyLeaves && insertions.length === 0 ? [...ids] : undefined;
}

/** The client shows an earlier turn as the last one: its user went back. */
export function isRewind({ actor, kind }: PatchRecord): boolean {
  return actor === 'client' && (kind === 'archive' || kind === 'hide');
}

function pressureText({ trigger }: PatchRecord): string {
  return trigger === undefined
    ? ''
    : `${percent(trigger.pressure)} of the room for input were used; the runtime acts from ${percent(trigger.threshold)} on.`;
}

function decisionText(decision: PatchDecision | undefined): string {
  switch (decision?.answer) {
    case undefined:
      return '';
    case 'allowed':
      return 'The user was asked before, and allowed it.';
    case 'refused':
      return 'The user was asked before, and refused it.';
    case 'late':
      return 'The user was asked before, and did not answer in time, so it was not done.';
  }
}

function undoText({ undoes }: PatchRecord): string {
  return undoes.length === 0 ? '' : `Takes back ${undoes.join(', ')}.`;
}

function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}
