import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'mocha';
import type { ContextSession, SessionParts } from '../../../src/core/context/contextSession.ts';
import type { JournalStore } from '../../../src/core/context/journalWriter.ts';
import { SessionConflict } from '../../../src/core/context/journalWriter.ts';
import { createSession, openSession } from '../../../src/core/context/openSession.ts';
import { textsOf } from '../../../src/core/context/texts.ts';
import { allAllowed } from '../../fakes/contextBench.ts';
import { compact, offload, redact, show } from '../../fakes/contextOperations.ts';
import { checkSession } from '../../fakes/contextWalk.ts';
import { RecordingLog } from './sqliteLog.ts';
import { fileIn, onDatabase, storesOfEachTest, workerPath } from './sqliteSetup.ts';

const row = { id: 's1', source: 'chipboard', workspace: '/w', title: 't', created: 1 };
const loop = fileURLToPath(new URL('contextLoop.ts', import.meta.url));

function partsOf(store: JournalStore, log = new RecordingLog()): SessionParts {
  return { store, clock: { now: () => 1000 }, log, policy: () => allAllowed };
}

async function opened(store: JournalStore): Promise<ContextSession> {
  const found = await openSession('s1', partsOf(store));
  assert.equal(found?.unreadable, 0);
  return found.session;
}

function shown(session: ContextSession): string {
  return JSON.stringify([session.view(), session.manifest(), session.viewHash]);
}

/** A message with calls and an answer to each. Gives the ids. */
async function chain(session: ContextSession, ...texts: string[]): Promise<string[]> {
  const calls = texts.map((_, index) => ({
    id: `call_${session.state.order.length}_${index}`,
    name: 'be-read',
    arguments: `{"file":"${index}"}`,
  }));
  const blocks = await session.ingest([
    { kind: 'assistant_message', text: 'looking', calls },
    ...calls.map(({ id, name }, index) => {
      return { kind: 'tool_result', call: id, name, text: texts[index] ?? '' } as const;
    }),
  ]);
  return blocks.map(({ id }) => id);
}

async function filled(store: JournalStore): Promise<ContextSession> {
  const session = await createSession(row, partsOf(store));
  await session.ingest([{ kind: 'user_message', text: '\ufeffRead \ud800 日本語 it.' }]);
  const one = await chain(session, 'one '.repeat(500), '{"name":"a","password":"b"}');
  const two = await chain(session, '', 'two\r\n');
  await session.ingest([{ kind: 'user_message', text: 'And now?' }]);
  const done = await session.apply(
    {
      reason: 'test',
      operations: [
        offload(one.slice(1, 2), {
          replaceWith: { description: 'd', summary: '\ud800', hint: '' },
        }),
        redact(one.slice(2), 'password'),
        compact(two),
      ],
    },
    'agent',
  );
  assert.deepEqual(done.rejections, []);
  return session;
}

/** Every text that a block names, in view or not. */
async function checkTexts(session: ContextSession): Promise<void> {
  for (const { block } of session.state.entries) {
    for (const artifact of [block.content.artifact, ...textsOf(block)]) {
      assert.notEqual(await session.text(artifact), undefined, artifact);
    }
  }
}

