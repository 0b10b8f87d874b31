import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PromptMeter } from '../../../../scripts/bench/agent/promptMeter.ts';
import { ScriptedModel } from '../../../../scripts/bench/agent/scriptedModel.ts';
import type { ToolSpec } from '../../../../src/core/agent/agentModel.ts';
import { askModel, type ModelAnswer } from '../../../../src/core/agent/askModel.ts';
import type { Message } from '../../../../src/core/context/message.ts';

const question: Message = {
  role: 'user',
  text: '[block:user_001]\nWhat is the lead of dossier Karven?',
};
const dossier: Message = {
  role: 'tool',
  text: '[block:tool_003]\nDOSSIER Karven\n\nThe lead of Karven is Mara Weber.\n',
};

function ask(
  messages: readonly Message[],
  names = ['document-read', 'artifact-get'],
): Promise<ModelAnswer> {
  const tools = names.map((name): ToolSpec => ({ name, description: '', schema: {} }));
  const model = new ScriptedModel({
    ...{ window: 1000, reservedOutput: 0, habit: 'eager', atOnce: 2 },
    meter: new PromptMeter((text) => text.length / 4),
  });
  return askModel(model, { id: 'r', messages, tools }, new AbortController().signal);
}

function callsOf({ calls }: ModelAnswer): readonly string[] {
  return calls.map((call) => `${call.name} ${call.arguments}`);
}

describe('a scripted model', () => {
  it('answers with what its view says, whatever that is', async () => {
    const other = { ...dossier, text: dossier.text.replace('Mara Weber', 'Nobody Known') };

    assert.equal((await ask([question, dossier])).text, 'Answer: Mara Weber.');
    assert.equal((await ask([question, other])).text, 'Answer: Nobody Known.');
  });

  it('reads the dossier when its view does not say it, and gives up when that brought nothing', async () => {
    const [call] = (await ask([question])).calls;
    assert.ok(call);
    assert.deepEqual([call.name, call.arguments], ['document-read', '{"name":"Karven"}']);

    const again = await ask([question, { role: 'assistant', text: '', calls: [call] }]);

    assert.deepEqual([again.text, again.calls], ['Answer: not known.', []]);
  });

  it('searches a text that is out of its view, where it may', async () => {
    const stub: Message = {
      role: 'tool',
      text: '[block:tool_003]\n[offloaded payload] It begins:\nDOSSIER Karven\n[full text: artifact://tool_003@v1; read it]',
    };

    assert.deepEqual(callsOf(await ask([question, stub])), [
      'artifact-get {"uri":"artifact://tool_003@v1","search":"lead of Karven"}',
    ]);
    assert.deepEqual(callsOf(await ask([question, stub], ['document-read'])), [
      'document-read {"name":"Karven"}',
    ]);
  });

  it('is refused a request that its window does not hold', async () => {
    const long: Message = { role: 'user', text: 'x'.repeat(4000) };

    assert.equal((await ask([long, question])).outcome, 'failed');
  });
});

describe('the meter of prompts', () => {
  it('reads from the cache what a request has in common with the start of the one before', () => {
    const meter = new PromptMeter((text) => text.length);
    const request = (...texts: readonly string[]) => {
      const messages = texts.map((text): Message => ({ role: 'user', text }));
      return { id: '', tools: [], messages };
    };

    const first = meter.measure(request('aa', 'bb'));
    const second = meter.measure(request('aa', 'cc', 'bb'));

    assert.equal(first.cacheRead, 0);
    assert.ok(second.cacheRead > 0);
    // The second has one message more, and lost one that stood elsewhere.
    assert.equal(second.input - second.cacheRead, 2 * (first.input - second.cacheRead));
    assert.equal(meter.peak, second.input);
  });
});
