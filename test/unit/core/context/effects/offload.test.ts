import assert from 'node:assert/strict';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { offload, restore, show } from '../../../../fakes/contextOperations.ts';

describe('payload_offload', () => {
  let bench: ContextBench;
  let chain: readonly string[];
  let result: string;

  beforeEach(async () => {
    bench = await ContextBench.begin();
    await bench.user('Read it.');
    chain = await bench.chain('a long text '.repeat(50), 'short');
    result = chain[1] ?? '';
  });

  it('puts a stub in place of the text, in the same chain, kind and version', async () => {
    const before = bench.block(result);

    await bench.done(
      offload([result], {
        replaceWith: { description: 'a log', summary: 'all green', hint: 'for the times' },
      }),
    );

    const after = bench.block(result);
    assert.deepEqual(
      [after.kind, after.version, after.visibility, after.description, after.generation],
      [before.kind, before.version, 'model', before.description, 1],
    );
    assert.equal(
      bench.textOf(result),
      `[block:${result}]\n[offloaded payload] all green\n[full text: artifact://${result}@v1; for the times]`,
    );
    assert.equal(bench.session.view().find(({ block }) => block === result)?.role, 'tool');
  });

  it('counts the stub instead of the text', async () => {
    const { freedTokens, delta } = await bench.done(offload([result]));

    assert.equal(freedTokens, -delta);
    assert.ok(freedTokens > 50);
    assert.ok(bench.block(result).tokens.estimate < 50);
  });

  it('forgets an exact count, which was of the text', async () => {
    await bench.session.setExact([{ block: bench.block(result), exact: 999, family: 'o200k' }]);

    await bench.done(offload([result]));

    assert.equal(bench.block(result).tokens.exact, undefined);
  });

  it('leaves a message its calls', async () => {
    const head = chain[0] ?? '';

    await bench.done(offload([head]));

    const message = bench.session.view().find(({ block }) => block === head);
    assert.equal(message?.calls?.length, 2);
    assert.match(message.text, /offloaded payload/);
  });

  it('is numbered by its patch, so that later ones are told from earlier ones', async () => {
    await bench.done(offload([result]));
    await bench.done(offload([chain[2] ?? '']));

    assert.deepEqual(
      chain.map((id) => bench.block(id).generation),
      [0, 1, 2],
    );
  });

  it('is described by its stub in the manifest, also when it is archived and opened again', async () => {
    await bench.done([offload([result]), show(chain, 'archived')]);

    const line = new RegExp(`- ${result} .*: a log\n`);
    assert.match(bench.session.manifest().text, line);
    const again = await bench.reopened();
    assert.match(again.manifest().text, line);
    assert.equal(bench.shown(again), bench.shown());
  });

  it('leaves what was said of the text out of the journal: it is a text of its own', async () => {
    const replaceWith = { description: 'words one', summary: 'words two', hint: 'words three' };

    await bench.done(offload([result], { replaceWith }));

    assert.ok(!bench.journalled.includes('words'));
  });

  it('still says where the text is when the store has lost the stub', async () => {
    await bench.done(offload([result]));
    for (const name of bench.store.texts.get('s1')?.keys() ?? []) {
      if (name.includes('#stub')) {
        bench.store.texts.get('s1')?.delete(name);
      }
    }

    bench.session = await bench.reopened();

    assert.equal(
      bench.textOf(result),
      `[block:${result}]\n[offloaded payload]\n[full text: artifact://${result}@v1]`,
    );
  });

  it('keeps the text in the store, and says its address in the manifest', async () => {
    await bench.done(offload([result]));

    assert.equal(bench.session.inlineText(bench.block(result)), undefined);
    assert.equal(await bench.session.text(`${result}@v1`), 'a long text '.repeat(50));
    assert.match(bench.session.manifest().text, new RegExp(`offloaded artifact://${result}@v1`));
  });
});

describe('restore', () => {
  it('puts the text back, tells its beginning again, and frees nothing', async () => {
    const bench = await ContextBench.begin();
    const [, result = ''] = await bench.chain('a long text '.repeat(50));
    const before = bench.textOf(result);
    const tokens = bench.block(result).tokens.estimate;
    await bench.done(offload([result]));

    const { delta, freedTokens } = await bench.done(restore([result]));

    assert.equal(bench.textOf(result), before);
    const { description, version, generation } = bench.block(result);
    assert.match(description, /^Restored payload of be-read: a long text/);
    assert.deepEqual([version, generation, bench.block(result).tokens.estimate], [1, 0, tokens]);
    assert.ok(delta > 0);
    assert.equal(freedTokens, 0);
  });

  it('puts back the text of an archived block, which stays out of view', async () => {
    const bench = await ContextBench.begin();
    const [head = '', result = ''] = await bench.chain('text');
    await bench.done([offload([result]), show([head, result], 'archived')]);

    await bench.done(restore([result]));

    assert.equal(bench.block(result).content.form, 'inline');
    assert.deepEqual(bench.visible, []);
    await bench.done(show([head, result], 'model'));
    assert.equal(bench.textOf(result), `[block:${result}]\ntext`);
  });

  it('sees that an operation before it in the patch offloaded the block', async () => {
    const bench = await ContextBench.begin();
    const [, result = ''] = await bench.chain('text');
    const before = bench.session.view();

    const { delta } = await bench.done([offload([result]), restore([result])]);

    assert.deepEqual(bench.session.view(), before);
    assert.equal(delta, 0);
  });
});
