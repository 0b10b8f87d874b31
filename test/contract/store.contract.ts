import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../src/ports/store.ts';
import { storeArtifactsContract } from './storeArtifacts.contract.ts';
import { storeChangesContract } from './storeChanges.contract.ts';
import { storeChipsContract } from './storeChips.contract.ts';
import { storeFindingContract } from './storeFinding.contract.ts';
import { storeLostAnswersContract } from './storeLostAnswers.contract.ts';
import { storeRecordsContract } from './storeRecords.contract.ts';
import { storeSessionsContract } from './storeSessions.contract.ts';
import { storeTranscriptsContract } from './storeTranscripts.contract.ts';
import {
  bytesOf,
  callPut,
  chipIds,
  chipPut,
  eventsPut,
  sessionPut,
  snapshotPut,
  storeErrorOf,
  textOf,
  type StoreUnderTest,
} from './storeSamples.ts';

/** What every `Store` promises. `make` gives an empty store for each test. */
export function storeContract(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name} as a store`, () => {
    let made: StoreUnderTest;
    beforeEach(async () => {
      made = await make();
    });
    afterEach(() => made.dispose());

    storeChipsContract(() => made.store);
    storeRecordsContract(() => made.store);
    storeChangesContract(() => made.store);
    storeFindingContract(() => made.store);
    storeSessionsContract(() => made.store);
    storeArtifactsContract(() => made.store);
    storeTranscriptsContract(() => made.store);
    describe('a session whose answers from the store are lost', () =>
      storeLostAnswersContract(() => made.store));
    describe('payloads', () => payloads(() => made.store));
    describe('life', () => life(() => made));
  });
}

function payloads(store: () => Store): void {
  it('gives equal content one key over chips, snapshots and calls', async () => {
    await store().write([
      chipPut('a', { text: 'same' }),
      snapshotPut('e1', { text: 'same' }),
      callPut('c1', { argumentsContent: bytesOf('same'), resultContent: bytesOf('same') }),
    ]);

    const [chips, snapshots, calls] = await Promise.all([
      store().chips({}),
      store().snapshots({}),
      store().calls(1),
    ]);
    const keys = [chips[0]?.payload, snapshots[0]?.change, calls[0]?.arguments, calls[0]?.result];
    assert.equal(new Set(keys).size, 1);
    assert.match(keys[0] ?? '', /^[0-9a-f]{64}$/);
  });

  it('keeps a content as long as something refers to it', async () => {
    await store().write([chipPut('a', { text: 'same' }), snapshotPut('e1', { text: 'same' })]);
    const key = (await store().chip('a'))?.payload ?? '';

    await store().write([{ op: 'deleteChip', id: 'a' }]);
    const held = await store().payload(key);
    await store().write([snapshotPut('e2', { created: 2, limit: 1 })]);
    const gone = await store().payload(key);

    assert.deepEqual(held, bytesOf('same'));
    assert.equal(gone, undefined);
  });

  it('gives back every content as it was put', async () => {
    const contents = [
      new Uint8Array(0),
      Uint8Array.from({ length: 256 }, (_, at) => at),
      bytesOf('text '.repeat(100_000)),
    ];
    await store().write(contents.map((content, at) => chipPut(`c${at}`, { content })));

    const chips = await store().chips({});
    const read = await Promise.all(chips.map((chip) => store().payload(chip.payload)));

    assert.deepEqual(read, contents);
  });

  it('replaces a chip by one with the same content of another kind', async () => {
    await store().write([chipPut('a', { text: 'same', kind: 'deleted' })]);

    await store().write([chipPut('a', { text: 'same' })]);

    assert.equal((await store().chip('a'))?.kind, 'call');
    assert.equal(await textOf(store(), 'a'), 'same');
  });

  it('knows neither unknown chips nor unknown payloads', async () => {
    assert.equal(await store().chip('none'), undefined);
    assert.equal(await store().payload('0'.repeat(64)), undefined);
  });
}

function life(made: () => StoreUnderTest): void {
  it('does not change with what the caller does to a content afterwards', async () => {
    const content = bytesOf('before');

    const write = made().store.write([chipPut('a', { content })]);
    content.fill(0);
    await write;

    assert.equal(await textOf(made().store, 'a'), 'before');
  });

  it('carries out calls in order without waiting between them', async () => {
    const { store } = made();

    const first = store.write([chipPut('a')]);
    const between = chipIds(store);
    const second = store.write([chipPut('b')]);
    const after = chipIds(store);

    await Promise.all([first, second]);
    assert.deepEqual(await between, ['a']);
    assert.deepEqual(await after, ['a', 'b']);
  });

  it('has everything after it is opened again', async () => {
    await made().store.write([chipPut('a'), snapshotPut('e1'), callPut('c1')]);
    await made().store.write([
      sessionPut('s1'),
      eventsPut('s1', 0, [{ text: 'question', name: 'user_001@v1' }]),
    ]);

    const reopened = await made().reopen();

    assert.deepEqual(await chipIds(reopened), ['a']);
    assert.equal((await reopened.snapshots({})).length, 1);
    assert.equal((await reopened.calls(10)).length, 1);
    assert.equal(await textOf(reopened, 'a'), 'content of a');
    assert.equal((await reopened.session('s1'))?.events, 1);
    assert.equal((await reopened.artifacts('s1', ['user_001@v1'])).size, 1);
  });

  it('finishes what was asked before close and refuses what comes after', async () => {
    const { store } = made();

    const write = store.write([chipPut('a')]);
    const closing = store.close();
    const late = store.write([chipPut('b')]);

    await assert.rejects(late, storeErrorOf('closed'));
    await closing;
    assert.equal((await write).chips[0]?.id, 'a');
    await assert.rejects(store.chips({}), storeErrorOf('closed'));
    await store.close();
    assert.deepEqual(await chipIds(await made().reopen()), ['a']);
  });
}
