import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'mocha';
import { makeFolder } from '../../../src/node/store/databaseFile.ts';
import { loadKeys } from '../../../src/node/store/keyFile.ts';
import { PayloadSeal } from '../../../src/node/store/payloadSeal.ts';
import { migrate, migrations } from '../../../src/node/store/schema.ts';
import {
  bytesOf,
  chipPut,
  eventsPut,
  sessionPut,
  storeErrorOf,
  textOf,
} from '../../contract/storeSamples.ts';
import { deleteAllRows, fileIn, onDatabase, storesOfEachTest } from './sqliteSetup.ts';
import type { TestStores } from './sqliteSetup.ts';

describe('Sessions of a SqliteStore', () => {
  const made = storesOfEachTest();

  describe('that were changed', () => changed(made));
  describe('in the file', () => inFile(made));
  describe('in a database of version 2', () => secondVersion(made));
});

const numberOf = (folder: string, query: string): unknown =>
  onDatabase(folder, (db) => db.prepare(`SELECT (${query}) AS n`).get()?.n);

function changed({ open, path }: TestStores): void {
  it('give the texts that are as they were stored', async () => {
    const store = open();
    await store.write([
      sessionPut('s1'),
      eventsPut('s1', 0, [
        { text: 'one', name: 'x' },
        { text: 'two', name: 'y' },
      ]),
    ]);
    onDatabase(path(), (db) =>
      db.exec(`UPDATE contents SET sealed = x'00'
        WHERE n = (SELECT content FROM payloads JOIN events ON payload = key WHERE artifact = 'x')`),
    );

    const found = await store.artifacts('s1', ['x', 'y']);

    assert.deepEqual([...found], [['y', bytesOf('two')]]);
  });

  it('are refused when an event has the data of another, while their texts are there', async () => {
    const store = open();
    await store.write([sessionPut('s1'), eventsPut('s1', 0, [{ text: 'one', name: 'x' }])]);
    await store.write([eventsPut('s1', 1, [{ text: 'two' }])]);
    onDatabase(path(), (db) =>
      db.exec('UPDATE events SET data = (SELECT data FROM events WHERE seq = 1) WHERE seq = 2'),
    );

    await assert.rejects(store.sessionEvents('s1', 1, 10), storeErrorOf('tampered'));
    assert.equal((await store.sessionEvents('s1', 0, 1)).length, 1);
    assert.equal((await store.artifacts('s1', ['x'])).size, 1);
  });

  it('are refused when an event was put in or taken out of those that were sealed together', async () => {
    const store = open();
    const texts = [{ text: 'one' }, { text: 'two' }];
    await store.write([sessionPut('s1'), eventsPut('s1', 0, texts)]);
    onDatabase(path(), (db) =>
      db.exec(`INSERT INTO events VALUES (1 << 32 | 3, 1, 'ingest', NULL, NULL, NULL)`),
    );
    await assert.rejects(store.sessionEvents('s1', 2, 10), storeErrorOf('tampered'));

    onDatabase(path(), (db) => db.exec('DELETE FROM events WHERE seq = 1'));

    await assert.rejects(store.sessionEvents('s1', 0, 10), storeErrorOf('tampered'));
  });

  it('are listed without a title that was changed', async () => {
    const store = open();
    await store.write([sessionPut('s1'), sessionPut('s2')]);
    onDatabase(path(), (db) =>
      db.exec(`UPDATE sessions SET title = (SELECT title FROM sessions WHERE id = 's2')`),
    );

    const titles = (await store.sessions({ limit: 5 })).map((session) => session.title);

    assert.deepEqual(titles, ['title of s2', '']);
  });
}

