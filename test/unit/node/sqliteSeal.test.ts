import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { newKeys } from '../../../src/node/store/keyFile.ts';
import { PayloadSeal } from '../../../src/node/store/payloadSeal.ts';
import type { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import { chipIds, chipPut, storeErrorOf, textOf } from '../../contract/storeSamples.ts';
import { fileIn, keyFileIn, onDatabase, openStore, tempFolder } from './sqliteSetup.ts';
import type { TempFolder } from './sqliteSetup.ts';

describe('A seal', () => {
  it('never takes a nonce again, however many texts there are', () => {
    const seal = new PayloadSeal(newKeys());
    const text = Buffer.from('the same text');

    const sealed = Array.from({ length: 600 }, () => seal.seal(text, 'purpose'));

    const nonces = sealed.map((bytes) => Buffer.from(bytes.subarray(1, 13)).toString('hex'));
    assert.equal(new Set(nonces).size, 600);
    assert.ok(nonces.every((nonce) => /[1-9a-f]/.test(nonce)));
    assert.ok(sealed.every((bytes) => text.equals(seal.open(bytes, 'purpose'))));
  });
});

describe('Payloads of a SqliteStore', () => {
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

  const made = { store: () => store, path: () => folder.path };

  describe('that were changed', () => changed(made));
  describe('and the key file', () => keyFile(made));
});

interface Made {
  readonly store: () => SqliteStore;
  readonly path: () => string;
}

function changed({ store, path }: Made): void {
  it('are refused when a byte of them was changed', async () => {
    await store().write([chipPut('a')]);
    onDatabase(path(), (db) => {
      const sealed = db.prepare('SELECT sealed FROM contents').get()?.sealed as Uint8Array;
      sealed[20] = (sealed[20] ?? 0) ^ 1;
      db.prepare('UPDATE contents SET sealed = ?').run(sealed);
    });

    await assert.rejects(textOf(store(), 'a'), storeErrorOf('tampered'));
  });

  it('are refused when they stand under the key of another', async () => {
    await store().write([chipPut('a'), chipPut('b')]);
    const key = (await store().chip('b'))?.payload ?? '';
    onDatabase(path(), (db) =>
      db
        .prepare(
          `UPDATE contents SET sealed = (SELECT sealed FROM contents JOIN payloads ON content = n WHERE key <> ?1)
           WHERE n = (SELECT content FROM payloads WHERE key = ?1)`,
        )
        .run(key),
    );

    await assert.rejects(store().payload(key), storeErrorOf('tampered'));
    assert.equal(await textOf(store(), 'a'), 'content of a');
  });

  it('do not keep others from being found', async () => {
    await store().write([chipPut('a', { excerpt: 'first' }), chipPut('b')]);
    const key = (await store().chip('a'))?.payload ?? '';
    onDatabase(path(), (db) =>
      db
        .prepare(
          "UPDATE contents SET sealed = x'00' WHERE n = (SELECT content FROM payloads WHERE key = ?)",
        )
        .run(key),
    );

    assert.deepEqual(await store().searchChips('content'), ['b']);
    assert.deepEqual(await store().searchChips('first'), ['a']);
  });

  it('are refused when they were cut short', async () => {
    await store().write([chipPut('a')]);
    onDatabase(path(), (db) => db.exec("UPDATE contents SET sealed = x'00'"));

    await assert.rejects(textOf(store(), 'a'), storeErrorOf('tampered'));
  });
}

function keyFile({ store, path }: Made): void {
  it('cannot be read after the key file was lost, while new ones can', async () => {
    await store().write([chipPut('a', { text: 'same' })]);
    await store().close();
    rmSync(keyFileIn(path()));

    const reopened = openStore(path());
    await reopened.write([chipPut('b', { text: 'same' })]);

    await assert.rejects(textOf(reopened, 'a'), /key file was lost/);
    assert.equal(await textOf(reopened, 'b'), 'same');
    assert.deepEqual(await chipIds(reopened), ['a', 'b']);
    assert.equal((await reopened.chip('a'))?.excerpt, '');
    await reopened.close();
  });

  it('are not written with a key file of a wrong size, which stays as it is', async () => {
    mkdirSync(dirname(fileIn(path())));
    writeFileSync(keyFileIn(path()), 'short');

    await assert.rejects(store().write([chipPut('a')]), storeErrorOf('failed'));

    assert.equal(readFileSync(keyFileIn(path()), 'utf8'), 'short');
  });
}
