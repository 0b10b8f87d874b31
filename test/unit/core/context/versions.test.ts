import assert from 'node:assert/strict';
import { findArtifact } from '../../../../src/core/context/artifact/findArtifact.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';

async function withReply(): Promise<{ bench: ContextBench; id: string }> {
  const bench = await ContextBench.begin();
  await bench.user('Go on.');
  const id = await bench.assistant('first');
  return { bench, id };
}

describe('what the user and time did to a block', () => {
  it('never gives a version again that was taken back', async () => {
    const { bench, id } = await withReply();
    const one = await bench.patch({ op: 'replace', ids: [id], content: 'second' });
    const undone = await bench.session.undo(one.patch?.id ?? '', 'user');
    const two = await bench.patch({ op: 'replace', ids: [id], content: 'third' });

    assert.equal(bench.session.state.get(id)?.content.artifact, `${id}@v3`);
    await bench.session.undo(two.patch?.id ?? '', 'user');
    await bench.session.undo(undone.patch?.id ?? '', 'user');
    assert.equal(bench.session.view().at(-1)?.text, 'second');
  });

  it('leaves what the user hid to the user alone', async () => {
    const { bench, id } = await withReply();
    await bench.patch({ op: 'set_visibility', ids: [id], visibility: 'hidden' }, 'user');
    const show = { op: 'set_visibility', ids: [id], visibility: 'model' } as const;

    assert.deepEqual(await bench.broken(show, 'agent'), ['patch_foreign']);
    assert.equal(findArtifact(id, bench.session.state).ok, false);
    assert.equal(findArtifact(id, bench.session.state, 'user').ok, true);
    assert.equal((await bench.patch(show, 'user')).ok, true);
  });

  it('lets an agent show what an agent hid', async () => {
    const { bench, id } = await withReply();
    await bench.patch({ op: 'set_visibility', ids: [id], visibility: 'hidden' }, 'agent');

    const show = { op: 'set_visibility', ids: [id], visibility: 'model' } as const;
    assert.equal((await bench.patch(show, 'agent')).ok, true);
  });
});
