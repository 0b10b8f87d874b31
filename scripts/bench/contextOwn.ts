import { ContextCare } from '../../src/core/agent/contextCare.ts';
import type { AgentModel } from '../../src/core/agent/agentModel.ts';
import type { ContextSession, SessionParts } from '../../src/core/context/contextSession.ts';
import { createSession, openSession } from '../../src/core/context/openSession.ts';
import { StoreEngine } from '../../src/node/store/storeEngine.ts';

const id = 'c0ffee000001';

/** A session over a real store, in one thread: CPU time of the store is counted, messages to its worker are not. */
export interface OwnSession {
  readonly session: ContextSession;
  /** The session read anew from its journal. */
  reopened(): Promise<ContextSession>;
  close(): void;
}

/** Answers a promise of what the engine does at once. */
function inPromise<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

/** Begins a session in a new database, with a prompt and a question. */
export async function ownSession(file: string): Promise<OwnSession> {
  const engine = new StoreEngine({ file, lockWait: 3000 });
  const parts: SessionParts = {
    store: {
      write: (writes) => inPromise(() => engine.write(writes)),
      sessions: (query) => inPromise(() => engine.sessions(query)),
      session: (name) => inPromise(() => engine.session(name)),
      sessionEvents: (...range) => inPromise(() => engine.sessionEvents(...range)),
      artifacts: (...names) => inPromise(() => engine.artifacts(...names)),
    },
    clock: { now: () => Date.now() },
    log: { info: fail, warn: fail, error: fail },
    policy: () => ({ redact: true, replace: true, keepRedacted: true }),
  };
  const row = { id, source: 'chipboard', workspace: '/w', title: 'bench', created: Date.now() };
  const session = await createSession(row, parts);
  await session.ingest([
    { kind: 'system_prompt', text: 'You help with code.' },
    { kind: 'user_message', text: 'Read all of it.' },
  ]);
  return {
    session,
    reopened: async () => {
      const opened = await openSession(id, parts);
      if (opened === undefined || opened.unreadable > 0) {
        throw new Error('The session did not open.');
      }
      return opened.session;
    },
    close: () => engine.close(),
  };
}

/** The care of a session whose model patches it, and a model to be measured for. */
export function careOf(session: ContextSession): () => unknown {
  const care = new ContextCare(session, { agentPatches: true, safetyNet: false });
  const model = { id: 'bench', family: 'bench', window: 100_000_000 } as unknown as AgentModel;
  return () => care.measure(model, []);
}

/** What the bench does not expect must not be measured as if it had been done. */
function fail(message: string): never {
  throw new Error(message);
}
