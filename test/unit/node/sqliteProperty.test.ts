import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { StoreEngine } from '../../../src/node/store/storeEngine.ts';
import type { SyncStore } from '../../../src/node/store/storeMessages.ts';
import { StoreError, type Store, type StoreWrite } from '../../../src/ports/store.ts';
import {
  bytesOf,
  callPut,
  chipPut,
  eventsPut,
  keptPut,
  partPut,
  sessionPut,
  snapshotPut,
  transcriptPut,
} from '../../contract/storeSamples.ts';
import { MemoryStore } from '../../fakes/memoryStore.ts';
import { deleteAllRows, fileIn, tempFolder, type TempFolder } from './sqliteSetup.ts';

const workspace = fc.constantFrom('/v', '/w');
const text = fc.constantFrom('one', 'two', 'three');
const content = text.map(bytesOf);
const time = fc.nat(6);
const limit = fc.nat(3);
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const event = fc.constantFrom('e1', 'e2', 'e3', 'e4');
const file = fc.constantFrom('/a', '/a/b', '/a/b/c', '/a\\b', '/ab');
const state = fc.constantFrom('pending', 'applied', 'rolled-back', 'committed', 'dropped');

const session = fc.constantFrom('s1', 's2');
const artifact = fc.constantFrom('x', 'y', 'z');
const appended = fc.array(
  fc.record({ text, name: artifact, at: time }, { requiredKeys: ['text'] }),
  { maxLength: 3 },
);

const chip = fc.record(
  {
    text,
    created: time,
    limit,
    limitBytes: fc.nat(12),
    workspace,
    kind: fc.constantFrom('call', 'deleted'),
    tool: fc.constantFrom('replace', 'insert'),
    ids: fc.array(id, { minLength: 1, maxLength: 3 }),
    expires: fc.nat(10),
    errorMessage: text,
    event,
    file,
    replayed: time,
  },
  { requiredKeys: ['created', 'limit', 'text'] },
);
const snapshot = fc.record(
  { text, created: time, limit, workspace, file, state, mode: fc.nat(0o777), of: event },
  { requiredKeys: ['created', 'limit', 'text'] },
);
const call = fc.record(
  {
    started: time,
    limit,
    limitBytes: fc.nat(12),
    since: time,
    lines: fc.constant('1-2'),
    argumentsContent: content,
    resultContent: content,
    file,
    chip: id,
    event,
  },
  { requiredKeys: ['started', 'limit'] },
);

let imports = 0;
/** An import whose id is free. */
function importOf(content: Uint8Array, created: number, pinned: boolean): StoreWrite {
  imports += 1;
  const fixed = { kind: 'call', tool: 'replace', workspace: '/w', excerpt: '' } as const;
  return {
    op: 'importChip',
    chip: { ...fixed, ids: [`import-${imports}`], content, created, pinned },
  };
}

const write: fc.Arbitrary<StoreWrite> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(id, chip).map(([name, over]) => chipPut(name, over)) },
  { weight: 3, arbitrary: fc.tuple(event, snapshot).map(([name, o]) => snapshotPut(name, o)) },
  { weight: 2, arbitrary: fc.tuple(id, call).map(([name, over]) => callPut(name, over)) },
  fc.record(
    { op: fc.constant('updateChip'), id, pinned: fc.boolean(), replayed: time, event },
    { requiredKeys: ['op', 'id'] },
  ),
  fc.record({ op: fc.constant('deleteChip'), id }),
  fc.record({ op: fc.constant('dropCalls'), before: time }),
  fc.tuple(content, time, fc.boolean()).map((given) => importOf(...given)),
  fc.record({ op: fc.constant('setSnapshotState'), event, state }),
  fc.record({ op: fc.constant('commitSnapshots'), workspace }),
  fc.record({ op: fc.constant('renameFile'), from: file, to: file }),
);

/** Apart from the others: an append that does not fit takes its whole transaction with it. */
const sessionWrite: fc.Arbitrary<StoreWrite> = fc.oneof(
  fc.tuple(session, time).map(([name, created]) => sessionPut(name, { created })),
  { weight: 4, arbitrary: fc.tuple(session, fc.nat(2), appended).map((o) => eventsPut(...o)) },
  fc.record({ op: fc.constant('eraseArtifacts'), session, names: fc.array(artifact) }),
  fc.record({ op: fc.constant('deleteSession'), id: session }),
);

