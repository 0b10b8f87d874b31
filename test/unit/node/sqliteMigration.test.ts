import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { makeFolder } from '../../../src/node/store/databaseFile.ts';
import { loadKeys } from '../../../src/node/store/keyFile.ts';
import { PayloadSeal } from '../../../src/node/store/payloadSeal.ts';
import { migrate, migrations } from '../../../src/node/store/schema.ts';
import type { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import { bytesOf, callPut, chipPut, putOne, textOf } from '../../contract/storeSamples.ts';
import { deleteAllRows, fileIn, openStore, tempFolder, type TempFolder } from './sqliteSetup.ts';

/** Makes a database as version 1 left it: chips `a` (pinned) and `b`, one event, two calls. */
function makeFirstVersion(file: string): void {
  makeFolder(file);
  const seal = new PayloadSeal(loadKeys(dirname(file)));
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  migrate(db, migrations.slice(0, 1));
  const put = (text: string): string => {
    const key = seal.keyOf(bytesOf(text));
    db.prepare('INSERT INTO payloads VALUES (?, 0)').run(key);
    db.prepare('INSERT INTO contents VALUES (?, ?)').run(key, seal.seal(bytesOf(text), key));
    return key;
  };
  const chip = db.prepare(
    `INSERT INTO chips (id, kind, tool, payload, bytes, words, workspace, created, pinned)
     VALUES (?, 'call', 'replace', ?, ?, ?, '/w', ?, ?)`,
  );
  for (const [id, created, pinned] of [
    ['b', 2, 0],
    ['a', 1, 1],
  ] as const) {
    const text = `content of ${id}`;
    const key = put(text);
    const words = seal.seal(bytesOf(JSON.stringify({ excerpt: text })), `words:${key}`);
    chip.run(id, key, text.length, words, created, pinned);
  }
  db.prepare(
    `INSERT INTO snapshots (event, first, file, tool, workspace, state, change, encoding, created)
     VALUES ('e1', 1, '/w/x', 'replace', '/w', 'applied', ?, 'utf8', 1)`,
  ).run(put('change'));
  const call = db.prepare(
    `INSERT INTO calls (id, tool, client, workspace, started, duration, outcome, arguments, chip, event)
     VALUES (?, 'replace', 'Client', '/w', ?, 1, 'ok', ?, 'a', 'e1')`,
  );
  call.run('c1', 1, put('arguments '.repeat(3)));
  call.run('c2', 2, null);
  db.close();
}

describe('A database of version 1', () => {
  let folder: TempFolder;
  let store: SqliteStore;
  beforeEach(async () => {
    folder = await tempFolder();
    makeFirstVersion(fileIn(folder.path));
    store = openStore(folder.path);
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  it('keeps what it has', async () => {
    const chips = await store.chips({});

    assert.deepEqual(
      chips.map(({ id, pinned, excerpt }) => [id, pinned, excerpt]),
      [
        ['a', true, 'content of a'],
        ['b', false, 'content of b'],
      ],
    );
    assert.equal(await textOf(store, 'a'), 'content of a');
    assert.equal((await store.snapshots({}))[0]?.event, 'e1');
  });

  it('has its rows in the order of changes, in counts, in searches and by what they are about', async () => {
    const chips = await store.chipChanges({ limit: 5 });
    const calls = await store.callChanges({ limit: 5 });

    assert.deepEqual(
      chips.chips.map((chip) => chip.id),
      ['b', 'a'],
    );
    assert.deepEqual(
      calls.calls.map((call) => call.id),
      ['c2', 'c1'],
    );
    assert.deepEqual(await store.counts(), { chips: 2, chipBytes: 24, calls: 2, events: 1 });
    assert.deepEqual(await store.searchChips('content'), ['a', 'b']);
    assert.equal((await store.callsAbout({ chip: 'a', event: 'e1' })).length, 2);
  });

  it('goes on with new rows, limits and removals', async () => {
    const { head } = await store.chipChanges({ limit: 1 });

    const stored = await putOne(store, chipPut('c', { text: 'new', created: 3, limitBytes: 10 }));
    await store.write([callPut('c3', { started: 3, limitBytes: 1 })]);

    const { chips, gone } = await store.chipChanges({ after: head, limit: 5 });
    assert.deepEqual(stored.evicted, ['b']);
    assert.deepEqual([chips.map((chip) => chip.id), gone], [['c'], ['b']]);
    assert.deepEqual(
      (await store.calls(5)).map((call) => call.id),
      ['c3', 'c2'],
    );
    assert.equal(deleteAllRows(folder.path), 0);
  });
});
