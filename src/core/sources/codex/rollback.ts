import { countAt, type JsonObject } from '../json.ts';
import { countOf } from '../../../ports/runs.ts';
import { originOf, type SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { CodexState } from './codexState.ts';

/** Takes what stands from a block on out of the window; returns it in order. Empty if the block is not there. */
function cutFrom(draft: SessionDraft, block: number): number[] {
  const window = [...draft.state.window];
  const left: number[][] = [];
  while (window.length > 0) {
    const [start, end] = [window.at(-2) ?? 0, window.at(-1) ?? 0];
    window.length -= 2;
    if (block >= start && block < end) {
      left.push([block, end]);
      if (block > start) {
        window.push(start, block);
      }
      draft.setWindow(window);
      return left.toReversed().flat();
    }
    left.push([start, end]);
  }
  return [];
}

/**
 * Takes a `thread_rolled_back`: the newest questions with all after them are gone, at most up to the first (codex-rs
 * protocol, `ThreadRolledBackEvent`; core, `drop_last_n_user_turns`). What a fork inherited is no branch of its own.
 */
export function takeRollback(
  state: CodexState,
  draft: SessionDraft,
  payload: JsonObject,
  { place, at, inherited }: { place: Place; at: number | undefined; inherited: boolean },
): void {
  const turns = Math.min(countAt(payload, 'num_turns') ?? 0, state.users.length);
  const first = state.users[state.users.length - turns];
  if (turns === 0 || first === undefined) {
    return;
  }
  state.users.length -= turns;
  delete state.open;
  const left = cutFrom(draft, first);
  if (inherited || left.length === 0) {
    return;
  }
  draft.fork(draft.state.branch, countOf(draft.state.window), at);
  draft.patch({
    kind: 'rewind',
    actor: 'user',
    trigger: '',
    reason: `The user went back by ${turns} ${turns === 1 ? 'question' : 'questions'}.`,
    because: 'A line "thread_rolled_back" has the number of questions that left.',
    left,
    recovery: left.length > 0 && allWhole(draft, left) ? 'transcript' : 'partly',
    origin: originOf(place),
    ...(at !== undefined && { at }),
  });
}

function allWhole(draft: SessionDraft, runs: readonly number[]): boolean {
  const { blocks } = draft.state;
  for (let at = 0; at < runs.length; at += 2) {
    const part = blocks.slice(runs[at], runs[at + 1]);
    if (part.some(({ fidelity }) => fidelity !== 'whole')) {
      return false;
    }
  }
  return true;
}
