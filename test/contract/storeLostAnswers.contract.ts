import assert from 'node:assert/strict';
import { beforeEach, it } from 'mocha';
import type { ContextSession, SessionParts } from '../../src/core/context/contextSession.ts';
import type { JournalStore } from '../../src/core/context/journalWriter.ts';
import { lockPause, SessionConflict } from '../../src/core/context/journalWriter.ts';
import { createSession, openSession } from '../../src/core/context/openSession.ts';
import type { Store } from '../../src/ports/store.ts';
import { StoreError } from '../../src/ports/store.ts';

const row = { id: 's1', source: 'chipboard', workspace: '/w', title: 't', created: 1 };
const policy = { redact: true, replace: true, keepRedacted: false };
const secret = 'hunter2-and-more';

/** A session goes on where the store wrote a batch of its journal, but the answer did not arrive. */
export function storeLostAnswersContract(storeOf: () => Store): void {
  let answers: 'arrive' | 'are lost';
  let session: ContextSession;
  let reading: StoreError | undefined;
  let now: number;

  function parts(): SessionParts {
    const store = storeOf();
    const losing: JournalStore = {
      write: async (writes) => {
        await store.write(writes);
        if (answers === 'are lost') {
          throw new StoreError('failed', 'The worker ended before it answered.');
        }
      },
      sessions: (query) => store.sessions(query),
      session: (id) => store.session(id),
      sessionEvents: (...asked) =>
        reading === undefined ? store.sessionEvents(...asked) : Promise.reject(reading),
      artifacts: (...asked) => store.artifacts(...asked),
    };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    return { store: losing, clock: { now: () => now }, log, policy: () => policy };
  }

  async function say(text: string, to = session): Promise<void> {
    await to.ingest([{ kind: 'user_message', text }]);
  }

  /** Another window's end of the same session. */
  async function other(): Promise<ContextSession> {
    const opened = await openSession('s1', parts());
    assert.equal(opened?.unreadable, 0);
    return opened.session;
  }

  async function checkStored(): Promise<void> {
    assert.equal(session.waiting, 0);
    assert.deepEqual((await other()).view(), session.view());
  }

  beforeEach(async () => {
    answers = 'arrive';
    reading = undefined;
    now = 1000;
    session = await createSession(row, parts());
    await say('one');
  });

  it('knows what it wrote itself, and goes on behind it', async () => {
    answers = 'are lost';
    await say('two');
    assert.equal(session.waiting, 1);

    answers = 'arrive';
    await say('three');

    await checkStored();
    assert.equal((await storeOf().session('s1'))?.events, 3);
  });

  it('knows it also where one answer after the other is lost', async () => {
    answers = 'are lost';
    for (const text of ['two', 'three', 'four']) {
      await say(text);
    }
    answers = 'arrive';
    await say('five');

    await checkStored();
  });

  it('knows a batch with texts that the same batch erased', async () => {
    const calls = [{ id: 'c', name: 'be-read', arguments: '{}' }];
    await session.ingest([{ kind: 'assistant_message', text: '', calls }]);
    const result = { kind: 'tool_result', call: 'c', name: 'be-read' } as const;
    answers = 'are lost';
    await session.ingest([{ ...result, text: JSON.stringify({ name: 'a', password: secret }) }]);
    const redact = { op: 'redact', ids: ['tool_003'], dropFields: ['password'] } as const;
    const done = await session.apply({ reason: 'test', operations: [redact] }, 'user');
    assert.ok(done.ok);

    answers = 'arrive';
    await say('three');

    await checkStored();
    assert.equal((await storeOf().artifacts('s1', ['tool_003@v1'])).size, 0);
  });

  it('does not take for its own what another window wrote', async () => {
    const second = await other();
    now = 1001;
    await say('from elsewhere', second);

    await assert.rejects(say('two'), SessionConflict);
  });

  it('does not take for its own a text of the same length and beginning', async () => {
    const second = await other();
    const beginning = 'the same words '.repeat(40);
    await say(`${beginning}1`, second);

    await assert.rejects(say(`${beginning}2`), SessionConflict);
  });

  it('does not go on behind what another window wrote after it', async () => {
    answers = 'are lost';
    await say('two');
    answers = 'arrive';
    await say('from elsewhere', await other());

    await assert.rejects(say('three'), SessionConflict);
  });

  it('keeps its events while the store cannot be read to find out', async () => {
    answers = 'are lost';
    await say('two');
    answers = 'arrive';
    reading = new StoreError('locked', 'locked');
    await say('three');
    assert.equal(session.waiting, 2);

    reading = undefined;
    now += lockPause;
    await say('four');

    await checkStored();
  });
}
