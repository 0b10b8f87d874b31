import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/context/message.ts';
import { AgentBench, called, said, ScriptedModel } from '../../../fakes/agentBench.ts';

/** About as many tokens as it has words. */
function words(count: number, seed = 1): string {
  const list = ['river', 'stone', 'lantern', 'copper', 'meadow', 'harbour', 'signal'];
  return Array.from({ length: count }, (_, at) => list[(at * seed + at) % list.length]).join(' ');
}

function reportsIn(messages: readonly Message[] = []): number {
  return messages.filter(({ text }) => text.startsWith('[block:budget_')).length;
}

function nudgesIn(messages: readonly Message[] = []): number {
  return messages.filter(({ text }) => text.includes('Before you go on, call context-update'))
    .length;
}

describe('the care of a context', () => {
  it('tells the model from the soft limit on, with one report in view, which is replaced when it grew', async () => {
    const bench = await AgentBench.begin({ safetyNet: false });
    bench.look = () => Promise.resolve({ text: words(1200), failed: false });
    const model = new ScriptedModel([
      ...Array.from({ length: 7 }, () => [called('look')]),
      [said('Done.')],
    ]);
    model.window = 11_000;

    await bench.ask('go', model);

    const reports = model.requests.map(({ messages }) => reportsIn(messages));
    const hidden = [...bench.context.session.state.patches].filter(({ kind }) => kind === 'hide');
    assert.ok(reports.includes(1), 'there was a report');
    assert.ok(
      reports.every((count) => count <= 1),
      'never two',
    );
    assert.equal(reports.at(0), 0);
    assert.ok(hidden.length > 0);
    assert.ok(hidden.every(({ actor, reason }) => actor === 'runtime' && /report/.test(reason)));
  });

  it('nudges a model that was told to act and did not, for one request only', async () => {
    const bench = await AgentBench.begin({ safetyNet: false });
    let looks = 0;
    bench.look = () => Promise.resolve({ text: words((looks += 1) > 5 ? 5 : 1200), failed: false });
    const model = new ScriptedModel([
      ...Array.from({ length: 6 }, () => [called('look')]),
      [said('no_context_update_needed'), called('look')],
      [said('Done.')],
    ]);
    model.window = 8000;

    await bench.ask('go', model);

    const blocks = await bench.blocks();
    const nudges = model.requests.map(({ messages }) => nudgesIn(messages));
    assert.deepEqual(nudges.slice(0, 1), [0]);
    assert.equal(
      nudges.reduce((sum, count) => sum + count, 0),
      1,
    );
    assert.equal(
      blocks.some(([, text]) => text.includes('Before you go on')),
      false,
    );
  });

  it('leaves report and nudge out where they alone would make the request too large', async () => {
    const bench = await AgentBench.begin({ safetyNet: false });
    bench.look = () => Promise.resolve({ text: words(600), failed: false });
    const model = new ScriptedModel([[called('look')], [called('look')], [said('Done.')]]);
    model.window = 1600;

    const end = await bench.ask('go', model);

    assert.equal(end.outcome, 'done');
    assert.equal(bench.care.budget?.level, 'must_act');
    assert.deepEqual(
      model.requests.map(({ messages }) => reportsIn(messages) + nudgesIn(messages)),
      [0, 0, 0],
    );
  });

  it('puts results aside by itself at the critical level, and tells the model so', async () => {
    const bench = await AgentBench.begin();
    let number = 0;
    bench.look = () => Promise.resolve({ text: words(400, (number += 1)), failed: false });
    const model = new ScriptedModel([
      ...Array.from({ length: 6 }, () => [called('look')]),
      [said('Done.')],
    ]);
    model.window = 2400;

    const end = await bench.ask('go', model);

    const { state } = bench.context.session;
    const [act] = [...state.patches].filter(({ trigger }) => trigger !== undefined);
    assert.equal(end.outcome, 'done');
    assert.equal(act?.actor, 'runtime');
    assert.ok((act.trigger?.pressure ?? 0) >= 0.95);
    assert.ok(act.after.tokens < act.before.tokens);
    assert.ok(state.metrics.fallbacks > 0);
    assert.equal(reportsIn(model.requests.at(-1)?.messages), 1);
  });

  it('does nothing where the window is not known', async () => {
    const bench = await AgentBench.begin();
    bench.look = () => Promise.resolve({ text: words(5000), failed: false });
    const model = new ScriptedModel([[called('look')], [said('Done.')]]);

    await bench.ask('go', model);

    assert.equal(bench.care.budget?.level, 'unknown');
    assert.equal(bench.care.budget.pressure, undefined);
    assert.equal(bench.context.session.state.patchCount, 0);
  });

  it('releases reasoning that the model’s API ignores, by a patch in the journal', async () => {
    const bench = await AgentBench.begin();
    const thought = { type: 'reasoning', text: 'I think so.' } as const;
    const model = new ScriptedModel(
      [[thought, called('look')], [said('Yes.')], [said('No.')]],
      'openai/gpt-5',
    );

    await bench.ask('one', model);
    const within = model.requests[1]?.messages.some(({ reasoning }) => reasoning !== undefined);
    await bench.ask('two', model);

    const [patch] = bench.context.session.state.patches;
    assert.equal(within, true);
    assert.deepEqual([patch?.actor, patch?.kind], ['runtime', 'hide']);
    assert.match(patch?.reason ?? '', /reasoning/);
    assert.equal(
      model.requests[2]?.messages.some(({ reasoning }) => reasoning !== undefined),
      false,
    );
  });

  it('lets requests grow only at their end between patches', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([
      ...Array.from({ length: 5 }, () => [said('on'), called('look')]),
      [said('Done.')],
    ]);

    await bench.ask('go', model);

    // The last message is the manifest, made anew each time.
    const views = model.requests.map(({ messages }) => messages.slice(0, -1));
    for (const [index, view] of views.slice(1).entries()) {
      const before = views[index] ?? [];
      assert.deepEqual(view.slice(0, before.length), before);
      assert.ok(view.length > before.length);
    }
  });

  it('gives a model that may not patch neither manifest nor report nor nudge', async () => {
    const bench = await AgentBench.begin({ agentPatches: false, safetyNet: false });
    bench.look = () => Promise.resolve({ text: words(600), failed: false });
    const model = new ScriptedModel([[called('look')], [called('look')], [said('Done.')]]);
    model.window = 2000;

    await bench.ask('go', model);

    const texts = JSON.stringify(model.requests);
    assert.doesNotMatch(texts, /context_manifest|budget_report|Before you go on/);
  });
});
