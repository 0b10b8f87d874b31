import assert from 'node:assert/strict';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { offload, show } from '../../../../fakes/contextOperations.ts';

describe('set_visibility', () => {
  let bench: ContextBench;
  let chain: readonly string[];

  beforeEach(async () => {
    bench = await ContextBench.begin();
    await bench.user('Read it.');
    chain = await bench.chain('one', 'two');
    await bench.user('And now?');
  });

  it('archived: out of the view, in the manifest, and its text forgotten until it is wanted', async () => {
    const { patch } = await bench.done(show(chain, 'archived'));

    assert.deepEqual(bench.visible, ['user_001', 'user_005']);
    assert.equal(patch.kind, 'archive');
    const [, archived = ''] = bench.session.manifest().text.split('archived (');
    assert.ok(chain.every((id) => archived.includes(`- ${id} `)));
    assert.equal(bench.session.inlineText(bench.block('tool_003')), undefined);
    assert.equal(await bench.session.text('tool_003@v1'), 'one');
  });

  it('hidden: out of the view, and not named', async () => {
    const { patch } = await bench.done(show(chain, 'hidden'));

    assert.deepEqual(bench.visible, ['user_001', 'user_005']);
    assert.equal(patch.kind, 'hide');
    assert.ok(!bench.session.manifest().text.includes('tool_003'));
  });

  it('model: back where they stood, to the byte', async () => {
    const before = bench.shown();
    await bench.done(show(chain, 'archived'));

    const { patch, delta, freedTokens } = await bench.done(show(chain, 'model'));

    assert.equal(bench.shown(), before);
    assert.equal(patch.kind, 'show');
    assert.ok(delta > 0);
    assert.equal(freedTokens, 0);
  });

  it('changes neither version nor content, and nothing of what is as wanted already', async () => {
    const { patch } = await bench.done(show(chain, 'model'));

    assert.deepEqual([patch.targets, patch.changes, patch.cacheEffect], [[], [], undefined]);
    await bench.done(show(chain, 'archived'));
    assert.equal(bench.block('tool_003').version, 1);
  });

  it('brings an offloaded block back as its stub', async () => {
    await bench.done([offload(['tool_003']), show(chain, 'archived')]);

    await bench.done(show(chain, 'model'));

    assert.match(bench.textOf('tool_003') ?? '', /offloaded payload/);
  });

  it('keeps texts at hand only while they are in view, after refusals too', async () => {
    await bench.done(show(chain, 'hidden'));

    await bench.broken([show(chain, 'model'), show(chain, 'nowhere')]);

    assert.equal(bench.session.inlineText(bench.block('tool_003')), undefined);
  });
});
