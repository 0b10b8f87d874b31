import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { storeContract } from '../../contract/store.contract.ts';
import { chipIds, chipPut, storeErrorOf } from '../../contract/storeSamples.ts';
import { MemoryStore } from '../../fakes/memoryStore.ts';

storeContract('MemoryStore', () => {
  const store = new MemoryStore();
  return Promise.resolve({
    store,
    reopen: () => Promise.resolve(store.reopened()),
    dispose: () => store.close(),
  });
});

describe('MemoryStore', () => {
  it('throws what it is told to, keeps nothing then, and records what was asked', async () => {
    const store = new MemoryStore();
    store.failWith = 'full';

    const write = store.write([chipPut('a')]);

    await assert.rejects(write, storeErrorOf('full'));
    store.failWith = undefined;
    assert.deepEqual(await chipIds(store), []);
    assert.deepEqual(store.writes, [[chipPut('a')]]);
  });
});
