import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Store } from '../../src/ports/store.ts';
import { bytesOf, callPut, chipPut, eventsOf, snapshotPut } from './storeSamples.ts';

/** How snapshots and calls are kept, and how files are renamed. */
export function storeRecordsContract(storeOf: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = storeOf();
  });

  describe('snapshots', () => snapshots(() => store));
  describe('states of snapshots', () => snapshotStates(() => store));
  describe('limits of snapshots', () => snapshotLimits(() => store));
  describe('calls', () => calls(() => store));
  describe('renamed files', () => renames(() => store));
}

function snapshots(store: () => Store): void {
  it('gives back a snapshot with everything it was put with', async () => {
    const given = {
      event: 'e1',
      file: '/w/a.ts',
      tool: 'replace',
      workspace: '/w',
      session: 's1',
      state: 'pending',
      encoding: 'gbk',
      mode: 0o755,
      created: 5,
      of: 'e0',
    } as const;

    await store().write([snapshotPut('e1', { ...given, text: 'lines' })]);

    const [row, ...others] = await store().snapshots({});
    assert.ok(row);
    assert.deepEqual(row, { ...given, change: row.change });
    assert.deepEqual(others, []);
    assert.deepEqual(await store().payload(row.change), bytesOf('lines'));
  });

  it('lists only the rows that meet all conditions, oldest first and in plan order', async () => {
    await store().write([
      snapshotPut('e2', { created: 2, file: '/w/z' }),
      snapshotPut('e2', { created: 2, file: '/w/y' }),
      snapshotPut('e1', { created: 1, file: '/w/z', state: 'pending' }),
      snapshotPut('e3', { created: 3, workspace: '/v' }),
    ]);

    const rows = async (query: Parameters<Store['snapshots']>[0]) =>
      (await store().snapshots(query)).map((row) => `${row.event} ${row.file}`);
    assert.deepEqual(await rows({ workspaces: ['/w'] }), ['e1 /w/z', 'e2 /w/z', 'e2 /w/y']);
    assert.deepEqual(await rows({ event: 'e2' }), ['e2 /w/z', 'e2 /w/y']);
    assert.deepEqual(await rows({ file: '/w/z', states: ['applied'] }), ['e2 /w/z']);
    assert.deepEqual(await rows({ states: ['pending', 'dropped'] }), ['e1 /w/z']);
    assert.deepEqual(await rows({ states: [] }), []);
  });
}

function snapshotStates(store: () => Store): void {
  it('sets the state of all rows of an event', async () => {
    await store().write([
      snapshotPut('e1', { state: 'pending', file: '/w/a' }),
      snapshotPut('e1', { state: 'pending', file: '/w/b' }),
      snapshotPut('e2', { state: 'pending' }),
    ]);

    await store().write([{ op: 'setSnapshotState', event: 'e1', state: 'applied' }]);

    const states = (await store().snapshots({})).map((row) => row.state);
    assert.deepEqual(states, ['applied', 'applied', 'pending']);
  });

  it('commits the applied rows of one workspace', async () => {
    await store().write([
      snapshotPut('e1'),
      snapshotPut('e2', { state: 'pending' }),
      snapshotPut('e3', { state: 'rolled-back' }),
      snapshotPut('e4', { workspace: '/v' }),
    ]);

    await store().write([{ op: 'commitSnapshots', workspace: '/w' }]);

    const states = (await store().snapshots({})).map((row) => row.state);
    assert.deepEqual(states, ['committed', 'pending', 'rolled-back', 'applied']);
  });
}

