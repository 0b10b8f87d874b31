import fc from 'fast-check';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { ChangedChips, Store, StoreWrite } from '../../src/ports/store.ts';
import { bytesOf, callPut, chipPut, snapshotPut } from './storeSamples.ts';
import { CallList, ChipList } from './storeReaders.ts';

/** How a reader follows what changes. */
export function storeChangesContract(storeOf: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = storeOf();
  });

  describe('changes of chips', () => chipChanges(() => store));
  describe('forgotten changes of chips', () => forgotten(() => store));
  describe('changes of calls', () => callChanges(() => store));
  describe('readers', () => readers(() => store));
  describe('version', () => version(() => store));
}

const idsOf = ({ chips }: ChangedChips): readonly string[] => chips.map((chip) => chip.id);

function chipChanges(store: () => Store): void {
  it('have no number where there is none', async () => {
    const all = await store().chipChanges({ limit: 5 });
    const since = await store().chipChanges({ after: 0, limit: 5 });

    const none = { from: 0, to: 0, head: 0, more: false, reset: false, chips: [], gone: [] };
    assert.deepEqual(all, none);
    assert.deepEqual(since, none);
  });

  it('come newest first without "after", part by part', async () => {
    await store().write([chipPut('a'), chipPut('b'), chipPut('c')]);

    const first = await store().chipChanges({ limit: 2 });
    const second = await store().chipChanges({ before: first.from, limit: 2 });
    const third = await store().chipChanges({ before: second.from, limit: 2 });

    assert.deepEqual([first, second, third].map(idsOf), [['c', 'b'], ['a'], []]);
    assert.deepEqual([first.more, second.more, third.more], [true, false, false]);
    assert.equal(first.to, first.head);
    assert.deepEqual(first.chips[0], await store().chip('c'));
  });

  it('come oldest first with "after", part by part', async () => {
    await store().write([chipPut('a'), chipPut('b'), chipPut('c')]);

    const first = await store().chipChanges({ after: 0, limit: 2 });
    const second = await store().chipChanges({ after: first.to, limit: 2 });
    const third = await store().chipChanges({ after: second.to, limit: 2 });

    assert.deepEqual([first, second, third].map(idsOf), [['a', 'b'], ['c'], []]);
    assert.deepEqual([first.more, second.more, third.more], [true, false, false]);
    assert.deepEqual([third.from, third.to], [0, third.head]);
  });

  it('are everything that happens to a chip, each chip once', async () => {
    const names = ['put', 'refreshed', 'pinned', 'replayed', 'renamed', 'linked', 'removed'];
    await store().write(names.map((id) => chipPut(id, { file: `/w/${id}` })));
    const { head } = await store().chipChanges({ limit: 1 });

    await store().write([
      chipPut('again', { text: 'content of refreshed' }),
      { op: 'updateChip', id: 'pinned', pinned: true },
      { op: 'updateChip', id: 'replayed', replayed: 5 },
      { op: 'renameFile', from: '/w/renamed', to: '/w/new' },
      { op: 'updateChip', id: 'linked', event: 'e1' },
      { op: 'updateChip', id: 'pinned', pinned: false },
      { op: 'deleteChip', id: 'removed' },
      { op: 'updateChip', id: 'none', pinned: true },
      { op: 'deleteChip', id: 'none' },
    ]);
    const since = await store().chipChanges({ after: head, limit: 50 });
    const all = await store().chipChanges({ limit: 50 });

    const changed = ['refreshed', 'replayed', 'renamed', 'linked', 'pinned'];
    assert.deepEqual(idsOf(since), changed);
    assert.deepEqual(since.gone, ['removed']);
    assert.deepEqual(idsOf(all), [...changed.toReversed(), 'put']);
    assert.deepEqual(all.gone, []);
  });

  it('have chips that were evicted or whose time was over as gone', async () => {
    await store().write([chipPut('a'), chipPut('b', { created: 2, expires: 3 })]);
    const { head } = await store().chipChanges({ limit: 1 });

    await store().write([chipPut('c', { created: 3, limit: 2 }), { op: 'expireChips', now: 3 }]);

    const since = await store().chipChanges({ after: head, limit: 50 });
    assert.deepEqual([idsOf(since), since.gone], [['c'], ['a', 'b']]);
  });
}

