import type { ContextSession } from '../context/contextSession.ts';
import type { ContextState } from '../context/contextState.ts';

/** How far a thread of a chat goes, as its client shows it. */
export interface ThreadReach {
  /** The last block of the newest turn whose end the client has. */
  readonly last: string;
  /** Questions that the client shows after that turn: those that were cut off. */
  readonly later: number;
  /** Blocks from another window, which the client never showed. */
  readonly foreign?: ReadonlySet<string>;
}

/**
 * Blocks in view that belong to questions which the thread does not show any more, because the user went back and
 * edited or repeated an earlier one. `question` is the newest one, which stays. O(blocks).
 */
export function forgottenBlocks(
  state: ContextState,
  { last, later, foreign }: ThreadReach,
  question: string,
): readonly string[] {
  const start = state.positionOf(last);
  if (start < 0) {
    return [];
  }
  let questions = 0;
  return state.order.slice(start + 1).filter((id) => {
    const block = state.get(id);
    if (foreign?.has(id) === true) {
      return false;
    }
    questions += block?.kind === 'user_message' && id !== question ? 1 : 0;
    const isOwn = id !== question && block?.kind !== 'system_prompt';
    const canGo = block?.kind !== 'budget_report' && block?.visibility === 'model';
    return questions > later && isOwn && canGo && state.positionOf(id) < state.positionOf(question);
  });
}

/** Takes what the thread does not show any more out of the view; to be called when the next question is in. */
export async function followThread(session: ContextSession, reach: ThreadReach): Promise<void> {
  const { state } = session;
  const ids = forgottenBlocks(state, reach, state.currentQuestion ?? '');
  if (ids.length > 0) {
    const operations = [{ op: 'set_visibility', ids, visibility: 'archived' } as const];
    const reason = 'the user went back to an earlier question';
    await session.apply({ reason, operations }, 'client');
  }
}
