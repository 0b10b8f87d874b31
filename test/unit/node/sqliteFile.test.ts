import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import { migrations } from '../../../src/node/store/schema.ts';
import {
  bytesOf,
  callPut,
  chipIds,
  chipPut,
  eventsPut,
  sessionPut,
  snapshotPut,
  storeErrorOf,
} from '../../contract/storeSamples.ts';
import { fileIn, keyFileIn, onDatabase, openStore, tempFolder } from './sqliteSetup.ts';
import type { TempFolder } from './sqliteSetup.ts';

/** Windows has no such bits; there the folder's access list decides. */
const itWithModes = process.platform === 'win32' ? it.skip : it;

describe('The file of a SqliteStore', () => {
  let folder: TempFolder;
  let store: SqliteStore;
  beforeEach(async () => {
    folder = await tempFolder();
    store = openStore(folder.path);
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  describe('on disk', () => onDisk(() => ({ store, folder: folder.path })));
  describe('as to what it contains', () => contents(() => ({ store, folder: folder.path })));
  describe('of another version', () => versions(() => ({ store, folder: folder.path })));
});

interface Made {
  readonly store: SqliteStore;
  readonly folder: string;
}

function modesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder).map((name) => {
    const { mode } = statSync(join(folder, name));
    return [name, (mode & 0o777).toString(8)];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function textsIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

function onDisk(made: () => Made): void {
  itWithModes('is for its owner only, and so are its key and the other files', async () => {
    const { store, folder } = made();

    await store.write([chipPut('a')]);

    const storage = dirname(fileIn(folder));
    assert.equal((statSync(storage).mode & 0o777).toString(8), '700');
    assert.deepEqual(modesIn(storage), {
      'chipboard.db': '600',
      'chipboard.db-shm': '600',
      'chipboard.db-wal': '600',
      'chipboard.db.lock': '600',
      'chipboard.key': '600',
    });
  });

  itWithModes('takes the rights of others from files that were there', async () => {
    const { store, folder } = made();
    await store.write([chipPut('a')]);
    await store.close();
    chmodSync(fileIn(folder), 0o644);
    chmodSync(keyFileIn(folder), 0o644);

    const reopened = openStore(folder);
    await reopened.chips({});
    await reopened.close();

    assert.equal((statSync(fileIn(folder)).mode & 0o777).toString(8), '600');
    assert.equal((statSync(keyFileIn(folder)).mode & 0o777).toString(8), '600');
  });

  it('uses a write-ahead log and leaves none behind', async () => {
    const { store, folder } = made();
    await store.write([chipPut('a')]);

    const mode = onDatabase(folder, (db) => db.prepare('PRAGMA journal_mode').get());
    await store.close();

    assert.equal(mode?.journal_mode, 'wal');
    assert.deepEqual(readdirSync(dirname(fileIn(folder))).toSorted(), [
      'chipboard.db',
      'chipboard.db.lock',
      'chipboard.key',
    ]);
  });
}

function contents(made: () => Made): void {
  it('has no plain text of what is kept', async () => {
    const { store, folder } = made();
    const secret = 'unmistakable words';
    const content = bytesOf(`${secret} 1`);
    const long = bytesOf(`${secret} 2 `.repeat(100));

    await store.write([
      chipPut('a', { content, excerpt: secret, errorMessage: secret }),
      snapshotPut('e', { content: long }),
      callPut('c', { argumentsContent: content, resultContent: long }),
      sessionPut('s', { title: secret }),
      eventsPut('s', 0, [{ text: `${secret} 3`, name: 'user_001@v1' }, { text: secret }]),
    ]);

    const storage = dirname(fileIn(folder));
    const whileOpen = textsIn(storage);
    await store.close();
    assert.ok(whileOpen.includes('/w/a.ts'));
    assert.ok(whileOpen.includes('user_001@v1'));
    assert.ok(!whileOpen.includes('unmistakable'));
    assert.ok(!textsIn(storage).includes('unmistakable'));
  });

  it('has equal content once and none that nothing refers to', async () => {
    const { store, folder } = made();
    await store.write([
      chipPut('a', { text: 'same' }),
      chipPut('b', { text: 'same', kind: 'deleted' }),
      snapshotPut('e', { text: 'same' }),
      callPut('c', { argumentsContent: bytesOf('same'), resultContent: bytesOf('other') }),
    ]);
    const count = () =>
      onDatabase(folder, (db) => db.prepare('SELECT count(*) AS n FROM contents').get()?.n);

    const before = count();
    await store.write([callPut('d', { limit: 0 })]);
    const after = count();

    assert.deepEqual([before, after], [2, 1]);
  });
}

function versions(made: () => Made): void {
  it('is made ready when it is empty', async () => {
    const { store, folder } = made();
    mkdirSync(dirname(fileIn(folder)));
    writeFileSync(fileIn(folder), '');

    await store.write([chipPut('a')]);

    const version = onDatabase(folder, (db) => db.prepare('PRAGMA user_version').get());
    assert.equal(version?.user_version, migrations.length);
    assert.deepEqual(await chipIds(store), ['a']);
  });

  it('is refused and left as it is when it is newer', async () => {
    const { store, folder } = made();
    mkdirSync(dirname(fileIn(folder)));
    onDatabase(folder, (db) => db.exec('CREATE TABLE later (x); PRAGMA user_version = 99'));
    const before = readFileSync(fileIn(folder));

    await assert.rejects(store.write([chipPut('a')]), storeErrorOf('newer'));
    await assert.rejects(store.chips({}), storeErrorOf('newer'));
    await store.close();

    assert.deepEqual(readFileSync(fileIn(folder)), before);
  });

  it('is not written any more after a newer program changed its schema', async () => {
    const { store, folder } = made();
    await store.write([chipPut('a')]);
    onDatabase(folder, (db) => db.exec('PRAGMA user_version = 99'));

    await assert.rejects(store.write([chipPut('b')]), storeErrorOf('newer'));
  });
}
