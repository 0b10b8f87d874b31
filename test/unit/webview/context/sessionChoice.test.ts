import assert from 'node:assert/strict';
import { chosenTurn, swapped } from '../../../../webview/context/data/sessionChoice.ts';
import { firstUiState, readUiState } from '../../../../webview/data/uiState.ts';
import type { ContextState } from '../../../../webview/data/uiState.ts';

const two: ContextState = {
  ...firstUiState.context,
  ...{ session: 'a', path: [], turn: 3, block: 7, tab: 'patches', side: 'left' },
  beside: { session: 'b', path: [1], turn: 8 },
};

describe('what was chosen of two sessions', () => {
  it('changes places, each with its own turn, and changes back to what it was', () => {
    const other = swapped(two);

    assert.deepEqual(other, {
      ...firstUiState.context,
      ...{ session: 'b', path: [1], turn: 8, tab: 'patches', side: 'right' },
      beside: { session: 'a', path: [], turn: 3, block: 7 },
    });
    assert.deepEqual(swapped(other), two);
  });

  it('stays as it is while there is one', () => {
    assert.equal(swapped(firstUiState.context), firstUiState.context);
  });

  it('is kept over a reload, and a second session without a name is none', () => {
    const state = { ...firstUiState, context: { ...two, sessionGroup: 'agent' as const } };

    assert.deepEqual(readUiState(JSON.parse(JSON.stringify(state))), state);
    assert.equal(readUiState({ context: { beside: { turn: 1 } } }).context.beside, undefined);
  });

  it('means the newest turn where none is chosen, or one that is not there', () => {
    assert.equal(chosenTurn({}, 5), 4);
    assert.equal(chosenTurn({ turn: 9 }, 5), 4);
    assert.equal(chosenTurn({ turn: 2 }, 5), 2);
    assert.equal(chosenTurn({}, 0), -1);
  });
});