describe('A context session in a SqliteStore', () => {
  const { open, path } = storesOfEachTest();

  it('opens in another window as it was, to the byte', async () => {
    const session = await filled(open());
    const pinned = await session.pin(['assistant_002'], true, 'user');
    await session.recordCall({
      request: 'r',
      model: 'm',
      estimate: 1,
      visibleBlocks: 1,
      outcome: 'ok',
      viewHash: session.viewHash,
    });

    const again = await opened(open());

    assert.equal(shown(again), shown(session));
    assert.deepEqual(again.outline, session.outline);
    assert.deepEqual(again.state.metrics, session.state.metrics);
    assert.equal(again.state.get(pinned[0] ?? '')?.pinned, true);
    await checkTexts(again);
  });

  it('goes on from there: ids, chains and patches', async () => {
    await filled(open());
    const again = await opened(open());
    const before = shown(again);

    const ids = await chain(again, 'three');
    const undone = await again.undo('patch_001', 'user');
    const redone = await again.undo(undone.patch?.id ?? '', 'user');
    await again.apply({ reason: 'test', operations: [show(ids, 'hidden')] }, 'user');

    assert.deepEqual([undone.rejections, redone.rejections], [[], []]);
    assert.equal(shown(again), before);
    assert.equal(shown(await opened(open())), before);
  });

  it('notices that another window went on with it, and leaves what that one wrote', async () => {
    const session = await filled(open());
    const other = await opened(open());
    await other.ingest([{ kind: 'user_message', text: 'from there' }]);
    const before = shown(session);

    await assert.rejects(chain(session, 'from here'), SessionConflict);

    assert.equal(shown(session), before);
    assert.equal(shown(await opened(open())), shown(other));
  });

  it('goes on while the file is locked, and stores all of it afterwards', async () => {
    const log = new RecordingLog();
    const store = open({ lockWait: 20 });
    await filled(store);
    const found = await openSession('s1', partsOf(store, log));
    assert.ok(found !== undefined);
    const { session } = found;
    const holder = new DatabaseSync(fileIn(path()));
    holder.exec('BEGIN EXCLUSIVE');
    try {
      const ids = await chain(session, 'three');
      await session.apply({ reason: 'test', operations: [offload(ids.slice(1))] }, 'agent');
      assert.equal(await session.text(`${ids[1] ?? ''}@v1`), 'three');
      assert.ok(session.waiting > 0);
      assert.equal(log.lines.length, 1);
    } finally {
      holder.exec('ROLLBACK');
      holder.close();
    }

    await session.ingest([{ kind: 'user_message', text: 'four' }]);
    await session.retryStore();

    assert.equal(session.waiting, 0);
    const again = await opened(open());
    assert.equal(shown(again), shown(session));
    await checkTexts(again);
  });

  it('goes on while the file is full, and stores all of it once there is room', async () => {
    await filled(open());
    const [small, large] = [open({ maxPages: 40 }), open()];
    let store = small;
    const session = await opened({
      write: (writes) => store.write(writes),
      sessions: (query) => store.sessions(query),
      session: (id) => store.session(id),
      sessionEvents: (...range) => store.sessionEvents(...range),
      artifacts: (...names) => store.artifacts(...names),
    });
    for (let number = 0; number < 30; number += 1) {
      await chain(session, randomText(number));
    }
    assert.ok(session.waiting > 0);

    store = large;
    await session.ingest([{ kind: 'user_message', text: 'four' }]);

    assert.equal(session.waiting, 0);
    const again = await opened(open());
    assert.equal(shown(again), shown(session));
    await checkTexts(again);
  });

  it('leaves out an event that it does not know, and says so', async () => {
    const session = await filled(open());
    const expected = session.view().filter(({ text }) => text !== '[block:user_008]\nAnd now?');
    assert.equal(expected.length, session.view().length - 1);
    const last = `SELECT max(seq) FROM events WHERE artifact = 'user_008@v1'`;
    onDatabase(path(), (db) => db.exec(`UPDATE events SET type = 'later' WHERE seq = (${last})`));
    const log = new RecordingLog();

    const found = await openSession('s1', partsOf(open(), log));

    assert.equal(found?.unreadable, 1);
    assert.equal(log.lines.length, 1);
    assert.deepEqual(found.session.view(), expected);
    await chain(found.session, 'three');
    assert.equal(found.session.waiting, 0, 'no name is given again');
  });

  it('that was killed in the middle opens with all that it had said was stored', async () => {
    for (const changes of [1, 6]) {
      const stored = await killedAfter(changes);

      const store = open();
      const session = await opened(store);
      assert.ok(session.state.order.length >= stored, `${stored} blocks were stored`);
      checkSession(session);
      await checkTexts(session);
      await chain(session, 'three');
      assert.equal(shown(await opened(open())), shown(session));
      await store.write([{ op: 'deleteSession', id: 's1' }]);
    }
  }).timeout(30_000);

  /** Lets the program fill a session until it has told of so many changes, then kills it. Gives the blocks it told of. */
  async function killedAfter(changes: number): Promise<number> {
    const child = fork(loop, [workerPath, fileIn(path())]);
    let stored = 0;
    let told = 0;
    child.on('message', (blocks: number) => {
      stored = blocks;
      told += 1;
      if (told === changes) {
        // A moment later, so that it is in the middle of something.
        setTimeout(() => child.kill('SIGKILL'), changes % 4);
      }
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL');
    assert.ok(stored > 0);
    return stored;
  }
});

/** A text that does not pack well. */
function randomText(seed: number): string {
  let state = seed + 1;
  return Array.from({ length: 4000 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 24).toString(16);
  }).join('');
}
