import assert from 'node:assert/strict';
import { onDatabase } from '../node/sqliteSetup.ts';
import { panelBenchEach } from './panelBench.ts';

const lines = 'one\ntwo\nthree\nfour\nfive\n';
const lost = 'a text that took long to write and must not be lost\n';

describe('the chips of the page', () => {
  const on = panelBenchEach();

  it('come in parts, the newest first, and then what changed', async () => {
    on().put('src/a.txt', lines);
    const first = await on().deleted('src/a.txt:1');
    const second = await on().deleted('src/a.txt:1');

    const newest = await on().page.ask('chips/changes', { limit: 1 });
    const rest = await on().page.ask('chips/changes', { before: newest.from, limit: 10 });
    await on().page.ask('chips/act', { action: 'delete', ids: [first] });
    const after = await on().page.ask('chips/changes', { after: newest.head, limit: 10 });

    const ids = (part: typeof rest): string[] => part.chips.map(({ id }) => id);
    assert.deepEqual([ids(newest), ids(rest), ids(after)], [[second], [first], []]);
    assert.deepEqual(after.gone, [first]);
    assert.equal(newest.chips[0]?.shown, 'src/a.txt');
    assert.equal('payload' in (newest.chips[0] ?? {}), false);
  });

  it('are found by the words of their texts', async () => {
    on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2-3');
    await on().deleted('a.txt:1');

    const { ids } = await on().page.ask('chips/search', { words: 'THREE two' });

    assert.deepEqual(ids, [id]);
  });

  it('are pinned and let go, as many as are still there', async () => {
    on().put('a.txt', lines);
    const id = await on().deleted('a.txt:1');

    const pinned = await on().page.ask('chips/act', { action: 'pin', ids: [id, 'ffffff'] });
    const row = await on().store.chip(id);
    const again = await on().page.ask('chips/act', { action: 'unpin', ids: [id] });

    assert.deepEqual([pinned.done, again.done], [1, 1]);
    assert.equal(row?.pinned, true);
    assert.equal((await on().store.chip(id))?.pinned, false);
    assert.equal(on().actions.times('confirm'), 0);
  });

  it('are deleted only when the person says yes', async () => {
    on().put('a.txt', lines);
    const ids = [await on().deleted('a.txt:1'), await on().deleted('a.txt:1')];
    on().actions.yes = false;
    const no = await on().page.ask('chips/act', { action: 'delete', ids });
    on().actions.yes = true;
    const yes = await on().page.ask('chips/act', { action: 'delete', ids });
    const nothing = await on().page.ask('chips/act', { action: 'delete', ids });

    assert.deepEqual([no.done, yes.done, nothing.done], [0, 2, 0]);
    assert.equal(on().actions.times('confirm'), 2);
    assert.deepEqual(await on().store.chips({}), []);
  });

  it('whose time is over are deleted, those that are pinned not', async () => {
    on().put('a.txt', lines);
    const kept = await on().deleted('a.txt:1');
    await on().deleted('a.txt:1');
    await on().page.ask('chips/act', { action: 'pin', ids: [kept] });
    on().clock.time += 31 * 86_400_000;

    const { done } = await on().page.ask('chips/expire', {});

    assert.equal(done, 1);
    assert.deepEqual(
      (await on().store.chips({})).map(({ id }) => id),
      [kept],
    );
  });
});

describe('one chip', () => {
  const on = panelBenchEach();

  it('of deleted text says where it stood, which edit deleted it, and has one form', async () => {
    const file = on().put('src/a.txt', lines);
    const id = await on().deleted('src/a.txt:3-4');

    const detail = await on().page.ask('chip/read', { id });

    assert.equal(detail.text, 'three\nfour\n');
    assert.deepEqual([detail.textCharacters, detail.textLines, detail.origin], [11, 2, 2]);
    assert.deepEqual(detail.forms, ['content']);
    assert.equal(detail.arguments, undefined);
    assert.deepEqual(detail.event?.files, [{ file, shown: 'src/a.txt' }]);
    assert.equal(detail.event.state, 'applied');
    assert.deepEqual(
      detail.calls.map(({ client }) => client),
      ['test-client'],
    );
  });

  it('of a failed call has its arguments, what the agent was told, and can be made again', async () => {
    on().put('a.txt', lines);
    const id = await on().failed('be-replace', { file: 'a.txt:9', content: lost });

    const detail = await on().page.ask('chip/read', { id });

    assert.deepEqual(detail.forms, ['content', 'call', 'annotated', 'arguments']);
    assert.equal(detail.text, lost);
    assert.deepEqual(detail.arguments, {
      fields: [
        ['file', 'a.txt:9'],
        ['content', lost],
      ],
      left: 0,
    });
    assert.equal(detail.chip.errorCode, 'range-out-of-bounds');
    assert.match(detail.advice ?? '', /\w/);
    assert.doesNotMatch(detail.advice ?? '', /\n/);
  });

  it('of a body that is no text says how many bytes it has', async () => {
    const body = Buffer.from([0xff, 0xfe, ...Buffer.from('x'.repeat(60))]);
    await on().runtime.tools.keepUnreadable(body, 'no JSON', { client: 'c', session: 's' });
    const [chip] = await on().store.chips({});

    const detail = await on().page.ask('chip/read', { id: chip?.id ?? '' });
    await on().page.ask('chip/save', { id: chip?.id ?? '' });

    assert.equal(detail.binaryBytes, 62);
    assert.deepEqual(detail.forms, ['content', 'annotated', 'arguments']);
    assert.deepEqual(Buffer.from(on().actions.file ?? []), body);
  });

  it('is shown in its first 100,000 characters', async () => {
    on().put('a.txt', `${'x'.repeat(250_000)}\n`);
    const id = await on().deleted('a.txt:1');

    const detail = await on().page.ask('chip/read', { id });

    assert.deepEqual([detail.text?.length, detail.textCharacters], [100_000, 250_001]);
  });

  it('that was changed from outside says so, and nothing else of it is there', async () => {
    on().put('a.txt', lines);
    const id = await on().deleted('a.txt:1');
    const row = await on().store.chip(id);
    onDatabase(on().root, (db) => {
      db.exec('UPDATE contents SET sealed = zeroblob(length(sealed))');
    });

    const detail = await on().page.ask('chip/read', { id });
    const message = await on().page.refused('unreadable', 'chip/open', { id });

    assert.ok(row);
    assert.match(detail.unreadable ?? '', /changed from outside/);
    assert.deepEqual([detail.text, detail.forms], [undefined, []]);
    assert.match(message, /changed from outside/);
  });

  it('that is gone is told as gone', async () => {
    const message = await on().page.refused('chip-not-found', 'chip/read', { id: 'abcdef' });

    assert.match(message, /abcdef/);
  });

  it('is opened, copied and saved under the name of its file', async () => {
    on().put('src/a.py', lines);
    const id = await on().deleted('src/a.py:1');

    await on().page.ask('chip/open', { id });
    const text = await on().page.ask('chip/copy', { id, what: 'text' });
    const named = await on().page.ask('chip/copy', { id, what: 'id' });
    const { saved } = await on().page.ask('chip/save', { id });

    assert.deepEqual([text.characters, named.characters, saved], [4, 13, true]);
    assert.deepEqual(on().actions.asked, [
      ['openText', `chip ${id}`, 'a.py', 'one\n'],
      ['copy', 'one\n'],
      ['copy', `chip://${id}`],
      ['saveAs', `Save chip ${id}`, 'a.py'],
    ]);
    assert.equal(Buffer.from(on().actions.file ?? []).toString(), 'one\n');
  });
});
