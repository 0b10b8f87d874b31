import assert from 'node:assert/strict';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import nodePath from 'node:path';
import { compose } from '../../src/compose.ts';
import { assertFails, valueOf } from '../fakes/hostBench.ts';
import type { FilePreview } from '../../src/tools/previewCall.ts';
import { agent, chipOf, numbered, textField, workbenchEach } from '../fakes/workbench.ts';

const texts = ({ path, before, after }: FilePreview): object => ({ path, before, after });

describe('compose: preview', () => {
  const on = workbenchEach();

  it('gives the whole texts before and after, and changes nothing', async () => {
    const a = on().put('a.txt', '\uFEFFa\r\nb');
    const given = [
      { file: 'a.txt', content: 'A\nb\nc\n' },
      { file: 'new/b.txt', content: 'b' },
    ];

    const preview = await on().runtime.preview('be-write', { files: given }, agent);
    const { files } = valueOf(preview);

    assert.deepEqual(files.map(texts), [
      { path: a, before: 'a\r\nb', after: 'A\r\nb\r\nc\r\n' },
      { path: on().path('new/b.txt'), before: undefined, after: 'b' },
    ]);
    assert.deepEqual(
      files.map(({ shown, encoding, unsaved }) => ({ shown, encoding, unsaved })),
      [
        { shown: 'a.txt', encoding: 'utf8bom', unsaved: false },
        { shown: 'new/b.txt', encoding: 'default', unsaved: false },
      ],
    );
    assert.deepEqual(on().bytes('a.txt'), Buffer.from('\uFEFFa\r\nb'));
    assert.equal(existsSync(on().path('new')), false);
  });

  it('gives nothing for a call that only reads, and the failure of one that fails', async () => {
    on().put('a.txt', 'a\n');

    const read = await on().runtime.preview('be-read', { file: 'a.txt' }, agent);
    const failed = await on().runtime.preview('be-delete', { file: 'a.txt:2' }, agent);
    const wrong = await on().runtime.preview('be-delete', {}, agent);

    assert.deepEqual(valueOf(read), { files: [], warnings: [] });
    assertFails(failed, 'range-out-of-bounds');
    assertFails(wrong, 'bad-arguments');
    assert.deepEqual(await on().store.chips({}), []);
  });

  it('shows a file that would go', async () => {
    await on().good('be-write', { file: 'a.txt', content: 'a\n' });

    const preview = await on().runtime.preview('be-trx', { action: 'rollback' }, agent);

    assert.deepEqual(valueOf(preview).files.map(texts), [
      { path: on().path('a.txt'), before: 'a\n', after: undefined },
    ]);
  });

  it('holds files of many lines', async () => {
    on().put('a.txt', 'a\n'.repeat(200_000));

    const preview = await on().runtime.preview('be-delete', { file: 'a.txt:1' }, agent);

    assert.equal(valueOf(preview).files[0]?.after?.length, 2 * 199_999);
  });
});

describe('compose: a renamed file', () => {
  const on = workbenchEach();

  it('keeps its events, its chips and the ids of its lines', async () => {
    on().put('old/a.txt', numbered(5));
    const deletion = await on().good('be-delete', { file: 'old/a.txt:1' });
    const { structured } = await on().good('be-read', { file: 'old/a.txt' });
    const { viewed_code_id } = structured;
    renameSync(on().path('old'), on().path('new'));

    await on().runtime.renamed(on().path('old'), on().path('new'));

    assert.equal((await on().store.chip(chipOf(deletion)))?.file, on().path('new/a.txt'));
    await on().good('be-replace', { file: 'new/a.txt:1', content: 'two', viewed_code_id });
    await on().good('be-trx', { action: 'rollback', step: 2 });
    assert.equal(on().bytes('new/a.txt').toString(), numbered(5));
  });
});

describe('compose: recover', () => {
  const on = workbenchEach();
  /** Makes an edit of which only what was kept ahead reaches the store. */
  const cutOff = async (happens: boolean): Promise<void> => {
    const write = on().store.write.bind(on().store);
    let times = 0;
    on().store.write = (writes) =>
      times++ === 0 ? write(writes) : Promise.reject(new Error('crashed'));
    on().host.beforeApply = happens ? undefined : () => failed;
    await on().call('be-replace', { file: 'a.txt:2', content: 'two' });
    on().store.write = write;
    on().host.beforeApply = undefined;
  };
  const failed = { code: 'write-failed', message: 'Crashed.', advice: 'Wait.' } as const;
  const states = async (): Promise<string[]> =>
    (await on().store.snapshots({})).map((row) => row.state);

  it('counts an edit that was made as made, so that it can be taken back', async () => {
    on().put('a.txt', numbered(3));
    await cutOff(true);
    on().clock.time += 120_000;

    await on().runtime.recover();

    assert.deepEqual(await states(), ['applied']);
    await on().good('be-trx', { action: 'rollback' });
    assert.equal(on().bytes('a.txt').toString(), numbered(3));
  });

  it('drops an edit that was not made', async () => {
    on().put('a.txt', numbered(3));
    await cutOff(false);
    on().clock.time += 120_000;

    await on().runtime.recover();

    assert.deepEqual(await states(), ['dropped']);
  });

  it('keeps an edit within reach whose file holds neither', async () => {
    const path = on().put('a.txt', numbered(3));
    await cutOff(false);
    writeFileSync(path, 'something else\n');
    on().clock.time += 120_000;

    await on().runtime.recover();

    assert.deepEqual(await states(), ['applied']);
  });

  it('leaves an edit alone that may still be under way', async () => {
    on().put('a.txt', numbered(3));
    await cutOff(false);

    await on().runtime.recover();

    assert.deepEqual(await states(), ['pending']);
  });

  it('drops chips whose time is over', async () => {
    on().put('a.txt', numbered(3));
    await on().good('be-delete', { file: 'a.txt:1' });
    on().clock.time += 31 * 86_400_000;

    await on().runtime.recover();

    assert.deepEqual(await on().store.chips({}), []);
  });

  it('drops calls whose time is over, and none where days are no limit', async () => {
    await on().bad('file-not-found', 'be-read', { file: 'none.txt' });
    on().clock.time += 31 * 86_400_000;
    on().settings.set({ callDays: 0 });

    await on().runtime.sweep();
    const kept = await on().store.calls(10);
    on().settings.set({ callDays: 30 });
    await on().runtime.sweep();

    assert.equal(kept.length, 1);
    assert.deepEqual(await on().store.calls(10), []);
  });

  it('never fails, whatever the store does', async () => {
    on().store.failWith = 'corrupt';

    await on().runtime.recover();

    assert.equal(on().log.errors.length, 2);
  });
});

describe('compose: two windows over one store', () => {
  const on = workbenchEach();

  it('have their chips and events in common, but not the ids of lines', async () => {
    on().put('a.txt', numbered(3));
    const { structured } = await on().good('be-read', { file: 'a.txt' });
    const { viewed_code_id } = structured;
    const edit = await on().good('be-replace', { file: 'a.txt:1', content: 'one' });
    const other = compose({ ...on(), paths: nodePath });
    const call = (name: string, args: object): Promise<{ text: string }> =>
      other.tools.call(name, args, agent, new AbortController().signal);

    const stale = await call('be-replace', { file: 'a.txt:2', content: 'x', viewed_code_id });
    const back = await call('be-trx', { action: 'rollback', event: textField(edit, 'event_id') });
    other.dispose();

    assert.match(stale.text, /^Error \(view-not-found\)/);
    assert.match(back.text, /^status: ok/);
    assert.equal(on().bytes('a.txt').toString(), numbered(3));
  });
});