function inFile({ open, path }: TestStores): void {
  it('have a text once, and leave none behind', async () => {
    const store = open();
    await store.write([
      chipPut('a', { text: 'same' }),
      sessionPut('s1'),
      eventsPut('s1', 0, [
        { text: 'same', name: 'x' },
        { text: 'same', name: 'y' },
      ]),
      eventsPut('s1', 2, [{ text: 'other', name: 'z' }]),
    ]);
    const contents = () => numberOf(path(), 'SELECT count(*) FROM contents');

    const before = contents();
    await store.write([{ op: 'eraseArtifacts', session: 's1', names: ['x', 'z'] }]);
    const erased = contents();
    await store.write([{ op: 'deleteChip', id: 'a' }]);
    const held = contents();
    await store.write([{ op: 'deleteSession', id: 's1' }]);

    assert.deepEqual([before, erased, held, contents()], [2, 1, 1, 0]);
    assert.equal(numberOf(path(), 'SELECT count(*) FROM payloads'), 0);
    assert.equal(numberOf(path(), 'SELECT count(*) FROM events'), 0);
  });

  it('have zeros where an erased text was', async () => {
    const store = open();
    await store.write([
      sessionPut('s1'),
      eventsPut('s1', 0, [
        { text: 'one', name: 'x' },
        { text: 'other '.repeat(9), name: 'y' },
      ]),
    ]);
    const sealed = onDatabase(path(), (db) => {
      const rows = db.prepare('SELECT sealed FROM contents ORDER BY n').all();
      return rows.map((row) => Buffer.from(row.sealed as Uint8Array).subarray(8));
    });
    const inDatabase = () => {
      onDatabase(path(), (db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
      const bytes = readFileSync(fileIn(path()));
      return sealed.map((part) => bytes.includes(part));
    };

    const before = inDatabase();
    await store.write([{ op: 'eraseArtifacts', session: 's1', names: ['x'] }]);

    assert.deepEqual(before, [true, true]);
    assert.deepEqual(inDatabase(), [false, true]);
  });

  it('find a text by the index of names', async () => {
    await open().write([sessionPut('s1')]);

    const plan = onDatabase(path(), (db) =>
      db
        .prepare('EXPLAIN QUERY PLAN SELECT payload FROM events WHERE session = 1 AND artifact = ?')
        .all('x'),
    );

    assert.match(JSON.stringify(plan), /events_artifact \(session=\? AND artifact=\?\)/);
  });
}

/** Makes a database as version 2 left it: a chip and a call with one text, another chip with its own. */
function makeSecondVersion(file: string): void {
  makeFolder(file);
  const seal = new PayloadSeal(loadKeys(dirname(file)));
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  migrate(db, migrations.slice(0, 2));
  const keys = ['shared', 'own '.repeat(2000)].map((text) => {
    const key = seal.keyOf(bytesOf(text));
    db.prepare('INSERT INTO payloads VALUES (?, 0)').run(key);
    db.prepare('INSERT INTO contents VALUES (?, ?)').run(key, seal.seal(bytesOf(text), key));
    return key;
  });
  for (const [index, key] of keys.entries()) {
    const words = seal.seal(bytesOf('{"excerpt":"words"}'), `words:${key}`);
    db.prepare(
      `INSERT INTO chips (id, kind, tool, payload, bytes, words, workspace, created)
       VALUES (?, 'call', 'replace', ?, 1, ?, '/w', ?)`,
    ).run(`c${index}`, key, words, index);
  }
  db.prepare(
    `INSERT INTO calls (id, tool, client, workspace, started, duration, outcome, arguments)
     VALUES ('call', 'replace', 'Client', '/w', 1, 1, 'ok', ?)`,
  ).run(keys[0] ?? '');
  db.close();
}

function secondVersion({ open, path }: TestStores): void {
  it('find its texts as they were, and share them', async () => {
    makeSecondVersion(fileIn(path()));
    const store = open();

    await store.write([
      sessionPut('s1'),
      eventsPut('s1', 0, [
        { text: 'shared', name: 'x' },
        { text: 'new', name: 'y' },
      ]),
      { op: 'deleteChip', id: 'c0' },
      { op: 'dropCalls', before: 10 },
    ]);

    assert.equal(await textOf(store, 'c1'), 'own '.repeat(2000));
    assert.deepEqual(
      [...(await store.artifacts('s1', ['x', 'y'])).values()],
      [bytesOf('shared'), bytesOf('new')],
    );
    assert.equal(numberOf(path(), 'SELECT count(*) FROM contents'), 3);
    assert.equal(deleteAllRows(path()), 0);
  });
}