const transcriptWrite: fc.Arbitrary<StoreWrite> = fc.oneof(
  fc
    .tuple(file, fc.record({ used: time, size: time, resume: content }, { requiredKeys: ['used'] }))
    .map((given) => transcriptPut(...given)),
  fc.record({ op: fc.constant('forgetTranscripts'), paths: fc.array(file, { maxLength: 2 }) }),
  fc.tuple(session, time).map(([name, updated]) => keptPut(name, { updated, kept: updated })),
  {
    weight: 4,
    arbitrary: fc.tuple(session, fc.nat(2), fc.nat(1), text).map((given) => partPut(...given)),
  },
  fc.record({ op: fc.constant('deleteKept'), id: session }),
);

/** What a store has of transcripts. */
async function transcriptsOf(store: Store | SyncStore): Promise<unknown> {
  const indexed = await store.transcripts({});
  return {
    indexed,
    some: await store.transcripts({ paths: ['/a', '/ab'], limit: 1 }),
    resumes: await Promise.all(
      indexed.map(async ({ path }) => shown(await store.transcriptResume(path))),
    ),
    kept: await store.keptSessions(),
    files: await Promise.all(
      ['s1', 's2'].map(async (name) => [
        await store.keptFiles(name),
        shown(await store.keptBytes(name, 0, 0, 10)),
        shown(await store.keptBytes(name, 1, 1, 10)),
      ]),
    ),
  };
}

const shown = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && Buffer.from(bytes).toString();

/** The sessions of a store, with their events and texts. */
async function sessionsOf(store: Store | SyncStore): Promise<unknown> {
  const rows = await store.sessions({ limit: 10 });
  return Promise.all(
    rows.map(async (row) => [
      row,
      await store.sessionEvents(row.id, 0, 100),
      await store.sessionEvents(row.id, 2, 2),
      [...(await store.artifacts(row.id, ['x', 'y', 'z']))].map(([name, content]) => [
        name,
        Buffer.from(content).toString(),
      ]),
    ]),
  );
}

/** What a transaction comes to: its outcome, or the code of its failure. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    assert.ok(error instanceof StoreError);
    return error.code;
  }
}

/** All a store holds, contents in place of their keys. */
async function listing(store: Store | SyncStore): Promise<unknown> {
  const textOf = async (key: string | undefined) =>
    key === undefined ? undefined : Buffer.from((await store.payload(key)) ?? 'none').toString();
  const [chips, snapshots, calls] = [
    await store.chips({}),
    await store.snapshots({}),
    await store.calls(100),
  ];
  const { chips: changed, more } = await store.chipChanges({ limit: 3 });
  return {
    sessions: await sessionsOf(store),
    transcripts: await transcriptsOf(store),
    counts: await store.counts(),
    found: await store.searchChips('o'),
    about: [await store.callsAbout({ chip: 'a' }), await store.callsAbout({ event: 'e1' })].map(
      (found) => found.map((one) => one.id),
    ),
    changed: [changed.length, more],
    called: (await store.callChanges({ limit: 5 })).calls.map((one) => one.id),
    chips: await Promise.all(
      chips.map(async (row) => ({ ...row, payload: await textOf(row.payload) })),
    ),
    snapshots: await Promise.all(
      snapshots.map(async (row) => ({ ...row, change: await textOf(row.change) })),
    ),
    calls: await Promise.all(
      calls.map(async (row) => ({
        ...row,
        arguments: await textOf(row.arguments),
        result: await textOf(row.result),
      })),
    ),
  };
}

describe('Any sequence of transactions', () => {
  let folder: TempFolder;
  let engine: StoreEngine;
  before(async () => {
    folder = await tempFolder();
    engine = new StoreEngine({ file: fileIn(folder.path), lockWait: 1000 });
    engine.chips({});
  });
  after(async () => {
    engine.close();
    await folder.remove();
  });

  it('leads to the same outcomes and listings in SQLite and in memory', async () => {
    const transactions = fc.array(
      fc.oneof(
        { weight: 2, arbitrary: fc.array(write, { minLength: 1, maxLength: 4 }) },
        { weight: 1, arbitrary: fc.array(sessionWrite, { minLength: 1, maxLength: 2 }) },
        { weight: 1, arbitrary: fc.array(transcriptWrite, { minLength: 1, maxLength: 3 }) },
      ),
      { minLength: 1, maxLength: 16 },
    );

    await fc.assert(
      fc.asyncProperty(transactions, async (writes) => {
        const memory = new MemoryStore();
        for (const transaction of writes) {
          const expected = await outcomeOf(() => memory.write(transaction));
          assert.deepEqual(await outcomeOf(() => engine.write(transaction)), expected);
        }
        assert.deepEqual(await listing(engine), await listing(memory));
        assert.equal(deleteAllRows(folder.path), 0);
      }),
      { numRuns: 50 },
    );
  });
});
