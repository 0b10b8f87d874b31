import type { NewSession } from '../../ports/sessions.ts';
import { ContextSession, type SessionParts } from './contextSession.ts';
import { ContextState } from './contextState.ts';
import { readJournal } from './readJournal.ts';

/** What was opened. */
export interface OpenedSession {
  readonly session: ContextSession;
  /** Events that this program does not know, or that are not what they say. */
  readonly unreadable: number;
}

/** Begins a session. Throws `StoreError`. */
export async function createSession(
  given: NewSession,
  parts: SessionParts,
): Promise<ContextSession> {
  await parts.store.write([{ op: 'putSession', session: given }]);
  return new ContextSession(given.id, new ContextState(), 0, parts);
}

/**
 * Takes a session up again from its journal, as it was after the last event. Undefined if there is no such session.
 * Throws `StoreError`. Reads every event once, and the texts of the view.
 */
export async function openSession(
  id: string,
  parts: SessionParts,
): Promise<OpenedSession | undefined> {
  if ((await parts.store.session(id)) === undefined) {
    return undefined;
  }
  const state = new ContextState();
  const { seq, unreadable } = await readJournal(id, parts.store, (event) => state.apply(event));
  if (unreadable > 0) {
    // There are no more blocks and patches than events, so none of theirs has a higher number.
    state.skipNumbers(seq);
    parts.log.warn(`${unreadable} events of session ${id} could not be read.`);
  }
  const session = new ContextSession(id, state, seq, parts);
  await session.loadView();
  return { session, unreadable };
}
