import type { SessionStore } from '../../ports/sessions.ts';
import { decodeEvent } from './journalCodec.ts';
import type { JournalEvent } from './journalEvent.ts';

/** Events read at once. */
const batch = 2000;

/** How a journal was read. */
export interface ReadJournal {
  /** Number of the last event; 0 if there is none. */
  readonly seq: number;
  /** Events that this program does not know, or that are not what they say. */
  readonly unreadable: number;
}

/** Gives the events of a stored session one by one, oldest first, each once. Throws `StoreError`. */
export async function readJournal(
  session: string,
  store: Pick<SessionStore, 'sessionEvents'>,
  take: (event: JournalEvent) => void,
): Promise<ReadJournal> {
  let seq = 0;
  let unreadable = 0;
  for (;;) {
    const events = await store.sessionEvents(session, seq, batch);
    for (const stored of events) {
      const event = decodeEvent(stored.type, stored.data);
      seq = stored.seq;
      if (event === undefined) {
        unreadable += 1;
      } else {
        take(event);
      }
    }
    if (events.length < batch) {
      return { seq, unreadable };
    }
  }
}
