import assert from 'node:assert/strict';
import { stepsBeforeRequest } from '../../../../../src/core/context/budget/order.ts';

describe('the steps before a request', () => {
  it('ask the model before the runtime cuts, and trim before all', () => {
    assert.deepEqual(stepsBeforeRequest, ['trim', 'report', 'nudge', 'compaction', 'offload']);
  });
});