function snapshotLimits(store: () => Store): void {
  it('evicts the oldest events of the workspace, each with all its rows', async () => {
    await store().write([
      snapshotPut('e0', { created: 0, workspace: '/v' }),
      snapshotPut('e2', { created: 2 }),
      snapshotPut('e1', { created: 1, file: '/w/a' }),
      snapshotPut('e1', { created: 1, file: '/w/b' }),
    ]);

    await store().write([
      snapshotPut('e3', { created: 3, file: '/w/a', limit: 2 }),
      snapshotPut('e3', { created: 3, file: '/w/b', limit: 2 }),
    ]);

    assert.deepEqual(await eventsOf(store()), ['e0', 'e2', 'e3', 'e3']);
  });

  it('never evicts a pending event or the one just put', async () => {
    await store().write([
      snapshotPut('e1', { created: 1, state: 'pending' }),
      snapshotPut('e2', { created: 2 }),
    ]);

    await store().write([snapshotPut('e0', { created: 0, limit: 1 })]);

    assert.deepEqual(await eventsOf(store()), ['e0', 'e1']);
  });
}

function calls(store: () => Store): void {
  it('gives back a call with everything it was put with', async () => {
    const given = {
      id: 'c1',
      tool: 'replace',
      client: 'Client 1.0',
      session: 's1',
      workspace: '/w',
      file: '/w/a.ts',
      started: 7,
      duration: 0.25,
      outcome: 'old-mismatch',
      chip: 'aaaaaa',
      event: 'e1',
    };
    const contents = { argumentsContent: bytesOf('{"a":1}'), resultContent: bytesOf('') };

    await store().write([callPut('c1', { ...given, ...contents })]);

    const [call, ...others] = await store().calls(10);
    assert.ok(call?.arguments !== undefined && call.result !== undefined);
    assert.deepEqual(call, { ...given, arguments: call.arguments, result: call.result });
    assert.deepEqual(others, []);
    assert.deepEqual(await store().payload(call.arguments), bytesOf('{"a":1}'));
    assert.deepEqual(await store().payload(call.result), bytesOf(''));
  });

  it('keeps and lists the newest calls, newest first', async () => {
    await store().write([
      callPut('b', { started: 2 }),
      callPut('c', { started: 3 }),
      callPut('a', { started: 1 }),
      callPut('d', { started: 3, limit: 3 }),
    ]);

    const ids = async (limit: number) => (await store().calls(limit)).map((call) => call.id);
    assert.deepEqual(await ids(10), ['d', 'c', 'b']);
    assert.deepEqual(await ids(2), ['d', 'c']);
    assert.deepEqual(await ids(0), []);
  });

  it('keeps no call with a limit of 0', async () => {
    await store().write([callPut('a', { argumentsContent: bytesOf('{}') })]);

    await store().write([callPut('b', { limit: 0, argumentsContent: bytesOf('{"b":1}') })]);

    assert.deepEqual(await store().calls(10), []);
  });
}

function renames(store: () => Store): void {
  const files = [
    '/w/a_%',
    '/w/a_%/x\u{1f600}.ts',
    '/w/a_%\\y.ts',
    '/w/a_%0',
    '/w/ab%/x.ts',
    '/w/A_%/x.ts',
  ];

  it('moves chips and snapshots of a file or of all below a folder, and no others', async () => {
    const moved = ['/n', '/n/x\u{1f600}.ts', '/n\\y.ts', '/w/a_%0', '/w/ab%/x.ts', '/w/A_%/x.ts'];
    await store().write([
      ...files.map((file, at) => chipPut(`c${at}`, { file })),
      ...files.map((file) => snapshotPut('e1', { file })),
      chipPut('none'),
    ]);

    await store().write([{ op: 'renameFile', from: '/w/a_%', to: '/n' }]);

    const chips = (await store().chips({})).map((chip) => chip.file);
    assert.deepEqual(chips, [...moved, undefined]);
    assert.deepEqual(
      (await store().snapshots({})).map((row) => row.file),
      moved,
    );
  });

  it('moves each row once when a folder becomes part of itself', async () => {
    await store().write([chipPut('a', { file: '/w/a' }), chipPut('b', { file: '/w/a/x' })]);

    await store().write([{ op: 'renameFile', from: '/w/a', to: '/w/a/b' }]);

    const chips = (await store().chips({})).map((chip) => chip.file);
    assert.deepEqual(chips, ['/w/a/b', '/w/a/b/x']);
  });
}
