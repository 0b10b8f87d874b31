import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'mocha';
import { chipIds, chipPut, storeErrorOf } from '../../contract/storeSamples.ts';
import { RecordingLog } from './sqliteLog.ts';
import {
  fileIn,
  onDatabase,
  storesOfEachTest,
  type TestStores,
  workerPath,
} from './sqliteSetup.ts';

const pageSize = 4096;

/** Overwrites the page of a closed database where a table begins. */
function damageTable(folder: string, table: string): void {
  const page = onDatabase(folder, (db) =>
    db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table),
  );
  const fd = openSync(fileIn(folder), 'r+');
  writeSync(fd, Buffer.alloc(pageSize, 0xff), 0, pageSize, (Number(page?.rootpage) - 1) * pageSize);
  closeSync(fd);
}

/** A worker that dies with its first message as long as the marker file is there, and is a store's else. */
function writeMortalWorker(folder: string, marker: string): string {
  const path = join(folder, 'mortal.cjs');
  writeFileSync(
    path,
    `const fs = require('node:fs');
     if (fs.existsSync(${JSON.stringify(marker)})) {
       require('node:worker_threads').parentPort.once('message', () => process.exit(7));
     } else {
       require(${JSON.stringify(workerPath)});
     }`,
  );
  return path;
}

describe('A SqliteStore', () => {
  const made = storesOfEachTest();

  describe('whose file is damaged', () => damage(made));
  describe('that cannot write', () => obstacles(made));
  describe('whose worker dies', () => deaths(made));
});

function damage({ open, path }: TestStores): void {
  it('sets aside a file that is no database, says so once, and goes on with a fresh one', async () => {
    const log = new RecordingLog();
    const file = fileIn(path());
    mkdirSync(dirname(file));
    writeFileSync(file, 'This is no database. '.repeat(500));
    const store = open({ log });

    const failing = store.write([chipPut('a')]);

    await assert.rejects(failing, storeErrorOf('corrupt'));
    await assert.rejects(failing, new RegExp('chipboard.db.corrupt-1'));
    await store.write([chipPut('b')]);
    assert.deepEqual(await chipIds(store), ['b']);
    assert.match(readFileSync(`${file}.corrupt-1`, 'utf8'), /^This is no database/);
    assert.equal(log.lines.length, 1);
  });

  it('sets aside a file that is found damaged later, under a free name', async () => {
    const before = open();
    await before.write([chipPut('a')]);
    await before.close();
    damageTable(path(), 'chips');
    writeFileSync(`${fileIn(path())}.corrupt-1`, 'an older one');
    const store = open();

    assert.deepEqual(await store.calls(1), []);
    await assert.rejects(store.chips({}), storeErrorOf('corrupt'));

    assert.deepEqual(await store.chips({}), []);
    assert.ok(existsSync(`${fileIn(path())}.corrupt-2`));
  });

  it('goes on with the fresh file when another one set the old file aside', async () => {
    const before = open();
    await before.write([chipPut('a')]);
    await before.close();
    damageTable(path(), 'chips');
    const [one, two] = [open(), open()];
    await one.calls(1);
    await assert.rejects(two.chips({}), storeErrorOf('corrupt'));

    const version = await one.version();
    await one.write([chipPut('b')]);
    await two.write([chipPut('c')]);
    assert.notEqual(await one.version(), version);

    assert.deepEqual(await chipIds(two), ['b', 'c']);
    assert.deepEqual(await chipIds(one), ['b', 'c']);
    assert.ok(!existsSync(`${fileIn(path())}.corrupt-2`));
  });
}

function obstacles({ open, path }: TestStores): void {
  it('fails with locked while another connection holds the file, and works afterwards', async () => {
    const store = open({ lockWait: 20 });
    await store.write([chipPut('a')]);
    const holder = new DatabaseSync(fileIn(path()));
    holder.exec('BEGIN EXCLUSIVE');

    await assert.rejects(store.write([chipPut('b')]), storeErrorOf('locked'));
    holder.close();

    await store.write([chipPut('c')]);
    assert.deepEqual(await chipIds(store), ['a', 'c']);
  });

  it('fails with locked while another process is opening the file', async () => {
    const file = fileIn(path());
    mkdirSync(dirname(file));
    const holder = new DatabaseSync(`${file}.lock`);
    holder.exec('BEGIN EXCLUSIVE');
    const store = open({ lockWait: 20 });

    await assert.rejects(store.chips({}), storeErrorOf('locked'));
    holder.close();

    assert.deepEqual(await store.chips({}), []);
  });

  it('fails with full when there is no room, and keeps what it has', async () => {
    const store = open({ maxPages: 100 });
    await store.write([chipPut('a')]);

    const write = store.write([chipPut('b'), chipPut('c', { content: randomBytes(500_000) })]);

    await assert.rejects(write, storeErrorOf('full'));
    await store.write([chipPut('d')]);
    assert.deepEqual(await chipIds(store), ['a', 'd']);
  });

  it('fails with failed when its folder cannot be made', async () => {
    writeFileSync(join(path(), 'storage'), '');

    await assert.rejects(open().chips({}), storeErrorOf('failed'));
  });
}

function deaths({ open, path }: TestStores): void {
  it('fails the calls under way and starts another worker with the next call', async () => {
    const marker = join(path(), 'die');
    const store = open({ workerPath: writeMortalWorker(path(), marker) });
    writeFileSync(marker, '');

    const calls = [store.write([chipPut('a')]), store.chips({})];

    await Promise.all(calls.map((call) => assert.rejects(call, storeErrorOf('failed'))));
    rmSync(marker);
    await store.write([chipPut('b')]);
    assert.deepEqual(await chipIds(store), ['b']);
  });

  it('fails each call when there is no worker program, and still closes', async () => {
    const log = new RecordingLog();
    const store = open({ log, workerPath: join(path(), 'none.cjs') });

    await assert.rejects(store.chips({}), storeErrorOf('failed'));
    await store.close();

    assert.deepEqual(log.lines, ['The store worker failed.']);
  });
}
