import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { ImportedChip, Store, StoreWrite } from '../../src/ports/store.ts';
import {
  bytesOf,
  callPut,
  chipIds,
  chipPut,
  putOne,
  snapshotPut,
  storeErrorOf,
  textOf,
} from './storeSamples.ts';

/** How rows are found, counted, limited in bytes, imported and erased. */
export function storeFindingContract(storeOf: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = storeOf();
  });

  describe('search', () => search(() => store));
  describe('calls by what they are about', () => callsAbout(() => store));
  describe('counts', () => counts(() => store));
  describe('limits in bytes and time', () => limits(() => store));
  describe('import', () => imports(() => store));
  describe('erasing', () => erasing(() => store));
}

const json = (value: unknown): Uint8Array => bytesOf(JSON.stringify(value));

function search(store: () => Store): void {
  it('finds words in text, error, tool and file, whatever their case, oldest first', async () => {
    await store().write([
      chipPut('b', { content: json({ content: 'A needle in hay' }), created: 2 }),
      chipPut('a', { content: json({ files: [{ content: ['Needle', 'HAY'] }] }), created: 1 }),
      chipPut('c', { errorMessage: 'No needle.', file: '/w/Hay.ts', workspace: '/v' }),
      chipPut('d', { text: 'needle' }),
      chipPut('e', { tool: 'hay-needle', text: 'x', created: 0 }),
    ]);

    assert.deepEqual(await store().searchChips(' NEEDLE\n hay'), ['e', 'a', 'c', 'b']);
    assert.deepEqual(await store().searchChips('none'), []);
    assert.equal((await store().searchChips(' ')).length, 5);
  });

  it('looks at the strings of JSON, not at how they are escaped or named', async () => {
    await store().write([
      chipPut('a', { content: json({ content: 'first "quoted"\n\\back\tslash é' }) }),
    ]);

    for (const words of ['"quoted"', '\\back', 'é', 'first slash']) {
      assert.deepEqual(await store().searchChips(words), ['a'], words);
    }
    for (const words of ['\\n\\back', 'nback', '\\"quoted', '{"content']) {
      assert.deepEqual(await store().searchChips(words), [], words);
    }
  });

  it('finds what a chip is now, also after an earlier search', async () => {
    await store().write([
      chipPut('a', { text: 'same', file: '/w/old' }),
      chipPut('b', { text: 'other' }),
    ]);
    const before = await store().searchChips('old same');

    await store().write([
      chipPut('x', { text: 'same', errorMessage: 'new' }),
      { op: 'deleteChip', id: 'b' },
    ]);

    assert.deepEqual(before, ['a']);
    assert.deepEqual(await store().searchChips('new same'), ['a']);
    assert.deepEqual(await store().searchChips('old'), []);
    assert.deepEqual(await store().searchChips('other'), []);
  });

  it('finds texts of more than a megabyte', async () => {
    await store().write([chipPut('a', { text: `${'long '.repeat(300_000)}needle` })]);

    assert.deepEqual(await store().searchChips('needle'), ['a']);
    assert.deepEqual(await store().searchChips('needle'), ['a']);
  });
}

function callsAbout(store: () => Store): void {
  it('are those of a chip, of an event, or of both, newest first', async () => {
    await store().write([
      callPut('a', { chip: 'x', started: 2, lines: '12-40' }),
      callPut('b', { event: 'e', started: 3 }),
      callPut('c', { chip: 'x', event: 'e', started: 1 }),
      callPut('d', { started: 4 }),
    ]);

    const ids = async (query: Parameters<Store['callsAbout']>[0]) =>
      (await store().callsAbout(query)).map((call) => call.id);
    assert.deepEqual(await ids({ chip: 'x' }), ['a', 'c']);
    assert.deepEqual(await ids({ event: 'e' }), ['b', 'c']);
    assert.deepEqual(await ids({ chip: 'x', event: 'e' }), ['c']);
    assert.deepEqual(await ids({ chip: 'none' }), []);
    assert.deepEqual(await ids({}), []);
  });

  it('gives a call by its id, with its lines', async () => {
    await store().write([callPut('a', { lines: '12-40', file: '/w/a.ts' })]);

    const call = await store().call('a');

    assert.deepEqual([call, call?.lines], [(await store().calls(1))[0], '12-40']);
    assert.equal(await store().call('none'), undefined);
  });
}

function counts(store: () => Store): void {
  it('are of what is there', async () => {
    await store().write([
      chipPut('a', { text: '12345' }),
      chipPut('b', { text: '12345', workspace: '/v' }),
      chipPut('c', { text: 'gone' }),
      { op: 'updateChip', id: 'a', pinned: true },
      { op: 'deleteChip', id: 'c' },
      snapshotPut('e1', { file: '/w/a' }),
      snapshotPut('e1', { file: '/w/b' }),
      callPut('c1'),
    ]);

    assert.deepEqual(await store().counts(), { chips: 2, chipBytes: 10, calls: 1, events: 1 });
  });
}

