import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ContextCare } from '../../../../src/core/agent/contextCare.ts';
import { estimateTokens } from '../../../../src/core/context/estimateTokens.ts';
import { CareBench, hasNudge, reportsIn, tools } from './careBench.ts';

describe('care for a context', () => {
  it('reports from the soft limit on, once', async () => {
    const bench = await CareBench.begin();
    await bench.step(3000);
    assert.deepEqual(reportsIn(await bench.prepare()), []);
    await bench.step(4300);

    const first = await bench.prepare();
    await bench.step(10);
    const second = await bench.prepare();

    assert.equal(first.budget.level, 'soft');
    assert.equal(reportsIn(first).length, 1);
    assert.deepEqual(reportsIn(second), reportsIn(first));
  });

  it('takes the report out of the view when the pressure is gone, and reports again when it comes back', async () => {
    const bench = await CareBench.begin();
    const large = await bench.step(7300);
    assert.equal(reportsIn(await bench.prepare()).length, 1);
    await bench.step(10);

    await bench.offload(large);
    const relieved = await bench.prepare();
    await bench.step(7000);
    const again = await bench.prepare();

    assert.deepEqual([relieved.budget.level, reportsIn(relieved)], ['ok', []]);
    assert.equal(again.budget.level, 'soft');
    assert.equal(reportsIn(again).length, 1);
  });

  it('says after a patch where the session stands then', async () => {
    const bench = await CareBench.begin();
    const atFirst = bench.care.budget;
    const large = await bench.step(7300);
    const { budget } = await bench.prepare();
    await bench.offload(large);

    assert.equal(atFirst, undefined);
    assert.deepEqual([budget.level, bench.care.budget?.level], ['soft', 'ok']);
  });

  it('reports what comes back after a part was relieved, though it was reported before', async () => {
    const bench = await CareBench.begin();
    const small = await bench.step(1600);
    await bench.step(7200);
    const [before = 0] = reportsIn(await bench.prepare());
    await bench.step(10);

    await bench.offload(small);
    const between = await bench.prepare();
    await bench.step(800);
    const [after = 0] = reportsIn(await bench.prepare());

    assert.deepEqual(reportsIn(between), [before]);
    assert.ok(after < before, `${after} is a newer report than ${before}`);
  });

  it('tells the model each time that the net acted', async () => {
    const bench = await CareBench.begin();
    for (let times = 0; times < 3; times += 1) {
      await bench.step(9600);

      const prepared = await bench.prepare();

      assert.equal(bench.context.session.state.metrics.fallbacks, times + 1);
      assert.equal(prepared.budget.level, 'ok');
      const [said = 1] = reportsIn(prepared);
      assert.ok(said < 0.7, 'the numbers are those after the net');
      assert.ok(!hasNudge(prepared));
    }
  });

  it('nudges a model that knew and went on, and not one that could not know', async () => {
    const bench = await CareBench.begin();
    await bench.step(8100);

    const first = await bench.prepare();
    await bench.step(10);
    const second = await bench.prepare();
    await bench.step(10, 'context-update');
    const third = await bench.prepare();

    assert.deepEqual([first.budget.level, hasNudge(first)], ['must_act', false]);
    assert.deepEqual([second.budget.level, hasNudge(second)], ['must_act', true]);
    assert.ok(!hasNudge(third));
  });

  it('hides the report of a session that was taken up again', async () => {
    const bench = await CareBench.begin();
    const large = await bench.step(7300);
    await bench.prepare();
    await bench.step(10);
    await bench.offload(large);
    const session = await bench.context.reopened();
    const care = new ContextCare(session, { agentPatches: true, safetyNet: true });

    assert.deepEqual(reportsIn(await care.prepare(bench.model, tools)), []);
  });

  it('counts all that it adds, and leaves it out where only the view has room', async () => {
    const options = { safetyNet: false, manifest: 'always' } as const;
    const full = await CareBench.begin(options);
    await full.step(2000);
    const { estimate, messages } = await full.prepare();
    const manifest = estimateTokens(messages.at(-1)?.text ?? '');

    const tight = await CareBench.begin(options, estimate - manifest + 20);
    await tight.step(2000);
    const bare = await tight.prepare();
    const small = await CareBench.begin(options, estimate - manifest - 20);
    await small.step(2000);

    assert.ok(messages.at(-1)?.text.startsWith('<context_manifest>'));
    assert.deepEqual([bare.fits, bare.messages.at(-1)?.role], [true, 'tool']);
    assert.equal((await small.prepare()).fits, false);
  });

  it('keeps the manifest for the time of pressure, and counts it only then', async () => {
    const bench = await CareBench.begin();
    const isListed = async (): Promise<boolean> =>
      (await bench.prepare()).messages.some(({ text }) => text.startsWith('<context_manifest>'));

    await bench.step(3000);
    assert.equal(await isListed(), false);
    const { estimate } = await bench.prepare();
    assert.equal(bench.care.budget?.used, estimate);
    await bench.step(4300);
    assert.equal(await isListed(), true);
  });

  it('lays requests out by generations where the options ask for it, and the net takes the oldest first', async () => {
    const offloadedIn = async (layout: 'plain' | 'generational'): Promise<readonly string[]> => {
      const bench = await CareBench.begin({ layout, agentPatches: false });
      const [old, small] = [await bench.step(2000), await bench.step(10)];
      const blocks = (await bench.prepare()).messages.map(({ block }) => block);
      assert.equal(blocks.indexOf(old) > blocks.indexOf(small), layout === 'generational');
      await bench.step(3500);
      await bench.step(4500);
      await bench.prepare();
      const { state } = bench.context.session;
      return state.order.filter((id) => state.get(id)?.content.form === 'offloaded');
    };

    assert.deepEqual(await offloadedIn('generational'), ['tool_003', 'tool_007']);
    assert.deepEqual(await offloadedIn('plain'), ['tool_007']);
  });

  it('does nothing but render where the model has no context tools and there is no net', async () => {
    const bench = await CareBench.begin({ agentPatches: false, safetyNet: false });
    await bench.step(8000);
    await bench.step(3000);

    const prepared = await bench.prepare();

    assert.equal(prepared.fits, false);
    assert.equal(bench.context.session.state.patchCount, 0);
    assert.deepEqual(prepared.messages, bench.context.session.view());
  });
});
