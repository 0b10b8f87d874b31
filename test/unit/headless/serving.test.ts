import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolNames } from '../../../src/tools/toolNames.ts';
import { cleanUp, scratch, startHeadless } from './headlessRig.ts';
import type { HeadlessSession } from './headlessRig.ts';

const lost = 'a text that took long to write and must not be lost, whatever happens\n';

/** Whether a list of chips has the one that an answer names by its URI. */
function names(chips: unknown, uri: unknown): boolean {
  return JSON.stringify(chips).includes(String(uri).replace('chip://', ''));
}

describe('the headless server', () => {
  let root: string;
  let storage: string;
  let session: HeadlessSession;

  beforeEach(async () => {
    [root, storage] = await Promise.all([scratch('root'), scratch('storage')]);
    await writeFile(join(root, 'a.txt'), 'one\ntwo\nthree\n');
    session = await startHeadless('--root', root, '--storage', storage);
  });

  afterEach(cleanUp);

  it('offers the tools that the editor offers', async () => {
    const { tools } = await session.client.listTools();

    assert.deepEqual(
      tools.map(({ name }) => name),
      toolNames,
    );
  });

  it('reads and edits a file below its root', async () => {
    const read = await session.call('be-read', { file: 'a.txt' });
    const edited = await session.call('be-replace', {
      file: 'a.txt:2',
      content: 'TWO',
      viewed_code_id: read.structured.viewed_code_id,
    });

    assert.equal(edited.isError, false);
    assert.equal(await readFile(join(root, 'a.txt'), 'utf8'), 'one\nTWO\nthree\n');
  });

  it('edits a file in the encoding that it is told', async () => {
    const [chinese, first] = [Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), Buffer.from('a\n')];
    await writeFile(join(root, 'g.txt'), Buffer.concat([first, chinese, Buffer.from('\n')]));
    const told = await startHeadless('--root', root, '--storage', storage, '--encoding', 'gbk');

    const refused = await session.call('be-read', { file: 'g.txt' });
    const read = await told.call('be-read', { file: 'g.txt' });
    await told.call('be-replace', { file: 'g.txt:1', content: '中' });

    assert.equal(refused.structured.code, 'unknown-encoding');
    assert.equal(read.structured.content, '1\ta\n2\t中文');
    const bytes = await readFile(join(root, 'g.txt'));
    assert.deepEqual(
      bytes,
      Buffer.concat([chinese.subarray(0, 2), Buffer.from('\n'), chinese, Buffer.from('\n')]),
    );
  });

  it('keeps the text of a failed call, lists it and puts it back', async () => {
    const failed = await session.call('be-write', { file: '../outside.txt', content: lost });
    const listed = await session.call('be-insert-chip', {});
    const put = await session.call('be-insert-chip', {
      from: failed.structured.chip,
      to: `file://${join(root, 'a.txt')}:0`,
    });

    assert.equal(failed.structured.code, 'outside-workspace');
    assert.ok(names(listed.structured.chips, failed.structured.chip));
    assert.equal(put.isError, false);
    assert.equal(await readFile(join(root, 'a.txt'), 'utf8'), `${lost}one\ntwo\nthree\n`);
  });

  it('takes an edit back', async () => {
    const edited = await session.call('be-insert', { file: 'a.txt:1', content: 'more' });
    const back = await session.call('be-trx', {
      action: 'rollback',
      event: edited.structured.event_id,
    });

    assert.equal(back.isError, false);
    assert.equal(await readFile(join(root, 'a.txt'), 'utf8'), 'one\ntwo\nthree\n');
  });

  it('shares chips and events with another one on the same database', async () => {
    const other = await startHeadless('--root', root, '--storage', storage);
    const edited = await session.call('be-delete', { file: 'a.txt:2' });

    const listed = await other.call('be-insert-chip', {});
    const back = await other.call('be-trx', {
      action: 'rollback',
      event: edited.structured.event_id,
    });

    assert.ok(names(listed.structured.chips, edited.structured.chip));
    assert.equal(back.isError, false, back.text);
    assert.equal(await readFile(join(root, 'a.txt'), 'utf8'), 'one\ntwo\nthree\n');
  });

  it('edits the same file from two processes at once without losing an edit', async () => {
    const other = await startHeadless('--root', root, '--storage', storage);
    const insert = (by: HeadlessSession, n: number): Promise<unknown> =>
      by.call('be-insert', { file: 'a.txt:0', content: `line ${n}` });

    for (let n = 0; n < 10; n += 2) {
      await insert(session, n);
      await insert(other, n + 1);
    }

    const lines = (await readFile(join(root, 'a.txt'), 'utf8')).split('\n');
    assert.equal(lines.filter((line) => line.startsWith('line ')).length, 10);
  });

  it('keeps its database for the owner only', async () => {
    await session.call('be-delete', { file: 'a.txt:2' });

    const { mode } = await stat(join(storage, 'chipboard.db'));

    assert.equal(mode & 0o777, 0o600);
  });

  it('takes the settings that the editor left, and flags before them', async () => {
    await writeFile(join(storage, 'settings.json'), '{"language":"zh","maxChips":1}');
    const zh = await startHeadless('--root', root, '--storage', storage);
    const en = await startHeadless('--root', root, '--storage', storage, '--language', 'en');
    const describe = async ({ client }: HeadlessSession): Promise<string> =>
      (await client.listTools()).tools.map(({ description }) => description).join('');

    assert.match(await describe(zh), /\p{Script=Han}/u);
    assert.doesNotMatch(await describe(en), /\p{Script=Han}/u);
  });
}).timeout(30_000);
