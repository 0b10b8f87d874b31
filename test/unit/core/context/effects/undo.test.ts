import assert from 'node:assert/strict';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { compact, fold, offload, restore, show } from '../../../../fakes/contextOperations.ts';

describe('taking a patch back', () => {
  let bench: ContextBench;
  let chain: readonly string[];

  beforeEach(async () => {
    bench = await ContextBench.begin();
    await bench.user('Read it.');
    chain = await bench.chain('one '.repeat(99), 'two');
    await bench.user('And now?');
  });

  it('gives the view and the manifest as they were, and hides what the patch made', async () => {
    const before = bench.shown();
    const { patch, created } = await bench.done(fold(chain));

    const undone = await bench.session.undo(patch.id, 'agent');

    assert.equal(bench.shown(), before);
    assert.equal(bench.block(created[0] ?? '').visibility, 'hidden');
    assert.deepEqual([undone.patch?.kind, undone.patch?.undoes], ['undo', [patch.id]]);
    assert.equal(undone.patch?.after.hash, patch.before.hash);
  });

  it('keeps what came in since', async () => {
    const { patch } = await bench.done(compact(chain));
    const later = await bench.chain('three');

    await bench.session.undo(patch.id, 'agent');

    assert.deepEqual(bench.visible, ['user_001', ...chain, 'user_005', ...later]);
  });

  it('can be taken back itself, again and again', async () => {
    const before = bench.shown();
    const { patch } = await bench.done(compact(chain));
    const after = bench.shown();
    let last = patch.id;
    for (const expected of [before, after, before, after]) {
      const { patch: next } = await bench.session.undo(last, 'user');
      assert.equal(bench.shown(), expected);
      last = next?.id ?? '';
    }
    assert.equal(bench.session.state.undoer(patch.id), undefined, 'it is done now');

    await bench.session.undo(patch.id, 'user');

    assert.equal(bench.shown(), before);
  });

  it('is refused for a summary that was pinned since, until it is unpinned', async () => {
    const { patch, created } = await bench.done(compact(chain));
    await bench.session.pin(created, true, 'user');

    assert.deepEqual(await bench.broken(restore([], patch.id)), ['protected_pin']);
    await bench.session.pin(created, false, 'user');
    await bench.done(restore([], patch.id));
  });

  it('is refused if it takes a pinned block out of view', async () => {
    await bench.done(show(chain, 'archived'));
    const { patch } = await bench.done(show(chain, 'model'));
    await bench.session.pin(chain.slice(1, 2), true, 'user');

    assert.deepEqual(await bench.broken(restore([], patch.id)), ['protected_pin']);
  });

  it('minds what operations before it in the patch did', async () => {
    const { patch } = await bench.done(offload(chain.slice(1, 2)));

    const both = [restore(chain.slice(1, 2)), restore([], patch.id)];

    assert.deepEqual(await bench.broken(both), ['patch_overlaid']);
  });

  it('takes two patches back in one, the later first', async () => {
    const before = bench.shown();
    const one = await bench.done(offload(chain.slice(1, 2)));
    const two = await bench.done(show(chain, 'archived'));

    const { patch } = await bench.done([restore([], two.patch.id), restore([], one.patch.id)]);

    assert.equal(bench.shown(), before);
    assert.deepEqual(patch.undoes, [two.patch.id, one.patch.id]);
  });

  it('keeps a count that came in before the patch, not one of the stub', async () => {
    const [, id = ''] = chain;
    await bench.session.setExact([{ block: bench.block(id), exact: 100, family: 'o200k' }]);
    const { patch } = await bench.done(offload([id]));
    await bench.session.setExact([{ block: bench.block(id), exact: 7, family: 'o200k' }]);

    const { delta } = await bench.session.undo(patch.id, 'agent');

    assert.equal(bench.block(id).tokens.exact, 100);
    assert.equal(delta, 93);
  });
});
