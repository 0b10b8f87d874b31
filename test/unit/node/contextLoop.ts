/*
 * A program of its own: begins a session and fills it until it is killed, telling its parent after each change how many
 * blocks are stored. Arguments: worker program, database.
 */
import { createSession } from '../../../src/core/context/openSession.ts';
import { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import { allAllowed } from '../../fakes/contextBench.ts';
import { RecordingLog } from './sqliteLog.ts';

const [workerPath = '', file = ''] = process.argv.slice(2);

async function fill(): Promise<never> {
  const log = new RecordingLog();
  const store = new SqliteStore({ workerPath, file, log });
  const row = { id: 's1', source: 'chipboard', workspace: '/w', title: 't', created: 1 };
  const clock = { now: () => Date.now() };
  const session = await createSession(row, { store, clock, log, policy: () => allAllowed });
  for (let number = 0; ; number += 1) {
    const calls = [1, 2].map((each) => ({
      id: `call_${number}_${each}`,
      name: 'be-read',
      arguments: '{}',
    }));
    const blocks = await session.ingest([
      { kind: 'assistant_message', text: `looking ${number}`, calls },
      ...calls.map(({ id, name }) => {
        return { kind: 'tool_result', call: id, name, text: `${id} `.repeat(400) } as const;
      }),
    ]);
    const ids = blocks.map(({ id }) => id);
    const output = { description: 'read', content: `summary ${number} `.repeat(50) };
    const fold = { op: 'fold', ids, output, scope: 'reading' } as const;
    await session.apply({ reason: 'loop', operations: number % 3 === 0 ? [fold] : [] }, 'agent');
    process.send?.(session.waiting === 0 ? session.state.order.length : 0);
  }
}

void fill();
