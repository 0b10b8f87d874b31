import assert from 'node:assert/strict';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { compact, show } from '../../../../fakes/contextOperations.ts';

describe('compact', () => {
  let bench: ContextBench;
  let chain: readonly string[];
  let question: string;

  beforeEach(async () => {
    bench = await ContextBench.begin();
    await bench.user('Read it.');
    chain = await bench.chain('a long text '.repeat(50), 'another one '.repeat(50));
    question = await bench.user('And now?');
  });

  it('archives its targets and puts one summary where the first of them stood', async () => {
    const { created } = await bench.done(compact(chain));

    assert.deepEqual(bench.visible, ['user_001', ...created, question]);
    assert.deepEqual(
      chain.map((id) => bench.block(id).visibility),
      chain.map(() => 'archived'),
    );
    const summary = bench.block(created[0] ?? '');
    assert.equal(summary.kind, 'summary');
    assert.equal(summary.description, 'what was read');
    assert.deepEqual(summary.sources, chain);
    assert.match(bench.textOf(summary.id) ?? '', /summary of assistant_002, .*\na summary$/);
  });

  it('says by how many tokens the view shrank, and names what it can give back', async () => {
    const { patch, delta, freedTokens } = await bench.done(compact(chain));

    assert.equal(delta, patch.after.tokens - patch.before.tokens);
    assert.ok(delta < -200);
    assert.equal(freedTokens, -delta);
    const manifest = bench.session.manifest().text;
    assert.ok(manifest.indexOf(chain[1] ?? '') > manifest.indexOf('archived ('));
  });

  it('gives a delta above 0 where the summary is longer, and frees nothing', async () => {
    const content = 'a summary that is far longer than what it stands for '.repeat(100);

    const result = await bench.done(compact(chain, { output: { description: 'x', content } }));

    assert.ok(result.delta > 0);
    assert.equal(result.freedTokens, 0);
  });

  it('leaves its text out of the journal, where it is an artifact', async () => {
    const content = 'words that stand nowhere else';
    const { created } = await bench.done(compact(chain, { output: { description: 'x', content } }));

    assert.ok(!bench.journalled.includes(content));
    assert.equal(await bench.session.text(`${created[0] ?? ''}@v1`), content);
  });

  it('keeps the order of two summaries with neighbouring places', async () => {
    const next = await bench.chain('third');
    const last = await bench.user('Go on.');

    const { created } = await bench.done([compact(chain), compact([question, ...next])]);

    assert.deepEqual(bench.visible, ['user_001', ...created, last]);
  });

  it('takes archived blocks too', async () => {
    await bench.done(show(chain, 'archived'));

    const { created } = await bench.done(compact(chain));

    assert.deepEqual(bench.visible, ['user_001', ...created, question]);
  });

  it('takes a summary that an operation before it in the patch made', async () => {
    const number = bench.session.state.order.length + 1;
    const made = `summary_00${number}`;

    const { created, patch } = await bench.done([compact(chain), compact([made])]);

    assert.deepEqual(created, [made, `summary_00${number + 1}`]);
    assert.deepEqual(bench.visible, ['user_001', created[1], question]);
    assert.equal(patch.after.hash, (await bench.reopened()).viewHash);
    assert.equal(bench.session.viewHash, patch.after.hash);
  });
});
