import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'mocha';
import { makeFolder } from '../../../src/node/store/databaseFile.ts';
import { loadKeys } from '../../../src/node/store/keyFile.ts';
import { PayloadSeal } from '../../../src/node/store/payloadSeal.ts';
import { migrate, migrations, schemaVersion } from '../../../src/node/store/schema.ts';
import type { Store } from '../../../src/ports/store.ts';
import { keptPartBytes } from '../../../src/ports/transcriptStore.ts';
import {
  bytesOf,
  chipPut,
  eventsPut,
  keptPut,
  partPut,
  textOf,
  transcriptPut,
} from '../../contract/storeSamples.ts';
import {
  deleteAllRows,
  fileIn,
  keyFileIn,
  onDatabase,
  storesOfEachTest,
  type TestStores,
} from './sqliteSetup.ts';

describe('Transcripts in a SqliteStore', () => {
  const made = storesOfEachTest();

  describe('that were changed', () => changed(made));
  describe('that others have open', () => shared(made));
  describe('in a database of version 4', () => fourthVersion(made));
});

const whole = randomBytes(keptPartBytes);

/** An index of two, the first with what reading goes on from, and two kept sessions, the first with two parts. */
async function fill(store: Store): Promise<void> {
  await store.write([
    transcriptPut('/a', { used: 2, resume: bytesOf('resume') }),
    transcriptPut('/b'),
    keptPut('s1', { updated: 9 }),
    keptPut('s2'),
    partPut('s1', 0, 0, whole),
    partPut('s1', 0, 1, 'end'),
  ]);
}

/** What can be read of them. */
async function found(store: Store): Promise<unknown> {
  return {
    index: (await store.transcripts({})).map(({ path }) => path),
    resume: (await store.transcriptResume('/a'))?.length,
    kept: (await store.keptSessions()).map(({ id }) => id),
    bytes: [
      (await store.keptBytes('s1', 0, 0, 5))?.length,
      (await store.keptBytes('s1', 0, keptPartBytes, 5))?.length,
      (await store.keptBytes('s1', 0, keptPartBytes - 1, 5))?.length,
    ],
  };
}

const all = { index: ['/a', '/b'], resume: 6, kept: ['s1', 's2'], bytes: [5, 3, 4] };

function changed({ open, path }: TestStores): void {
  const damages: readonly (readonly [string, Partial<typeof all> | object])[] = [
    [`UPDATE transcripts SET sealed = x'00' WHERE path = '/b'`, { index: ['/a'] }],
    [`UPDATE transcripts SET path = '/c' WHERE path = '/b'`, { index: ['/a'] }],
    [
      `UPDATE resumes SET sealed = (SELECT sealed FROM transcripts WHERE path = '/a')`,
      { resume: undefined },
    ],
    [
      `UPDATE keptSessions SET sealed = (SELECT sealed FROM keptSessions WHERE id = 's2')`,
      { kept: ['s2'] },
    ],
    [`DELETE FROM contents WHERE length(sealed) < 100`, { bytes: [5, undefined, undefined] }],
    [`UPDATE contents SET sealed = x'00'`, { bytes: [undefined, undefined, undefined] }],
    [`DELETE FROM keptParts WHERE part = 0`, { bytes: [undefined, 3, undefined] }],
  ];
  for (const [sql, difference] of damages) {
    it(`are as if they were not there, and nothing else is missing: ${sql}`, async () => {
      const store = open();
      await fill(store);
      assert.deepEqual(await found(store), all);

      onDatabase(path(), (db) => db.exec(sql));

      assert.deepEqual(await found(store), { ...all, ...difference });
    });
  }

  it('are as if they were not there with another key, and can be stored anew', async () => {
    const store = open();
    await fill(store);
    await store.close();
    rmSync(keyFileIn(path()));
    const again = open();

    const lost = await found(again);
    await fill(again);

    assert.deepEqual(lost, {
      index: [],
      resume: undefined,
      kept: [],
      bytes: [undefined, undefined, undefined],
    });
    assert.deepEqual(await found(again), all);
    assert.equal(deleteAllRows(path()), 0);
  });
}

