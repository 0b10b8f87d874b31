import assert from 'node:assert/strict';
import { lockPause } from '../../../../../src/core/context/journalWriter.ts';
import { StoreError } from '../../../../../src/ports/store.ts';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { stubFor } from '../../../../../src/core/context/budget/stub.ts';
import { offload, redact, replace, restore } from '../../../../fakes/contextOperations.ts';

const secret = 'hunter2-and-more';
const telling = { description: `with ${secret}`, summary: `has ${secret}`, hint: `for ${secret}` };

describe('redact', () => {
  let bench: ContextBench;
  let result: string;

  beforeEach(async () => {
    bench = await ContextBench.begin();
    bench.policy = { redact: true, replace: true, keepRedacted: false };
    const [, id = ''] = await bench.chain(JSON.stringify({ name: 'a', password: secret }));
    result = id;
  });

  /** What the store keeps of the session's texts, as one text. */
  function stored(): string {
    const texts = [...(bench.store.texts.get('s1')?.values() ?? [])];
    return texts.map((text) => new TextDecoder().decode(text)).join('\n');
  }

  it('deletes fields of the result, which is the next version', async () => {
    await bench.done(redact([result], 'password'));

    assert.equal(bench.textOf(result), `[block:${result}]\n{"name":"a"}`);
    const { version, content, description } = bench.block(result);
    assert.deepEqual([version, content.artifact], [2, `${result}@v2`]);
    assert.equal(description, 'be-read: JSON object with name');
  });

  it('leaves the values nowhere: not in the store, not in the journal, not at hand', async () => {
    assert.ok(stored().includes(secret));

    const { patch } = await bench.done(redact([result], 'password'));

    assert.ok(!stored().includes(secret));
    assert.ok(!bench.journalled.includes(secret));
    assert.equal(await bench.session.text(`${result}@v1`), undefined);
    assert.deepEqual([patch.reversible, patch.recoverBy], ['no', undefined]);
    assert.deepEqual(patch.erased, [`${result}@v1`]);
  });

  describe('of a text that was offloaded before', () => {
    /** All that is kept of the session anywhere. */
    function kept(): string {
      return [stored(), bench.journalled, JSON.stringify([...bench.session.state.patches])].join();
    }

    async function check(id = result): Promise<void> {
      await bench.done(redact([id], 'password'));
      assert.ok(!kept().includes(secret), 'it is nowhere');
      assert.ok(!bench.shown().includes(secret), 'it is not in view');
      assert.equal(bench.shown(await bench.reopened()), bench.shown());
    }

    it('takes the values out of the stub that the safety net made', async () => {
      const text = await bench.session.text(`${result}@v1`);
      const replaceWith = stubFor(bench.block(result), text ?? '');
      assert.ok(replaceWith.summary.includes(secret));
      await bench.done(offload([result], { replaceWith }), 'runtime');
      assert.ok(bench.textOf(result)?.includes(secret));
      await bench.done(restore([result]));

      await check();
    });

    it('takes them out of what the model said about it, each time it did', async () => {
      await bench.done(offload([result], { replaceWith: telling }));
      assert.ok(bench.session.manifest().text.includes(`with ${secret}`));
      await bench.done(restore([result]));
      await bench.done(offload([result], { replaceWith: telling }));
      await bench.done(restore([result]));

      await check();
    });

    it('takes them out of a stub that was made and put away in one patch', async () => {
      const again = offload([result], { replaceWith: telling });
      await bench.done([again, restore([result]), again, replace([result], '{"password":"x"}')]);

      await check();
    });

    it('takes them out of a stub of the same patch', async () => {
      const stub = offload([result], { replaceWith: telling });

      await bench.done([stub, restore([result]), redact([result], 'password')]);

      assert.ok(!kept().includes(secret));
    });

    it('takes them out of stubs that a patch was taken back with', async () => {
      const first = await bench.done(offload([result], { replaceWith: telling }));
      const undone = await bench.session.undo(first.patch.id, 'user');
      await bench.session.undo(undone.patch?.id ?? '', 'user');
      assert.ok(bench.textOf(result)?.includes(`has ${secret}`));
      await bench.done(restore([result]));

      await check();
      assert.deepEqual(await bench.broken(restore([], first.patch.id)), ['patch_overlaid']);
    });

    it('leaves the stubs of others alone', async () => {
      const [, other = ''] = await bench.chain('{"password":"x"}');
      await bench.done(offload([other], { replaceWith: telling }));

      await bench.done(redact([result], 'password'));

      assert.ok(bench.textOf(other)?.includes(`has ${secret}`));
    });
  });

  it('keeps the original where the settings say so, and can be taken back then', async () => {
    bench.policy = { redact: true, replace: true, keepRedacted: true };
    const before = bench.shown();
    const { patch } = await bench.done(redact([result], 'password'));
    assert.equal(patch.reversible, 'yes');

    await bench.session.undo(patch.id, 'user');

    assert.equal(bench.shown(), before);
  });

  it('deletes earlier versions of the text too', async () => {
    await bench.done(replace([result], JSON.stringify({ password: secret, name: 'b' })));

    await bench.done(redact([result], 'password'));

    assert.ok(!stored().includes(secret));
    assert.equal(bench.block(result).version, 3);
  });

  it('redacts twice in one patch', async () => {
    await bench.done([redact([result], 'password'), redact([result], 'name')]);

    assert.equal(bench.textOf(result), `[block:${result}]\n{}`);
    assert.ok(!stored().includes(secret));
    assert.equal(await bench.session.text(`${result}@v3`), '{}');
  });

  it('deletes the original once the store can be written again', async () => {
    bench.store.fault = new StoreError('locked', 'locked');
    await bench.done(redact([result], 'password'));
    assert.ok(stored().includes(secret));

    bench.store.fault = undefined;
    bench.now += lockPause;
    await bench.user('Go on.');

    assert.ok(!stored().includes(secret));
    assert.equal(bench.session.waiting, 0);
  });

  it('gives no original that waits to be stored', async () => {
    bench.store.fault = new StoreError('locked', 'locked');
    const [, late = ''] = await bench.chain(JSON.stringify({ password: secret }));
    await bench.done(redact([late], 'password'));

    assert.equal(await bench.session.text(`${late}@v1`), undefined);
  });
});

describe('replace', () => {
  it('puts another text in place, as the next version, and can be taken back', async () => {
    const bench = await ContextBench.begin();
    const id = await bench.assistant('It is 4.');
    const before = bench.shown();

    const { patch } = await bench.done(replace([id], 'It is 5, for sure.'));

    assert.equal(bench.textOf(id), 'It is 5, for sure.');
    assert.deepEqual(
      [bench.block(id).version, bench.block(id).description],
      [2, 'It is 5, for sure.'],
    );
    assert.ok(!JSON.stringify(patch.operations).includes('for sure'));
    assert.equal(await bench.session.text(`${id}@v1`), 'It is 4.');
    await bench.session.undo(patch.id, 'agent');
    assert.equal(bench.shown(), before);
  });

  it('sees the text that an operation before it in the patch put there', async () => {
    const bench = await ContextBench.begin();
    const id = await bench.assistant('one');

    await bench.done([replace([id], 'two'), replace([id], 'three')]);

    assert.equal(bench.textOf(id), 'three');
    assert.equal(bench.block(id).version, 3);
    assert.deepEqual(await bench.broken([replace([id], 'four'), replace([id], 'four')]), [
      'replace_content',
    ]);
  });
});
