import assert from 'node:assert/strict';
import { StoreError } from '../../../src/ports/store.ts';
import { panelBenchEach } from './panelBench.ts';

const lines = 'one\ntwo\nthree\nfour\nfive\n';
const lost = 'a text that took long to write and must not be lost\n';

describe('the calls of the page', () => {
  const on = panelBenchEach();

  it('come newest first, and each with what it was given and what it answered', async () => {
    on().put('a.txt', lines);
    await on().call('be-read', { file: 'a.txt' });
    const id = await on().failed('be-write', { file: '../a.txt', content: lost });
    await on().store.counts();

    const { calls } = await on().page.ask('calls/changes', { limit: 10 });
    const detail = await on().page.ask('call/read', { id: calls[0]?.id ?? '', redact: false });

    assert.deepEqual(
      calls.map(({ tool, outcome, chip }) => [tool, outcome, chip]),
      [
        ['be-write', 'outside-workspace', id],
        ['be-read', 'ok', undefined],
      ],
    );
    assert.ok(calls[0] !== undefined && calls[1] !== undefined);
    assert.ok(calls[0].number > calls[1].number);
    assert.deepEqual(detail.arguments, {
      fields: [
        ['file', '../a.txt'],
        ['content', lost],
      ],
      left: 0,
    });
    assert.match(detail.result ?? '', /^Error \(outside-workspace\)/);
  });

  it('name the lines they were about', async () => {
    on().put('a.txt', lines);
    await on().call('be-read', { file: 'a.txt:2-3' });
    await on().call('be-read', { file: 'a.txt', lines: '4-ALL' });
    await on().call('be-insert', { file: 'a.txt:0', content: 'zero' });
    await on().call('be-read', { file: 'a.txt' });
    await on().call('be-read', 'no arguments');

    const { calls } = await on().page.ask('calls/changes', { limit: 10 });

    assert.deepEqual(
      calls.map((call) => call.lines),
      [undefined, undefined, '0', '4-ALL', '2-3'],
    );
  });

  it('show no texts and no secrets where they are to be left out', async () => {
    on().put('a.txt', `${lost}api_key = "sk-1234567890abcdef1234567890"\n`);
    await on().call('be-read', { file: 'a.txt' });
    await on().failed('be-write', { file: '../a.txt', content: lost });
    const { calls } = await on().page.ask('calls/changes', { limit: 10 });

    const details = [];
    for (const { id } of calls) {
      details.push(await on().page.ask('call/read', { id, redact: true }));
      await on().page.ask('call/report', { id });
    }

    const said = JSON.stringify([details, on().actions.asked]);
    assert.doesNotMatch(said, /took long to write|sk-1234/);
    assert.match(said, /‹1 line, 52 characters›/);
    assert.match(on().actions.copied, /1\.2\.3[^]*Code 1\.116\.0/);
    assert.ok(details.every(({ redacted }) => redacted));
  });

  it('name the edit they made', async () => {
    on().put('a.txt', lines);
    const edit = await on().call('be-insert', { file: 'a.txt:0', content: 'zero' });
    const { calls } = await on().page.ask('calls/changes', { limit: 1 });

    const { event } = await on().page.ask('call/read', { id: calls[0]?.id ?? '', redact: false });

    assert.equal(event?.id, edit.structured['event_id']);
    assert.equal(event?.files[0]?.shown, 'a.txt');
  });

  it('that are gone are told as gone', async () => {
    await on().page.refused('call-not-found', 'call/read', { id: 'abcdef', redact: false });
    await on().page.refused('call-not-found', 'call/report', { id: 'abcdef' });
  });
});