function shared({ open }: TestStores): void {
  it('are the same for both, whoever wrote them last', async () => {
    const [one, two] = [open(), open()];
    await fill(one);
    assert.deepEqual(await found(two), all);

    await Promise.all([
      one.write([transcriptPut('/b', { used: 3 })]),
      two.write([partPut('s1', 0, 1, 'more'), { op: 'deleteKept', id: 's2' }]),
    ]);

    const expected = { ...all, index: ['/b', '/a'], kept: ['s1'], bytes: [5, 4, 5] };
    assert.deepEqual(await found(one), expected);
    assert.deepEqual(await found(two), expected);
    await two.erase();
    assert.deepEqual(await one.keptSessions(), []);
    assert.deepEqual(await one.transcripts({}), []);
  });
}

/** Makes a database as version 4 left it: a session with a text, which a chip has as well. */
function makeFourthVersion(file: string): void {
  makeFolder(file);
  const seal = new PayloadSeal(loadKeys(dirname(file)));
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  migrate(db, migrations.slice(0, 4));
  const key = seal.keyOf(bytesOf('same'));
  db.prepare('INSERT INTO contents (sealed) VALUES (?)').run(seal.seal(bytesOf('same'), key));
  db.prepare('INSERT INTO payloads VALUES (?, 0, 1)').run(key);
  const title = seal.seal(bytesOf('title'), 'title:s1');
  db.prepare(`INSERT INTO sessions VALUES (1, 's1', 'chipboard', '/w', ?, 1)`).run(title);
  const data = seal.seal(bytesOf('2\n{}'), 'event:s1:1');
  db.prepare(`INSERT INTO events VALUES (1 << 32 | 1, 5, 'ingest', ?, 'x', ?)`).run(data, key);
  const words = seal.seal(bytesOf('{"excerpt":"same"}'), `words:${key}`);
  db.prepare(
    `INSERT INTO chips (id, kind, tool, payload, bytes, words, workspace, created)
     VALUES ('a', 'call', 'replace', ?, 4, ?, '/w', 1)`,
  ).run(key, words);
  db.close();
}

function fourthVersion({ open, path }: TestStores): void {
  it('find what it has as it was, and are stored beside it', async () => {
    makeFourthVersion(fileIn(path()));
    const store = open();

    await fill(store);
    await store.write([partPut('s2', 0, 0, 'same'), eventsPut('s1', 1, [{ text: 'new' }])]);
    await store.write([{ op: 'deleteSession', id: 's1' }, chipPut('b')]);

    assert.equal(await textOf(store, 'a'), 'same');
    assert.deepEqual(await store.keptBytes('s2', 0, 0, 9), bytesOf('same'));
    assert.deepEqual(await found(store), all);
    assert.equal(deleteAllRows(path()), 0);
  });

  it('can be migrated by two programs at once', async () => {
    makeFourthVersion(fileIn(path()));
    const stores = [open(), open()];

    const texts = await Promise.all(stores.map((store) => textOf(store, 'a')));

    assert.deepEqual(texts, ['same', 'same']);
    assert.equal(onDatabase(path(), schemaVersion), migrations.length);
  });

  it('are not there when the step to version 5 fails, and what it has is as it was', async () => {
    makeFourthVersion(fileIn(path()));
    onDatabase(path(), (db) => {
      const steps = [...migrations.slice(0, 4), `${migrations[4] ?? ''}; nonsense`];
      assert.throws(() => migrate(db, steps), /syntax error/);
      assert.equal(schemaVersion(db), 4);
    });

    const store = open();

    assert.equal((await store.session('s1'))?.events, 1);
    await fill(store);
    assert.deepEqual(await found(store), all);
  });
}
