import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  chipOf,
  numbered,
  textField,
  warningsOf,
  workbenchEach,
  type Workbench,
} from '../../fakes/workbench.ts';

const long = 'a text that is long enough to be worth keeping as a chip\n';

/** A chip of a failed be-write, for the file. */
async function failedWrite(bench: Workbench, content = long): Promise<string> {
  bench.put('binary', Buffer.from([0]));
  return chipOf(await bench.bad('binary-file', 'be-write', { file: 'binary', content }));
}

describe('a call that fails', () => {
  const on = workbenchEach();

  it('leaves its arguments as a chip that says what went wrong', async () => {
    const args = { file: 'none.txt:3', content: long };

    const answer = await on().bad('file-not-found', 'be-replace', args);

    const chip = await on().store.chip(chipOf(answer));
    assert.deepEqual(
      [chip?.kind, chip?.tool, chip?.errorCode, chip?.file, chip?.session, chip?.workspace],
      ['call', 'be-replace', 'file-not-found', on().path('none.txt'), 's1', on().folder],
    );
    assert.equal(chip?.errorMessage, answer.structured['message']);
    assert.equal(chip?.expires, on().clock.time + 30 * 86_400_000);
    const kept = Buffer.from((await on().store.payload(chip?.payload ?? '')) ?? []).toString();
    assert.deepEqual(JSON.parse(kept), args);
    assert.match(textField(answer, 'chip_note'), /be-insert-chip \{"from":"chip:\/\/[0-9a-f]{6}"/);
  });

  it('leaves no chip when its arguments are short, by the setting', async () => {
    const args = { file: 'x:1', content: 'a' };

    const short = await on().bad('file-not-found', 'be-replace', args);
    on().settings.set({ minChipBytes: 10 });
    const kept = await on().bad('file-not-found', 'be-replace', args);

    assert.equal('chip' in short.structured, false);
    assert.equal((await on().store.chips({})).length, 1);
    assert.equal(typeof kept.structured['chip'], 'string');
  });

  it('leaves a chip by what is set for its tool, where something is', async () => {
    const args = { file: 'x:1', content: 'a' };
    on().settings.set({ minChipBytesByTool: { 'be-replace': 0, 'be-insert': 1000 } });

    const kept = await on().bad('file-not-found', 'be-replace', args);
    const unkept = await on().bad('file-not-found', 'be-insert', { file: 'x:1', content: long });
    const other = await on().bad('file-not-found', 'be-delete', { file: 'x:1' });

    assert.equal(typeof kept.structured['chip'], 'string');
    assert.deepEqual([unkept.structured['chip'], other.structured['chip']], [undefined, undefined]);
  });

  it('leaves a body that is no JSON as it came', async () => {
    const body = `{"file":"a.txt","content":"${'x'.repeat(60)}`;

    const answer = await on().bad('bad-arguments', 'be-write', body);

    const chip = await on().store.chip(chipOf(answer));
    const kept = await on().store.payload(chip?.payload ?? '');
    assert.deepEqual(JSON.parse(Buffer.from(kept ?? []).toString()), { _body: body });
  });

  it('leaves a chip when the disk refuses, and the file and the events as they were', async () => {
    on().put('a.txt', numbered(3));
    on().host.beforeApply = () => ({ code: 'write-failed', message: 'No space.', advice: 'Wait.' });

    const answer = await on().bad('write-failed', 'be-write', { file: 'a.txt', content: long });
    const deleted = await on().bad('write-failed', 'be-delete', { file: 'a.txt:1-3' });

    assert.equal(on().bytes('a.txt').toString(), numbered(3));
    assert.equal((await on().store.chip(chipOf(answer)))?.errorCode, 'write-failed');
    assert.equal('chip' in deleted.structured, false);
    assert.equal((await on().store.chips({})).length, 1);
    const states = (await on().store.snapshots({})).map((row) => row.state);
    assert.deepEqual(states, ['dropped', 'dropped']);
  });

  it('makes one chip when it is repeated', async () => {
    const args = { file: 'none.txt:3', content: long };

    const first = await on().bad('file-not-found', 'be-replace', args);
    const second = await on().bad('file-not-found', 'be-replace', args);

    assert.equal(chipOf(first), chipOf(second));
  });

  it('is told when older chips had to go', async () => {
    on().settings.set({ maxChips: 1 });
    const first = await failedWrite(on(), `${long}1`);

    const answer = await on().bad('file-not-found', 'be-replace', { file: 'x:1', content: long });

    assert.match(warningsOf(answer), new RegExp(`oldest chips were dropped: ${first}`));
  });

  it('notes a place for the text that can be used as it is, whatever the path', async () => {
    on().put('odd #1 %41?.txt', 'a\n');
    const args = { file: 'odd #1 %41?.txt:9', content: long };
    const answer = await on().bad('range-out-of-bounds', 'be-replace', args);
    const note = /be-insert-chip (\{.*?\})/.exec(textField(answer, 'chip_note'))?.[1] ?? '';

    await on().good('be-insert-chip', note.replace('LINE', '1'));

    assert.equal(on().bytes('odd #1 %41?.txt').toString(), `a\n${long}`);
  });
});

describe('be-insert-chip', () => {
  const on = workbenchEach();
  const uri = (name: string, line: number): string =>
    `${pathToFileURL(on().path(name)).href}:${line}`;

  it('puts deleted lines back, with the line ends of the file', async () => {
    on().put('a.txt', 'a\r\nb\r\nc\r\n');
    const from = textField(await on().good('be-delete', { file: 'a.txt:2' }), 'chip');

    const answer = await on().good('be-insert-chip', { from, to: uri('a.txt', 1) });

    assert.equal(on().bytes('a.txt').toString(), 'a\r\nb\r\nc\r\n');
    assert.deepEqual([answer.structured['as'], answer.structured['from']], ['content', from]);
    assert.equal((await on().store.chip(from.slice(7)))?.replayed, on().clock.time);
  });

  it('puts the content of a failed call in by default, or the arguments, or both annotated', async () => {
    on().put('a.ts', 'x\n');
    const from = `chip://${await failedWrite(on())}`;
    const json = JSON.stringify({ file: 'binary', content: long }, null, 2);

    await on().good('be-insert-chip', { from, to: uri('a.ts', 1) });
    await on().good('be-insert-chip', { from, to: uri('b.json', 0), as: 'arguments' });
    await on().good('be-insert-chip', { from, to: uri('c.py', 0), as: 'annotated' });

    assert.equal(on().bytes('a.ts').toString(), `x\n${long}`);
    assert.equal(on().bytes('b.json').toString(), `${json}\n`);
    const [first, ...rest] = on().bytes('c.py').toString().split('\n');
    assert.match(first ?? '', /^# chip [0-9a-f]{6}: be-write failed: .*binary/);
    assert.equal(rest.join('\n'), `${json}\n`);
  });

  it('makes a new file only at line 0', async () => {
    const from = `chip://${await failedWrite(on())}`;

    await on().bad('file-not-found', 'be-insert-chip', { from, to: uri('new.txt', 1) });
    await on().good('be-insert-chip', { from, to: uri('sub/new.txt', 0) });

    assert.equal(on().bytes('sub/new.txt').toString(), long);
  });

  it('takes a file of the workspace as the source', async () => {
    on().put('from.txt', 'one\r\ntwo');
    on().put('to.txt', 'a\nb\n');
    const from = pathToFileURL(on().path('from.txt')).href;

    await on().good('be-insert-chip', { from, to: uri('to.txt', 1) });

    assert.equal(on().bytes('to.txt').toString(), 'a\none\ntwo\nb\n');
  });

  it('refuses sources and places that are not there or not allowed', async () => {
    const id = await failedWrite(on());
    on().put('a.txt', 'a\n');
    const from = `chip://${id}`;
    const to = uri('a.txt', 1);

    const unknown = await on().bad('chip-not-found', 'be-insert-chip', {
      from: 'chip://ffffff',
      to,
    });
    await on().bad('bad-arguments', 'be-insert-chip', { from: 'chip://nonsense', to });
    await on().bad('bad-arguments', 'be-insert-chip', { from });
    await on().bad('bad-arguments', 'be-insert-chip', { from, to: uri('a.txt', 1).slice(0, -2) });
    await on().bad('range-out-of-bounds', 'be-insert-chip', { from, to: uri('a.txt', 9) });
    await on().bad('outside-workspace', 'be-insert-chip', { from: 'file:///etc/hosts', to });
    await on().bad('outside-workspace', 'be-insert-chip', { from, to: 'file:///tmp/x.txt:0' });
    await on().bad('file-not-found', 'be-insert-chip', { from: uri('none', 1).slice(0, -2), to });

    assert.ok((unknown.structured['ids'] as string[]).includes(id));
    assert.equal(on().bytes('a.txt').toString(), 'a\n');
  });

  it('refuses the content of a chip that has several, and takes it annotated', async () => {
    on().put('binary', Buffer.from([0]));
    const files = [
      { file: 'binary', content: long },
      { file: 'b.txt', content: long },
    ];
    const from = textField(await on().bad('binary-file', 'be-write', { files }), 'chip');

    await on().bad('bad-arguments', 'be-insert-chip', { from, to: uri('x.txt', 0), as: 'content' });
    const answer = await on().good('be-insert-chip', { from, to: uri('x.txt', 0) });

    assert.equal(answer.structured['as'], 'annotated');
  });

  it('never writes half a character that a failed call left in a chip', async () => {
    const content = `${long}\ud83d`;
    const from = textField(
      await on().bad('bad-text', 'be-write', { file: 'a.txt', content }),
      'chip',
    );

    await on().bad('bad-text', 'be-insert-chip', { from, to: uri('a.txt', 0) });
    await on().good('be-insert-chip', { from, to: uri('a.txt', 0), as: 'arguments' });

    assert.match(on().bytes('a.txt').toString(), /\\\\?ud83d/);
  });

  it('changes nothing in a preview, and leaves the chip as one that was not put back', async () => {
    const id = await failedWrite(on());

    await on().good('be-insert-chip', { from: `chip://${id}`, to: uri('a.txt', 0), preview: true });

    assert.throws(() => on().bytes('a.txt'));
    assert.equal((await on().store.chip(id))?.replayed, undefined);
  });

  it('keeps chips that were refused back out of reach of other folders, but not of the user', async () => {
    const id = await failedWrite(on());
    const [folder] = on().workspace.folders;
    on().workspace.folders = [{ name: 'other', path: on().root }];
    assert.ok(folder);

    const args = { from: `chip://${id}`, to: `${pathToFileURL(on().root).href}/x.txt:0` };
    await on().bad('chip-not-found', 'be-insert-chip', args);
    const list = await on().good('be-insert-chip', {});
    const all = await on().good('be-insert-chip', {}, { caller: { person: true } });
    await on().good('be-insert-chip', args, { caller: { person: true } });

    assert.doesNotMatch(list.text, new RegExp(`"id":"${id}"`));
    assert.match(all.text, new RegExp(`"id":"${id}"`));
    rmSync(`${on().root}/x.txt`);
  });
});

describe('the list of chips', () => {
  const on = workbenchEach();
  const ids = async (filter: object): Promise<unknown[]> => {
    const answer = await on().good('be-insert-chip', filter);
    return (answer.structured['chips'] as { id: string }[]).map((chip) => chip.id);
  };

  it('is oldest first, with what is known of each', async () => {
    const first = await failedWrite(on());
    on().clock.time += 1000;
    on().put('a.txt', 'gone forever\n');
    const second = chipOf(await on().good('be-delete', { file: 'a.txt:1' }));

    const answer = await on().good('be-insert-chip', {});

    const [one, two] = answer.structured['chips'] as Record<string, unknown>[];
    assert.deepEqual([one?.['id'], two?.['id']], [first, second]);
    assert.deepEqual(
      [one?.['err_code'], one?.['created_at'], two?.['kind'], two?.['excerpt']],
      ['binary-file', '2026-01-01T00:00:00.000Z', 'deleted', 'gone forever'],
    );
  });

  it('can be filtered by tool, file and words', async () => {
    const write = await failedWrite(on(), `${long}Needle`);
    on().put('a.txt', 'hay\n');
    const deleted = chipOf(await on().good('be-delete', { file: 'a.txt:1' }));

    assert.deepEqual(await ids({ tool: 'be-delete' }), [deleted]);
    assert.deepEqual(await ids({ file: 'a.txt' }), [deleted]);
    assert.deepEqual(await ids({ words: 'LONG needle' }), [write]);
    assert.deepEqual(await ids({ words: 'needle hay' }), []);
    assert.deepEqual(await ids({}), [write, deleted]);
    await on().bad('outside-workspace', 'be-insert-chip', { file: '../x' });
  });

  it('can be filtered by kind and error', async () => {
    const write = await failedWrite(on());
    const missing = await on().bad('file-not-found', 'be-replace', { file: 'x:1', content: long });
    on().put('a.txt', 'hay\n');
    const deleted = chipOf(await on().good('be-delete', { file: 'a.txt:1' }));

    assert.deepEqual(await ids({ kind: 'deleted' }), [deleted]);
    assert.deepEqual(await ids({ kind: 'call' }), [write, chipOf(missing)]);
    assert.deepEqual(await ids({ error: 'file-not-found' }), [chipOf(missing)]);
    assert.deepEqual(await ids({ kind: 'deleted', error: 'file-not-found' }), []);
    await on().bad('bad-arguments', 'be-insert-chip', { kind: 'lost' });
  });

  it('names the edit that a chip comes from and when the chip goes; the events name their chips', async () => {
    on().put('a.txt', 'hay\nstack\n');
    const deletion = await on().good('be-delete', { file: 'a.txt:1' });
    await on().good('be-replace', { file: 'a.txt:1', content: 'other' });

    const list = await on().good('be-insert-chip', {});
    const status = await on().good('be-trx', { action: 'status' });

    const [chip] = list.structured['chips'] as Record<string, unknown>[];
    const events = status.structured['events'] as Record<string, unknown>[];
    assert.equal(chip?.['event_id'], textField(deletion, 'event_id'));
    assert.equal(chip?.['expires_at'], '2026-01-31T00:00:00.000Z');
    assert.deepEqual(
      events.map((event) => [event['event_id'] === chip?.['event_id'], event['chip']]),
      [
        [true, `chip://${chipOf(deletion)}`],
        [false, undefined],
      ],
    );
  });

  it('shows the newest and says how many are left out where it is too long', async () => {
    for (let index = 0; index < 60; index++) {
      on().clock.time += 1;
      await on().bad('file-not-found', 'be-replace', { file: 'x:1', content: `${index} ${long}` });
    }

    const answer = await on().good('be-insert-chip', {});

    const shown = answer.structured['chips'] as { excerpt: string }[];
    assert.equal(answer.structured['total'], 60);
    assert.match(shown.at(-1)?.excerpt ?? '', /^59 /);
    assert.match(warningsOf(answer), new RegExp(`^${60 - shown.length} older chips`));
  });
});
