import assert from 'node:assert/strict';
import {
  maintainContext,
  maintenanceInstruction,
} from '../../../../src/core/agent/maintainContext.ts';
import { AgentBench, called, said, ScriptedModel } from '../../../fakes/agentBench.ts';

const archive = {
  operations: [
    { op: 'set_visibility', ids: ['assistant_002', 'tool_003'], visibility: 'archived' },
  ],
};

/** A session whose one result takes most of the window. */
async function nearlyFull(): Promise<readonly [AgentBench, ScriptedModel]> {
  const bench = await AgentBench.begin();
  bench.look = () => Promise.resolve({ text: 'river stone lantern '.repeat(250), failed: false });
  const model = new ScriptedModel([[called('look')], [said('Read.')]]);
  await bench.ask('read it', model);
  bench.fill(model, 0.75);
  return [bench, model];
}

describe('the pass between two questions', () => {
  it('lets the model patch, and keeps nothing of the exchange but the patch and the request', async () => {
    const [bench, model] = await nearlyFull();
    model.script = [
      ...model.script,
      [said('I tidy up.'), called('context-update', archive)],
      [said('Next.')],
    ];

    await bench.ask('and now?', model);

    const asked = model.requests[2];
    const { state } = bench.context.session;
    assert.deepEqual(asked?.tools, model.requests[0]?.tools, 'so that a cache can be read');
    assert.equal(asked?.messages.at(-1)?.text, maintenanceInstruction);
    assert.equal(state.get('tool_003')?.visibility, 'archived');
    assert.deepEqual(
      state.calls.map(({ purpose }) => purpose),
      [undefined, undefined, 'maintenance', undefined],
    );
    const texts = (await bench.blocks()).map(([, text]) => text);
    assert.equal(
      texts.some((text) => text.includes('tidy up')),
      false,
    );
    assert.equal(bench.shown.includes('I tidy up.'), false);
  });

  it('is left out below the soft limit, and before the first question', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([[said('Yes.')]]);
    model.window = 100_000;

    await bench.ask('one', model);
    await bench.ask('two', model);

    assert.equal(model.requests.length, 2);
  });

  it('is made whenever a person asks, with their words', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([[called('look')], [said('Read.')]]);
    await bench.ask('read it', model);
    model.script = [...model.script, [called('context-update', archive)]];

    const pass = await maintainContext(bench.parts(model), { keep: 'the names' });

    assert.equal(pass.outcome, 'ok');
    assert.deepEqual(
      pass.patches.map(({ kind, actor }) => [kind, actor]),
      [['archive', 'agent']],
    );
    assert.match(model.requests.at(-1)?.messages.at(-1)?.text ?? '', /words: the names$/);
  });

  it('says what the provider threw, and changes nothing', async () => {
    const bench = await AgentBench.begin();
    const problem = new Error('no');
    const model = new ScriptedModel([[problem]]);

    const pass = await maintainContext(bench.parts(model), { keep: '' });

    assert.deepEqual(pass, { outcome: 'failed', patches: [], refused: false, text: '', problem });
  });

  it('says that the changes which the model wanted were refused', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([[called('context-update', archive)]]);

    const pass = await maintainContext(bench.parts(model), { keep: '' });

    assert.deepEqual([pass.outcome, pass.patches, pass.refused], ['ok', [], true]);
  });

  it('carries out no other tool that the model calls', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([[called('look')]]);

    const pass = await maintainContext(bench.parts(model), { keep: '' });

    assert.equal(pass.outcome, 'ok');
    assert.deepEqual(bench.invoked, []);
  });
});
