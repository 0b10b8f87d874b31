import assert from 'node:assert/strict';
import { limitsOf } from '../../../../src/core/sources/usualLimits.ts';

const asked = { format: 'claude-code', model: 'claude-opus-4-1', peakInput: 150_000 };

describe('the limits of a session of another agent', () => {
  it('are what the transcript tells, whatever is usual', () => {
    const limits = limitsOf({ ...asked, contextWindow: 258_400 });

    assert.deepEqual(limits, { window: 258_400, known: 'recorded' });
  });

  it('are the usual ones of Claude Code: its trigger leaves the reserve and the buffer free', () => {
    const { window = 0, output = 0, buffer = 0, trigger, known } = limitsOf(asked);

    assert.deepEqual([window, trigger, known], [200_000, 167_000, 'usual']);
    assert.equal(trigger, window - output - buffer);
  });

  it('are those of the long window where the name says so, or a call was larger than the usual one', () => {
    const named = limitsOf({ ...asked, model: 'claude-sonnet-4-5[1m]' });
    const large = limitsOf({ ...asked, peakInput: 350_000 });

    assert.deepEqual([named.window, large.window], [1_000_000, 1_000_000]);
  });

  it('are not known for other agents, other models, and calls larger than any window', () => {
    const unknown = [
      limitsOf({ ...asked, format: 'gemini-cli' }),
      limitsOf({ ...asked, model: 'glm-4.6' }),
      limitsOf({ ...asked, peakInput: 1_500_000 }),
    ];

    assert.deepEqual(unknown, [{ known: 'no' }, { known: 'no' }, { known: 'no' }]);
  });
});
