import assert from 'node:assert/strict';
import { withChains } from '../../../../webview/context/data/actQuestion.ts';

describe('the blocks that an act is about', () => {
  const chain = ['assistant_003', 'tool_004', 'tool_005'];
  const own = [
    { id: 'user_002', chain: [] },
    ...chain.map((id) => ({ id, chain })),
    { id: 'assistant_006', chain: [] },
  ];

  it('are a whole call with its results, where those may not be torn', () => {
    for (const act of ['archive', 'hide', 'show', 'merge', 'fold', 'compact'] as const) {
      assert.deepEqual(withChains(act, ['tool_005', 'user_002'], own), [
        ...['tool_005', 'user_002'],
        ...['assistant_003', 'tool_004'],
      ]);
    }
  });

  it('are those that were picked, where each stays at its place or stands alone', () => {
    for (const act of ['offload', 'restore', 'pin', 'unpin', 'redact'] as const) {
      assert.deepEqual(withChains(act, ['tool_005'], own), ['tool_005']);
    }
    assert.deepEqual(withChains('archive', ['user_002'], own), ['user_002']);
    assert.deepEqual(withChains('archive', ['tool_005'], []), ['tool_005']);
  });
});
