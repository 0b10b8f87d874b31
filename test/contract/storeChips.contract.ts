import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Store } from '../../src/ports/store.ts';
import { bytesOf, chipIds, chipPut, putOne, storeErrorOf, textOf } from './storeSamples.ts';

/** How chips are kept, refreshed and evicted. */
export function storeChipsContract(storeOf: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = storeOf();
  });

  describe('chips', () => {
    keeping(() => store);
    changing(() => store);
    refreshing(() => store);
  });
  describe('limits of chips', () => limits(() => store));
}

function keeping(store: () => Store): void {
  it('gives back a chip with everything it was put with', async () => {
    const given = {
      kind: 'deleted',
      tool: 'delete',
      workspace: '/w',
      excerpt: 'first words',
      file: '/w/a.ts',
      errorCode: 'old-mismatch',
      errorMessage: 'It differs.',
      session: 's1',
      event: 'e1',
      created: 5,
      expires: 9,
      replayed: 6,
    } as const;

    const stored = await putOne(store(), chipPut('aaaaaa', { ...given, content: bytesOf('é') }));

    const chip = await store().chip('aaaaaa');
    assert.deepEqual(stored, { id: 'aaaaaa', refreshed: false, evicted: [] });
    assert.deepEqual(chip, {
      ...given,
      id: 'aaaaaa',
      bytes: 2,
      pinned: false,
      payload: chip?.payload,
    });
    assert.equal(await textOf(store(), 'aaaaaa'), 'é');
  });

  it('lists chips oldest first, and those of the same time in the order they were put', async () => {
    await store().write([
      chipPut('c', { created: 2 }),
      chipPut('b', { created: 1 }),
      chipPut('a', { created: 2 }),
    ]);

    assert.deepEqual(await chipIds(store()), ['b', 'c', 'a']);
  });

  it('lists only the chips that meet all conditions', async () => {
    await store().write([
      chipPut('a', { workspace: '/v', file: '/v/x' }),
      chipPut('b', { workspace: '/w', file: '/v/x' }),
      chipPut('c', { workspace: '/w', file: '/v/x', tool: 'insert' }),
      chipPut('d', { workspace: '/u' }),
    ]);

    const ids = async (query: Parameters<Store['chips']>[0]) =>
      (await store().chips(query)).map((chip) => chip.id);
    assert.deepEqual(await ids({ workspaces: ['/w', '/u'] }), ['b', 'c', 'd']);
    assert.deepEqual(await ids({ file: '/v/x' }), ['a', 'b', 'c']);
    assert.deepEqual(await ids({ tool: 'insert' }), ['c']);
    assert.deepEqual(await ids({ workspaces: ['/w'], file: '/v/x', tool: 'replace' }), ['b']);
    assert.deepEqual(await ids({ workspaces: [] }), []);
  });
}

function changing(store: () => Store): void {
  it('takes the first id that is free, and replaces the last one if none is', async () => {
    await store().write([chipPut('a'), chipPut('b')]);

    const second = await putOne(store(), chipPut('', { ids: ['a', 'c', 'd'], text: 'one' }));
    const third = await putOne(store(), chipPut('', { ids: ['a', 'b'], text: 'two' }));

    assert.equal(second.id, 'c');
    assert.equal(third.id, 'b');
    assert.equal(await textOf(store(), 'b'), 'two');
    assert.deepEqual(await chipIds(store()), ['a', 'c', 'b']);
  });

  it('keeps nothing of a transaction of which one write fails', async () => {
    const write = store().write([chipPut('a'), chipPut('', { ids: [] })]);

    await assert.rejects(write, storeErrorOf('failed'));
    assert.deepEqual(await chipIds(store()), []);
  });

  it('changes only what an update gives, and nothing for an unknown id', async () => {
    await store().write([chipPut('a', { event: 'e1' })]);

    await store().write([
      { op: 'updateChip', id: 'a', pinned: true, replayed: 7 },
      { op: 'updateChip', id: 'a', event: 'e2' },
      { op: 'updateChip', id: 'none', pinned: true },
      { op: 'deleteChip', id: 'none' },
    ]);

    const chip = await store().chip('a');
    assert.deepEqual([chip?.pinned, chip?.replayed, chip?.event], [true, 7, 'e2']);
  });
}