function forgotten(store: () => Store): void {
  it('begin anew for a number that is not reached yet', async () => {
    await store().write([chipPut('a')]);
    const { head } = await store().chipChanges({ limit: 1 });

    const ahead = await store().chipChanges({ after: head + 1, limit: 5 });

    assert.deepEqual([ahead.reset, ahead.head, ahead.chips], [true, head, []]);
  });

  it('begin anew for a number before the removals that are remembered, but not from 0', async () => {
    const ids = Array.from({ length: 2100 }, (_, at) => `c${at}`);
    await store().write(ids.map((id) => chipPut(id, { limit: 5000 })));
    const { head } = await store().chipChanges({ limit: 1 });

    await store().write([
      ...ids.map((id) => ({ op: 'deleteChip', id }) as const),
      chipPut('a', { text: 'another' }),
    ]);

    const old = await store().chipChanges({ after: head, limit: 5 });
    const young = await store().chipChanges({ after: old.head - 1, limit: 5 });
    const start = await store().chipChanges({ after: 0, limit: 5000 });
    assert.deepEqual([old.reset, old.chips, old.gone, old.more], [true, [], [], false]);
    assert.deepEqual([young.reset, idsOf(young)], [false, ['a']]);
    assert.deepEqual([start.reset, idsOf(start)], [false, ['a']]);
    assert.ok(start.gone.length >= 2000);
  });
}

function callChanges(store: () => Store): void {
  const ids = async (query: Parameters<Store['callChanges']>[0]): Promise<readonly string[]> =>
    (await store().callChanges(query)).calls.map((call) => call.id);

  it('come in both directions, part by part', async () => {
    await store().write(['a', 'b', 'c'].map((id) => callPut(id)));
    const { from, head } = await store().callChanges({ limit: 2 });
    const { to } = await store().callChanges({ after: 0, limit: 2 });

    assert.deepEqual(await ids({ limit: 2 }), ['c', 'b']);
    assert.deepEqual(await ids({ before: from, limit: 2 }), ['a']);
    assert.deepEqual(await ids({ after: 0, limit: 2 }), ['a', 'b']);
    assert.deepEqual(await ids({ after: to, limit: 2 }), ['c']);
    assert.deepEqual(await ids({ after: head, limit: 2 }), []);
    assert.equal((await store().callChanges({ after: head + 1, limit: 2 })).reset, true);
  });

  it('say from where on calls are there', async () => {
    const empty = await store().callChanges({ limit: 5 });
    await store().write([callPut('a'), callPut('b', { started: 2 })]);

    await store().write([callPut('c', { started: 3, limit: 2 })]);

    const { calls, oldest } = await store().callChanges({ limit: 5 });
    assert.equal(empty.oldest, 0);
    assert.deepEqual(
      calls.map((call) => call.id),
      ['c', 'b'],
    );
    assert.equal(oldest, calls.at(-1)?.number);
  });

  it('never give a number twice', async () => {
    await store().write([callPut('a')]);
    const { head } = await store().callChanges({ limit: 1 });

    await store().write([callPut('none', { limit: 0 }), callPut('b')]);

    const since = await store().callChanges({ after: head, limit: 5 });
    assert.deepEqual(
      since.calls.map((call) => call.id),
      ['b'],
    );
  });
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const text = fc.constantFrom('one', 'two', 'three', 'four');
const small = fc.nat(4);
const write: fc.Arbitrary<StoreWrite> = fc.oneof(
  fc
    .record({ created: small, limit: fc.nat(5), text, file: fc.constantFrom('/w/a', '/w/b') })
    .chain((over) => id.map((name) => chipPut(name, over))),
  fc
    .record({ started: fc.nat(9), limit: fc.nat(4) })
    .chain((over) => id.map((name) => callPut(name, over))),
  fc.record({ op: fc.constant('updateChip'), id, pinned: fc.boolean() }),
  fc.record({ op: fc.constant('deleteChip'), id }),
  fc.constant({ op: 'renameFile', from: '/w/a', to: '/w/b' } as const),
);
/** Writes, or one step of the readers: loading the next older part, or what followed. */
const step = fc.oneof(
  fc.record({ writes: fc.array(write, { minLength: 1, maxLength: 3 }) }),
  fc.constant('load'),
  fc.constant('follow'),
);

function readers(store: () => Store): void {
  it('that load from the newest and follow have each row once, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), run),
      { numRuns: 60 },
    );

    async function run(steps: readonly unknown[], limit: number): Promise<void> {
      const readers = [new ChipList(store(), limit), new CallList(store(), limit)];
      for (const one of steps) {
        if (typeof one === 'object') {
          await store().write((one as { readonly writes: readonly StoreWrite[] }).writes);
        }
        for (const reader of readers) {
          await (one === 'load' ? reader.load() : one === 'follow' ? reader.follow() : undefined);
        }
      }
      for (const reader of readers) {
        await reader.catchUp();
        await reader.check();
      }
    }
  });
}

function version(store: () => Store): void {
  it('stays while nothing is written and differs after each write', async () => {
    const writes: readonly StoreWrite[] = [
      chipPut('a'),
      snapshotPut('e1'),
      callPut('c', { argumentsContent: bytesOf('{}') }),
      { op: 'updateChip', id: 'a', pinned: true },
      { op: 'deleteChip', id: 'a' },
    ];
    const versions = [await store().version()];

    for (const one of writes) {
      await store().write([one]);
      const [version, same] = [await store().version(), await store().version()];
      assert.equal(version, same);
      versions.push(version);
    }

    assert.equal(new Set(versions).size, writes.length + 1);
  });
}
