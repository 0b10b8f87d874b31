import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, it } from 'mocha';
import { stubFor } from '../../../src/core/context/budget/stub.ts';
import type { ContextSession } from '../../../src/core/context/contextSession.ts';
import { createSession } from '../../../src/core/context/openSession.ts';
import type { Operation, PatchActor } from '../../../src/core/context/operations.ts';
import { loadKeys } from '../../../src/node/store/keyFile.ts';
import { PayloadSeal } from '../../../src/node/store/payloadSeal.ts';
import type { Store } from '../../../src/ports/store.ts';
import { allAllowed } from '../../fakes/contextBench.ts';
import { offload, redact, restore } from '../../fakes/contextOperations.ts';
import { RecordingLog } from './sqliteLog.ts';
import { fileIn, onDatabase, storesOfEachTest } from './sqliteSetup.ts';

const row = { id: 's1', source: 'chipboard', workspace: '/w', title: 't', created: 1 };
const secret = 'hunter2-and-more';

/** Every text of the database and every event of the session, opened with the store's key. */
async function opened(store: Store, folder: string): Promise<string> {
  const seal = new PayloadSeal(loadKeys(dirname(fileIn(folder))));
  const texts = onDatabase(folder, (db) =>
    db.prepare('SELECT key, sealed FROM payloads JOIN contents ON n = content').all(),
  ).map(({ key, sealed }) =>
    new TextDecoder().decode(seal.openPayload(sealed as Uint8Array, String(key))),
  );
  const events = await store.sessionEvents('s1', 0, 1000);
  return [...texts, ...events.map(({ data }) => data)].join('\n');
}

async function apply(
  session: ContextSession,
  operation: Operation,
  actor: PatchActor,
): Promise<void> {
  const done = await session.apply({ reason: 'test', operations: [operation] }, actor);
  assert.deepEqual(done.rejections, []);
}

describe('A redaction in a SqliteStore', () => {
  const { open, path } = storesOfEachTest();

  it('leaves the value in no row, though stubs of runtime and model told of it', async () => {
    const store = open();
    const policy = { ...allAllowed, keepRedacted: false };
    const session = await createSession(row, {
      ...{ store, clock: { now: () => 1000 }, log: new RecordingLog(), policy: () => policy },
    });
    const calls = [{ id: 'c', name: 'read', arguments: '{"file":"a.json"}' }];
    const text = JSON.stringify({ password: secret, log: 'line '.repeat(500) });
    const [, result] = await session.ingest([
      { kind: 'assistant_message', text: '', calls },
      { kind: 'tool_result', call: 'c', name: 'read', text },
    ]);
    assert.ok(result !== undefined);
    const said = { description: `with ${secret}`, summary: `has ${secret}`, hint: secret };
    for (const replaceWith of [stubFor(result, text), said]) {
      await apply(session, offload([result.id], { replaceWith }), 'runtime');
      await apply(session, restore([result.id]), 'agent');
    }
    assert.equal((await opened(store, path())).split(secret).length - 1, 5);

    await apply(session, redact([result.id], 'password'), 'user');

    const left = await opened(store, path());
    assert.ok(left.includes('line line') && left.includes('payload_offload'));
    assert.ok(!left.includes(secret));
  });
});
