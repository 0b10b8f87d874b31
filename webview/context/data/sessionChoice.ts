import type { ContextState, SessionChoice } from '../../data/uiState.ts';

/** What was chosen of the session shown, apart from what is chosen for any session. */
export function choiceOf(context: ContextState): SessionChoice {
  const { session, path, turn, other, block, patch } = context;
  return {
    ...{ session, path },
    ...(turn !== undefined && { turn }),
    ...(other !== undefined && { other }),
    ...(block !== undefined && { block }),
    ...(patch !== undefined && { patch }),
  };
}

/**
 * The same two sessions, of which the one beside is now the one shown. Each keeps its side and what was chosen of it.
 * Without a second one nothing changes.
 */
export function swapped(context: ContextState): ContextState {
  const { beside, side, tab, blocks, scope, zoomed, gauge, sessionGroup } = context;
  return beside === undefined
    ? context
    : {
        ...{ tab, blocks, scope, zoomed, gauge, sessionGroup },
        ...beside,
        beside: choiceOf(context),
        side: side === 'left' ? 'right' : 'left',
      };
}

/** Index of the chosen call of a session with so many; -1 if it has none. */
export function chosenTurn({ turn }: Pick<SessionChoice, 'turn'>, calls: number): number {
  return Math.min(turn ?? calls - 1, calls - 1);
}
