import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'mocha';
import {
  callPut,
  chipIds,
  chipPut,
  eventsPut,
  keptPut,
  partPut,
  sessionPut,
  snapshotPut,
  storeErrorOf,
  textOf,
  transcriptPut,
} from '../../contract/storeSamples.ts';
import {
  fileIn,
  keyFileIn,
  onDatabase,
  openStore,
  storesOfEachTest,
  workerPath,
} from './sqliteSetup.ts';
import type { TestStores } from './sqliteSetup.ts';

const program = fileURLToPath(new URL('./sqliteWriter.ts', import.meta.url));

describe('Erasing a SqliteStore', () => {
  const made = storesOfEachTest();

  describe('as to its files', () => files(made));
  describe('that others have open', () => others(made));
});

/** The files of a store that have the bytes; not its key file. */
function filesWith(folder: string, bytes: Uint8Array): readonly string[] {
  const storage = dirname(fileIn(folder));
  return readdirSync(storage).filter((name) =>
    readFileSync(join(storage, name)).includes(Buffer.from(bytes)),
  );
}

/** The sealed bytes of all contents and words, and the start of a long one, which SQLite cuts into pages. */
function sealedIn(folder: string): readonly Uint8Array[] {
  return onDatabase(folder, (db) =>
    db
      .prepare(
        `SELECT sealed FROM contents UNION ALL SELECT words FROM chips UNION ALL SELECT title FROM sessions
         UNION ALL SELECT data FROM events UNION ALL SELECT sealed FROM transcripts
         UNION ALL SELECT sealed FROM resumes UNION ALL SELECT sealed FROM keptSessions`,
      )
      .all()
      .map((row) => (row.sealed as Uint8Array).subarray(0, 100)),
  );
}

function files({ open, path }: TestStores): void {
  it('leaves neither plain nor sealed text in any of them, nor the old keys', async () => {
    const store = open();
    await store.write([
      chipPut('a', { file: '/w/unmistakable.ts', workspace: '/unmistakable' }),
      chipPut('b', {
        content: Buffer.from(Array.from({ length: 90_000 }, () => Math.random()).join()),
      }),
      snapshotPut('e', { file: '/w/unmistakable.ts' }),
      callPut('c', { client: 'unmistakable', argumentsContent: Buffer.from('arguments') }),
      sessionPut('s', { source: 'unmistakable' }),
      eventsPut('s', 0, [{ text: 'question', name: 'unmistakable' }]),
      transcriptPut('/unmistakable', { resume: Buffer.from('resume') }),
      keptPut('k', { path: '/unmistakable' }),
      partPut('k', 0, 0, 'part of a file'),
    ]);
    // In the database file, and in the log as well.
    onDatabase(path(), (db) => db.exec('PRAGMA wal_checkpoint(FULL)'));
    await store.write([
      chipPut('d', { file: '/w/unmistakable.ts' }),
      { op: 'deleteChip', id: 'b' },
    ]);
    const traces = [
      Buffer.from('unmistakable'),
      readFileSync(keyFileIn(path())),
      ...sealedIn(path()),
    ];
    const before = traces.map((trace) => filesWith(path(), trace).length);

    await store.erase();

    const after = traces.flatMap((trace) => filesWith(path(), trace));
    assert.ok(before.every((count) => count > 0));
    assert.deepEqual(after, []);
  });

  it('removes the databases that were set aside, with what belongs to them, and no other file', async () => {
    const store = open();
    await store.write([chipPut('a')]);
    for (const end of ['.corrupt-1', '.corrupt-1-wal', '.corrupt-27']) {
      writeFileSync(fileIn(path()) + end, 'x'.repeat(3_000_000));
    }
    writeFileSync(join(dirname(fileIn(path())), 'other.corrupt-1'), 'of another program');
    writeFileSync(`${keyFileIn(path())}.0123456789ab`, 'left behind by a crash');

    await store.erase();
    await store.close();

    assert.deepEqual(readdirSync(dirname(fileIn(path()))).toSorted(), [
      'chipboard.db',
      'chipboard.db.lock',
      'chipboard.key',
      'other.corrupt-1',
    ]);
  });

  it('erases a damaged database too', async () => {
    const store = open();
    await store.write([chipPut('a')]);
    await store.close();
    writeFileSync(fileIn(path()), 'This is no database. '.repeat(500));
    const again = open();

    await again.erase();

    assert.deepEqual(filesWith(path(), Buffer.from('This is no database')), []);
    assert.deepEqual(await chipIds(again), []);
  });

  it('says so when traces are left because another process reads the database', async () => {
    const store = openStore(path(), { lockWait: 50 });
    await store.write([chipPut('a')]);
    const reader = new DatabaseSync(fileIn(path()));
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM chips').get();

    const erasing = store.erase();

    await assert.rejects(erasing, storeErrorOf('locked'));
    await assert.rejects(erasing, /Erase again/);
    assert.deepEqual(await chipIds(store), []);
    reader.exec('COMMIT');
    reader.close();
    await store.erase();
    await store.write([chipPut('b')]);
    assert.equal(await textOf(store, 'b'), 'content of b');
    await store.close();
  });
}

function others({ open, path }: TestStores): void {
  it('is seen by another store, which goes on with the new keys', async () => {
    const [one, two] = [open(), open()];
    await one.write([chipPut('a')]);
    await two.write([chipPut('b')]);
    const version = await two.version();

    await one.erase();

    assert.notEqual(await two.version(), version);
    assert.deepEqual(await chipIds(two), []);
    await two.write([chipPut('c', { text: 'content of a' })]);
    await one.write([chipPut('d')]);
    assert.equal(await textOf(one, 'c'), 'content of a');
    assert.equal(await textOf(two, 'd'), 'content of d');
    assert.deepEqual(await one.searchChips('CONTENT'), ['c', 'd']);
  });

  it('does not let another process write with the old keys', async () => {
    const store = open();
    await store.write([chipPut('before')]);
    const writer = fork(program, [workerPath, fileIn(path()), 'w', '200']);
    await once(writer, 'message');
    const end = once(writer, 'exit');
    writer.send('go');

    for (let times = 0; times < 5; times += 1) {
      await store.erase();
      await store.counts();
    }
    const [code] = (await end) as [number];

    const chips = await store.chips({});
    const texts = await Promise.all(chips.map((chip) => textOf(store, chip.id)));
    assert.equal(code, 0);
    assert.deepEqual(
      texts,
      chips.map((chip) => `content of ${chip.id}`),
    );
    assert.ok(!chips.some((chip) => chip.id === 'before'));
  });

  it('is finished by the next opening where it was cut off before the new keys were written', async () => {
    const store = open();
    await store.write([chipPut('a')]);
    onDatabase(path(), (db) => db.exec(`UPDATE facts SET value = 'other keys'`));

    await store.write([chipPut('b')]);

    assert.equal(await textOf(store, 'a'), 'content of a');
    assert.equal(await textOf(open(), 'b'), 'content of b');
  });
}