describe('a file of chips', () => {
  const on = panelBenchEach();

  for (const encrypt of [false, true]) {
    it(`brings them back as they were${encrypt ? ', with the passphrase' : ''}`, async () => {
      on().put('a.txt', lines);
      const id = await on().deleted('a.txt:2-3');
      const other = await on().failed('be-write', { file: '../a.txt', content: lost });
      await on().page.ask('chips/act', { action: 'pin', ids: [id] });
      const before = await on().store.chips({});

      const exported = await on().page.ask('chips/export', { encrypt });
      const known = await on().page.ask('chips/import', {});
      await on().page.ask('chips/act', { action: 'delete', ids: [id, other] });
      const imported = await on().page.ask('chips/import', {});

      assert.equal(exported.done, 2);
      assert.deepEqual(known, { done: 0, known: 2 });
      assert.deepEqual(imported, { done: 2, known: 0 });
      assert.deepEqual(await on().store.chips({}), before);
      const saved = Buffer.from(on().actions.file ?? []).toString();
      assert.equal(saved.includes('three'), !encrypt);
      assert.equal(on().actions.times('askSecret'), encrypt ? 3 : 0);
    });
  }

  it('has only the chips that were asked for', async () => {
    on().put('a.txt', lines);
    const id = await on().deleted('a.txt:1');
    await on().deleted('a.txt:1');

    const { done } = await on().page.ask('chips/export', { ids: [id], encrypt: false });

    assert.equal(done, 1);
    assert.doesNotMatch(Buffer.from(on().actions.file ?? []).toString(), /two/);
  });

  it('changes nothing where it is damaged, is none, or the passphrase is wrong', async () => {
    on().put('a.txt', lines);
    await on().deleted('a.txt:1');
    const before = await on().store.chips({});
    await on().page.ask('chips/export', { encrypt: true });

    on().actions.secret = 'wrong';
    const wrong = await on().page.refused('bad-file', 'chips/import', {});
    on().actions.file = Buffer.from('{"chipboard":"chips","version":1');
    await on().page.refused('bad-file', 'chips/import', {});
    on().actions.file = Buffer.from('no file of ours');
    await on().page.refused('bad-file', 'chips/import', {});

    assert.match(wrong, /passphrase.*Nothing was imported\.$/s);
    assert.deepEqual(await on().store.chips({}), before);
  });

  it('is not written where the person gives up, or there is nothing', async () => {
    await on().page.refused('no-chips', 'chips/export', { encrypt: false });
    on().put('a.txt', lines);
    await on().deleted('a.txt:1');
    on().actions.secret = undefined;
    const unsealed = await on().page.ask('chips/export', { encrypt: true });
    on().actions.yes = false;
    const unsaved = await on().page.ask('chips/export', { encrypt: false });

    assert.deepEqual([unsealed.done, unsaved.done], [0, 0]);
    assert.equal(on().actions.file, undefined);
    assert.deepEqual(await on().page.ask('chips/import', {}), { done: 0, known: 0 });
  });

  it('keeps a chip whose time is over as long as a new one', async () => {
    on().put('a.txt', lines);
    const id = await on().deleted('a.txt:1');
    await on().page.ask('chips/export', { encrypt: false });
    on().clock.time += 60 * 86_400_000;
    await on().page.ask('chips/expire', {});

    await on().page.ask('chips/import', {});

    const chip = await on().store.chip(id);
    assert.equal(chip?.expires, on().clock.time + 30 * 86_400_000);
  });
});

describe('everything that is kept', () => {
  const on = panelBenchEach();

  it('is erased when the person says so, and only then', async () => {
    on().put('a.txt', lines);
    await on().deleted('a.txt:1');
    on().actions.yes = false;
    const no = await on().page.ask('data/erase', {});
    const kept = await on().store.chips({});
    on().actions.yes = true;
    const yes = await on().panel.ask('data/erase', {});

    const [, , , , focused] = on().actions.asked.find(([name]) => name === 'confirm') ?? [];
    assert.equal(focused, 'Keep Everything');
    assert.deepEqual([no.erased, kept.length, yes.erased], [false, 1, true]);
    assert.deepEqual(await on().store.counts(), { chips: 0, chipBytes: 0, calls: 0, events: 0 });
    assert.equal(on().text('a.txt'), 'two\nthree\nfour\nfive\n');
  });

  it('can not be read while the store fails, and each request says why', async () => {
    const fails = (): Promise<never> => Promise.reject(new StoreError('full', 'Full.'));
    Object.assign(on().database, { chips: fails, chip: fails, chipChanges: fails, erase: fails });

    const messages = [
      await on().page.refused('store-full', 'chips/changes', { limit: 1 }),
      await on().page.refused('store-full', 'chip/read', { id: 'abcdef' }),
      await on().page.refused('store-full', 'chips/act', { action: 'pin', ids: ['abcdef'] }),
      await on().page.refused('store-full', 'data/erase', {}),
    ];

    assert.ok(messages.every((message) => message.includes('the disk is full')));
  });
});

describe('the way out of the page', () => {
  const on = panelBenchEach();

  it('leads to files by their whole paths, and to the settings', async () => {
    const file = on().put('a.txt', lines);

    await on().page.ask('file/open', { file, line: 3 });
    await on().page.ask('settings/open', {});
    await on().page.refused('bad-path', 'file/open', { file: 'a.txt' });

    assert.deepEqual(on().actions.asked, [['openFile', file, 3], ['openSettings']]);
  });

  it('set when the person is asked before an agent’s change, to nothing that the setting does not know', async () => {
    await on().page.ask('settings/askBefore', { askBefore: 'large' });
    const unknown = { askBefore: 'sometimes' } as unknown as { readonly askBefore: 'always' };
    await on().page.refused('bad-params', 'settings/askBefore', unknown);

    assert.deepEqual(on().actions.asked, [['setAskBefore', 'large']]);
  });
});