function limits(store: () => Store): void {
  it('evict the oldest chips of all kinds of the workspace, never a pinned or the new one', async () => {
    await store().write([
      chipPut('p', { text: 'pinned', created: 0 }),
      { op: 'updateChip', id: 'p', pinned: true },
      chipPut('v', { text: '12345', created: 0, workspace: '/v' }),
      chipPut('b', { text: 'bbbbb', created: 2 }),
      chipPut('a', { text: 'aaaaa', created: 1, kind: 'deleted' }),
      chipPut('c', { text: 'ccccc', created: 3 }),
    ]);

    const one = await putOne(store(), chipPut('d', { text: '1234', created: 4, limitBytes: 14 }));
    const alone = await putOne(store(), chipPut('e', { text: '123', created: 0, limitBytes: 1 }));

    assert.deepEqual(one.evicted, ['a']);
    assert.deepEqual(alone.evicted, ['b', 'c', 'd']);
    assert.deepEqual((await chipIds(store())).toSorted(), ['e', 'p', 'v']);
  });

  it('drop the oldest calls, never the new one', async () => {
    const texts = { argumentsContent: bytesOf('12345'), resultContent: bytesOf('12345') };
    await store().write([
      callPut('b', { ...texts, started: 2 }),
      callPut('a', { ...texts, started: 1 }),
      callPut('c', { started: 3, ...texts, limitBytes: 29 }),
    ]);
    const ids = async () => (await store().calls(9)).map((call) => call.id);
    const first = await ids();

    await store().write([callPut('d', { started: 0, ...texts, limitBytes: 3 })]);

    assert.deepEqual(first, ['c', 'b']);
    assert.deepEqual(await ids(), ['d']);
  });

  it('drop calls by the time they started', async () => {
    await store().write([
      ...['a', 'b', 'c', 'd'].map((id, at) => callPut(id, { started: at })),
      callPut('e', { started: 9, since: 2 }),
    ]);
    const ids = async () => (await store().calls(9)).map((call) => call.id);
    const first = await ids();

    await store().write([{ op: 'dropCalls', before: 3 }]);

    assert.deepEqual(first, ['e', 'd', 'c']);
    assert.deepEqual(await ids(), ['e', 'd']);
  });

  it('say how many chips had come to their time', async () => {
    await store().write([chipPut('a', { expires: 2 }), chipPut('b', { expires: 3 })]);

    const outcome = await store().write([
      { op: 'expireChips', now: 2 },
      { op: 'expireChips', now: 3 },
    ]);

    assert.deepEqual(outcome, { chips: [], imported: 0, known: 0, expired: 2 });
  });
}

function importOf(id: string, over: Partial<ImportedChip> = {}): StoreWrite {
  const chip: ImportedChip = {
    ids: [id],
    kind: 'call',
    tool: 'replace',
    workspace: '/w',
    content: bytesOf(`content of ${id}`),
    excerpt: 'first words',
    created: 5,
    pinned: false,
    ...over,
  };
  return { op: 'importChip', chip };
}

function imports(store: () => Store): void {
  it('keeps id, time and pin of a chip', async () => {
    const outcome = await store().write([
      importOf('a', { pinned: true, expires: 9, replayed: 7, errorMessage: 'It differs.' }),
      importOf('b'),
    ]);

    const chip = await store().chip('a');
    assert.deepEqual(outcome, { chips: [], imported: 2, known: 0, expired: 0 });
    assert.deepEqual(
      [chip?.pinned, chip?.created, chip?.expires, chip?.replayed, chip?.errorMessage],
      [true, 5, 9, 7, 'It differs.'],
    );
    assert.equal(await textOf(store(), 'a'), 'content of a');
  });

  it('changes nothing where an equal chip is there, even one whose time is over', async () => {
    await store().write([chipPut('a', { text: 'same', expires: 2 })]);
    const before = await store().chips({});

    const outcome = await store().write([
      importOf('x', { content: bytesOf('same'), pinned: true }),
      importOf('y', { content: bytesOf('same'), workspace: '/v' }),
    ]);

    assert.deepEqual([outcome.imported, outcome.known], [1, 1]);
    assert.deepEqual(await store().chips({ workspaces: ['/w'] }), before);
  });

  it('takes the first id that is free and fails where none is', async () => {
    await store().write([chipPut('a', { text: 'another' })]);

    await store().write([importOf('a', { ids: ['a', 'b'] })]);

    await assert.rejects(
      store().write([importOf('b', { content: bytesOf('third') })]),
      storeErrorOf('failed'),
    );
    assert.deepEqual(await chipIds(store()), ['a', 'b']);
  });

  it('counts for the limits of the next new chip', async () => {
    await store().write([importOf('a'), importOf('p', { pinned: true })]);

    const stored = await putOne(store(), chipPut('b', { limit: 1, created: 9 }));

    assert.deepEqual(stored.evicted, ['a']);
  });
}

function erasing(store: () => Store): void {
  it('leaves nothing, and what comes after is kept', async () => {
    await store().write([chipPut('a'), snapshotPut('e1'), callPut('c1', { chip: 'a' })]);
    const key = (await store().chip('a'))?.payload ?? '';
    const before = await store().version();

    await store().erase();

    assert.deepEqual(await store().counts(), { chips: 0, chipBytes: 0, calls: 0, events: 0 });
    assert.deepEqual(await store().snapshots({}), []);
    assert.equal(await store().payload(key), undefined);
    assert.deepEqual(await store().searchChips('content'), []);
    assert.notEqual(await store().version(), before);
    await store().write([chipPut('a', { text: 'new' })]);
    assert.equal(await textOf(store(), 'a'), 'new');
  });

  it('makes readers of changes begin anew', async () => {
    await store().write([chipPut('a'), callPut('c1')]);
    const chips = await store().chipChanges({ limit: 1 });
    const calls = await store().callChanges({ limit: 1 });

    await store().erase();
    await store().write([chipPut('b'), chipPut('c'), callPut('c2'), callPut('c3')]);

    const chipsSince = await store().chipChanges({ after: chips.head, limit: 5 });
    const callsSince = await store().callChanges({ after: calls.head, limit: 5 });
    assert.equal(chipsSince.reset, true);
    assert.ok(callsSince.oldest > calls.head);
    assert.equal(callsSince.calls.length, 2);
  });
}