function refreshing(store: () => Store): void {
  it('refreshes an equal chip: new time and error, same id and pin', async () => {
    await store().write([
      chipPut('a', { text: 'same', errorCode: 'x', file: '/w/old', expires: 50 }),
      { op: 'updateChip', id: 'a', pinned: true, replayed: 3 },
    ]);

    const again = chipPut('b', { text: 'same', created: 9, errorMessage: 'y', session: 's' });
    const stored = await putOne(store(), again);

    const chip = await store().chip('a');
    assert.deepEqual(stored, { id: 'a', refreshed: true, evicted: [] });
    assert.deepEqual(chip, {
      id: 'a',
      kind: 'call',
      tool: 'replace',
      workspace: '/w',
      payload: chip?.payload,
      bytes: 4,
      excerpt: 'same',
      errorMessage: 'y',
      session: 's',
      created: 9,
      replayed: 3,
      pinned: true,
    });
    assert.deepEqual(await chipIds(store()), ['a']);
  });

  it('makes a new chip when workspace, kind or tool differ, or the equal one is expired', async () => {
    await store().write([
      chipPut('a', { text: 'same', expires: 5 }),
      chipPut('b', { text: 'same', workspace: '/v' }),
      chipPut('c', { text: 'same', kind: 'deleted' }),
      chipPut('d', { text: 'same', tool: 'insert' }),
    ]);

    const stored = await putOne(store(), chipPut('e', { text: 'same', created: 5 }));

    assert.deepEqual(stored, { id: 'e', refreshed: false, evicted: [] });
    assert.deepEqual((await chipIds(store())).toSorted(), ['a', 'b', 'c', 'd', 'e']);
  });

  it('refreshes a pinned chip even after its time', async () => {
    await store().write([
      chipPut('a', { text: 'same', expires: 5 }),
      { op: 'updateChip', id: 'a', pinned: true },
    ]);

    const stored = await putOne(store(), chipPut('b', { text: 'same', created: 8 }));

    assert.deepEqual(stored, { id: 'a', refreshed: true, evicted: [] });
  });
}

function limits(store: () => Store): void {
  it('evicts the oldest chips of the same workspace and kind, and says which', async () => {
    await store().write([
      chipPut('x', { created: 0, workspace: '/v' }),
      chipPut('y', { created: 0, kind: 'deleted' }),
      chipPut('b', { created: 2 }),
      chipPut('a', { created: 1 }),
      chipPut('c', { created: 3 }),
    ]);

    const stored = await putOne(store(), chipPut('d', { created: 4, limit: 2 }));

    assert.deepEqual(stored.evicted, ['a', 'b']);
    assert.deepEqual(await chipIds(store()), ['x', 'y', 'c', 'd']);
  });

  it('never evicts a pinned chip or the one just put', async () => {
    await store().write([
      chipPut('a', { created: 1 }),
      chipPut('b', { created: 2 }),
      { op: 'updateChip', id: 'a', pinned: true },
    ]);

    const older = await putOne(store(), chipPut('c', { created: 0, limit: 1 }));
    const zero = await putOne(store(), chipPut('d', { created: 0, limit: 0 }));

    assert.deepEqual(older.evicted, ['b']);
    assert.deepEqual(zero.evicted, ['c']);
    assert.deepEqual(await chipIds(store()), ['d', 'a']);
  });

  it('counts a chip again after it is unpinned', async () => {
    await store().write([
      chipPut('a', { created: 1 }),
      { op: 'updateChip', id: 'a', pinned: true },
      { op: 'updateChip', id: 'a', pinned: false },
    ]);

    const stored = await putOne(store(), chipPut('b', { created: 2, limit: 1 }));

    assert.deepEqual(stored.evicted, ['a']);
  });

  it('deletes the unpinned chips whose time is over', async () => {
    await store().write([
      chipPut('a', { expires: 5 }),
      chipPut('b', { expires: 6 }),
      chipPut('c', { expires: 5 }),
      chipPut('d'),
      { op: 'updateChip', id: 'c', pinned: true },
    ]);

    await store().write([{ op: 'expireChips', now: 5 }]);

    assert.deepEqual(await chipIds(store()), ['b', 'c', 'd']);
  });
}
