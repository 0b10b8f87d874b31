import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'mocha';
import { makeFolder } from '../../../src/node/store/databaseFile.ts';
import { loadKeys } from '../../../src/node/store/keyFile.ts';
import { PayloadSeal } from '../../../src/node/store/payloadSeal.ts';
import { migrate, migrations, schemaVersion } from '../../../src/node/store/schema.ts';
import type { Store } from '../../../src/ports/store.ts';
import { bytesOf, chipPut, eventsPut, storeErrorOf, textOf } from '../../contract/storeSamples.ts';
import { deleteAllRows, fileIn, onDatabase, openStore, storesOfEachTest } from './sqliteSetup.ts';

/** What one event of version 3 is stored with. */
interface Stored {
  readonly data: string;
  readonly name?: string;
  /** Undefined for a text that was erased. */
  readonly text?: string;
}

/** The appends of two sessions, in the order in which they came. */
const appends: readonly (readonly [session: number, first: number, events: readonly Stored[]])[] = [
  [1, 1, [{ data: '{"a":"ü"}', name: 'user_001@v1', text: 'same' }, { data: '{"b":2}' }]],
  [2, 1, [{ data: '{"c":3}', name: 'user_001@v1', text: 'same' }]],
  [1, 3, [{ data: '{"d":4}', name: 'tool_002@v1', text: 'long '.repeat(900) }]],
  [1, 4, [{ data: '{"e":5}', name: 'tool_003@v1' }, { data: '{"f":6}' }]],
];

/** Makes a database as version 3 left it: sessions `s1` and `s2`, and a chip with one of their texts. */
function makeThirdVersion(file: string): void {
  makeFolder(file);
  const seal = new PayloadSeal(loadKeys(dirname(file)));
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  migrate(db, migrations.slice(0, 3));
  const content = db.prepare('INSERT INTO contents (sealed) VALUES (?)');
  const payload = db.prepare('INSERT INTO payloads VALUES (?, 0, ?) ON CONFLICT DO NOTHING');
  const put = (text: string): string => {
    const key = seal.keyOf(bytesOf(text));
    if (db.prepare('SELECT 1 FROM payloads WHERE key = ?').get(key) === undefined) {
      payload.run(key, content.run(seal.seal(bytesOf(text), key)).lastInsertRowid);
    }
    return key;
  };
  for (const n of [1, 2]) {
    const title = seal.seal(bytesOf(`title of s${n}`), `title:s${n}`);
    db.prepare(`INSERT INTO sessions VALUES (?, ?, 'chipboard', '/w', ?, ?)`).run(
      n,
      `s${n}`,
      title,
      n,
    );
  }
  const event = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const [session, first, events] of appends) {
    const lengths = events.map(({ data }) => data.length).join(' ');
    const plain = bytesOf(`${lengths}\n${events.map(({ data }) => data).join('')}`);
    const sealed = seal.seal(plain, `event:s${session}:${first}`);
    for (const [index, { name, text }] of events.entries()) {
      const data = index === 0 ? sealed : null;
      const key = text === undefined ? null : put(text);
      event.run(session, first + index, 10 + first + index, 'ingest', data, name ?? null, key);
    }
  }
  const words = seal.seal(bytesOf('{"excerpt":"same"}'), `words:${seal.keyOf(bytesOf('same'))}`);
  db.prepare(
    `INSERT INTO chips (id, kind, tool, payload, bytes, words, workspace, created)
     VALUES ('a', 'call', 'replace', ?, 4, ?, '/w', 1)`,
  ).run(put('same'), words);
  db.close();
}

/** All that is stored of the sessions. */
async function sessionsIn(store: Store): Promise<unknown> {
  const rows = await store.sessions({ limit: 10 });
  const names = ['user_001@v1', 'tool_002@v1', 'tool_003@v1'];
  return Promise.all(
    rows.map(async (row) => {
      const events = await store.sessionEvents(row.id, 0, 100);
      const texts = [...(await store.artifacts(row.id, names))];
      return {
        row: [row.id, row.title, row.updated, row.events],
        events: events.map(({ seq, at, data }) => [seq, at, data]),
        texts: texts.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
      };
    }),
  );
}

