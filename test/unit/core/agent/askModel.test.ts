import assert from 'node:assert/strict';
import { askModel } from '../../../../src/core/agent/askModel.ts';
import { called, said, ScriptedModel } from '../../../fakes/agentBench.ts';

const request = { id: 'r', messages: [], tools: [] };
const never = new AbortController().signal;

describe('an answer of a model', () => {
  it('is gathered from its parts: text, calls, reasoning with its seal, and usage that comes bit by bit', async () => {
    const call = called('look', { a: 1 });
    const model = new ScriptedModel([
      [
        { type: 'reasoning', text: 'Let ' },
        { type: 'reasoning', text: 'me see.', signature: 's' },
        said('Yes'),
        call,
        { type: 'usage', usage: { input: 10 } },
        { type: 'usage', usage: { output: 3, cacheRead: 8 } },
        said('.'),
      ],
    ]);

    const answer = await askModel(model, request, never);

    assert.deepEqual(answer, {
      text: 'Yes.',
      calls: call.type === 'call' ? [call.call] : [],
      reasoning: { text: 'Let me see.', signature: 's' },
      usage: { input: 10, output: 3, cacheRead: 8 },
      outcome: 'ok',
    });
  });

  it('that breaks off is what came before, with the reason', async () => {
    const problem = new Error('gone');

    const answer = await askModel(new ScriptedModel([[said('Ye'), problem]]), request, never);

    assert.deepEqual(answer, { text: 'Ye', calls: [], outcome: 'failed', problem });
  });

  it('that is thrown because of the user’s own cancelling is cancelled, not failed', async () => {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const model = new ScriptedModel([[said('Ye'), stop, new Error('aborted')]]);

    const answer = await askModel(model, request, controller.signal);

    assert.equal(answer.outcome, 'cancelled');
    assert.equal(answer.text, 'Ye');
  });
});
