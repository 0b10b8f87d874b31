import type {
  NewSession,
  SessionEvent,
  SessionQuery,
  SessionRow,
  SessionWrite,
} from '../../src/ports/sessions.ts';
import { StoreError, type PayloadKey } from '../../src/ports/store.ts';

/** An event in memory; the text of an erased artifact is undefined. */
interface MemoryEvent {
  readonly event: SessionEvent;
  readonly artifact?: string;
  readonly payload?: PayloadKey | undefined;
}

/** A session in memory; replaced, never changed. */
export interface MemorySession {
  readonly session: NewSession;
  readonly events: readonly MemoryEvent[];
}

type Append = Extract<SessionWrite, { op: 'appendEvents' }>;

/** The bytes that are stored of a content. */
export function bytesStored(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** The sessions after a write; `put` stores a content and gives its key. */
export function sessionsAfter(
  sessions: readonly MemorySession[],
  write: SessionWrite,
  put: (content: Uint8Array) => PayloadKey,
): readonly MemorySession[] {
  const change = (id: string, to: (one: MemorySession) => MemorySession) =>
    sessions.map((one) => (one.session.id === id ? to(one) : one));
  switch (write.op) {
    case 'putSession': {
      const isThere = sessions.some(({ session }) => session.id === write.session.id);
      return isThere ? sessions : [...sessions, { session: write.session, events: [] }];
    }
    case 'appendEvents':
      if (!sessions.some(({ session }) => session.id === write.session)) {
        throw new StoreError('failed', 'Events came for a session that is not there.');
      }
      return change(write.session, (one) => ({ ...one, events: appended(one.events, write, put) }));
    case 'eraseArtifacts':
      return change(write.session, (one) => ({
        ...one,
        events: one.events.map((event) =>
          write.names.includes(event.artifact ?? '') ? { ...event, payload: undefined } : event,
        ),
      }));
    case 'deleteSession':
      return sessions.filter(({ session }) => session.id !== write.id);
  }
}

function appended(
  before: readonly MemoryEvent[],
  { after, events }: Append,
  put: (content: Uint8Array) => PayloadKey,
): readonly MemoryEvent[] {
  if (before.length !== after) {
    throw new StoreError('conflict', 'Somebody else wrote to the session.');
  }
  const added = events.map(({ artifact, ...event }, index) => ({
    event: { ...event, seq: after + index + 1 },
    ...(artifact && { artifact: artifact.name, payload: put(bytesStored(artifact.content)) }),
  }));
  const all: readonly MemoryEvent[] = [...before, ...added];
  const names = all.map((event) => event.artifact).filter((name) => name !== undefined);
  if (new Set(names).size < names.length) {
    throw new StoreError('failed', 'The session has a text of that name.');
  }
  return all;
}

/** The session with what follows from its events. */
export function rowOf({ session, events }: MemorySession): SessionRow {
  const updated = events.at(-1)?.event.at ?? session.created;
  return { ...session, updated, events: events.length };
}

/** The sessions that meet a query, newest update first. */
export function sessionsOf(
  sessions: readonly MemorySession[],
  { source, workspace, limit }: SessionQuery,
): readonly SessionRow[] {
  return sessions
    .toReversed()
    .map(rowOf)
    .filter((row) => source === undefined || row.source === source)
    .filter((row) => workspace === undefined || row.workspace === workspace)
    .toSorted((a, b) => b.updated - a.updated)
    .slice(0, Math.max(0, limit));
}

/** The contents that sessions refer to. */
export function payloadsOf(
  sessions: readonly MemorySession[],
): readonly (PayloadKey | undefined)[] {
  return sessions.flatMap(({ events }) => events.map((event) => event.payload));
}