const expected = [
  {
    row: ['s1', 'title of s1', 15, 5],
    events: [
      [1, 11, '{"a":"ü"}'],
      [2, 12, '{"b":2}'],
      [3, 13, '{"d":4}'],
      [4, 14, '{"e":5}'],
      [5, 15, '{"f":6}'],
    ],
    texts: [
      ['user_001@v1', 'same'],
      ['tool_002@v1', 'long '.repeat(900)],
    ],
  },
  {
    row: ['s2', 'title of s2', 11, 1],
    events: [[1, 11, '{"c":3}']],
    texts: [['user_001@v1', 'same']],
  },
];

describe('A database of version 3', () => {
  const { open, path } = storesOfEachTest();

  it('keeps its sessions with their events and texts', async () => {
    makeThirdVersion(fileIn(path()));

    const store = open();

    assert.deepEqual(await sessionsIn(store), expected);
    assert.deepEqual(
      (await store.sessionEvents('s1', 4, 1)).map(({ data }) => data),
      ['{"f":6}'],
    );
    assert.equal(
      onDatabase(path(), (db) => db.prepare('PRAGMA integrity_check').get()?.integrity_check),
      'ok',
    );
  });

  it('goes on with new events, erased texts and removals, and leaves no text behind', async () => {
    makeThirdVersion(fileIn(path()));
    const store = open();

    await store.write([eventsPut('s1', 5, [{ text: 'new', name: 'user_004@v1' }])]);
    await store.write([{ op: 'eraseArtifacts', session: 's1', names: ['tool_002@v1'] }]);

    await assert.rejects(
      store.write([eventsPut('s1', 5, [{ text: 'x' }])]),
      storeErrorOf('conflict'),
    );
    await assert.rejects(
      store.write([eventsPut('s1', 6, [{ text: 'x', name: 'tool_003@v1' }])]),
      storeErrorOf('failed'),
      'a name is given once, also that of an erased text',
    );
    assert.deepEqual(
      [...(await store.artifacts('s1', ['user_004@v1', 'tool_002@v1']))],
      [['user_004@v1', bytesOf('new')]],
    );
    await store.write([
      { op: 'deleteSession', id: 's1' },
      { op: 'deleteSession', id: 's2' },
    ]);
    assert.equal(await textOf(store, 'a'), 'same');
    assert.equal(deleteAllRows(path()), 0);
  });

  it('is as it was when the step to version 4 fails, or its program is killed in it', async () => {
    makeThirdVersion(fileIn(path()));
    const fourth = migrations[3] ?? '';
    onDatabase(path(), (db) => {
      db.exec('PRAGMA journal_mode = WAL');
      const steps = [...migrations.slice(0, 3), `${fourth}; nonsense`];
      assert.throws(() => migrate(db, steps), /syntax error/);
      assert.equal(schemaVersion(db), 3);
    });
    // What a killed program leaves is what is in the files in the middle of its transaction.
    const killed = join(path(), 'killed');
    onDatabase(path(), (db) => {
      db.exec('PRAGMA cache_size = 1');
      db.exec('BEGIN IMMEDIATE');
      db.exec(fourth);
      copyStorage(path(), killed);
      db.exec('ROLLBACK');
    });
    onDatabase(killed, (db) => {
      assert.equal(schemaVersion(db), 3);
      assert.equal(db.prepare('SELECT count(*) AS n FROM events').get()?.n, 6);
    });

    const again = openStore(killed);
    assert.deepEqual(await sessionsIn(again), expected);
    await again.close();
    assert.deepEqual(await sessionsIn(open()), expected);
  });

  it('can be migrated by two programs at once', async () => {
    makeThirdVersion(fileIn(path()));
    const stores = [open(), open()];

    const found = await Promise.all(stores.map(sessionsIn));

    assert.deepEqual(found, [expected, expected]);
    await stores[0]?.write([chipPut('b')]);
    assert.equal(await textOf(stores[1] as Store, 'b'), 'content of b');
  });
});

/** Copies the files of a store to another folder, as they are now. */
function copyStorage(from: string, to: string): void {
  const [source, target] = [dirname(fileIn(from)), dirname(fileIn(to))];
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    // The index of the log is made anew.
    if (!name.endsWith('-shm')) {
      copyFileSync(join(source, name), join(target, name));
    }
  }
}
