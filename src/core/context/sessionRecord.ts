import type { SessionRow, SessionStore } from '../../ports/sessions.ts';
import { decodeEvent } from './journalCodec.ts';
import type { CallRecord } from './journalEvent.ts';
import { MetricsSum, type SessionMetrics } from './metrics.ts';

/** Events read at once. */
const batch = 2000;

/** The numbers of a session and of each of its requests, without any of its texts. */
export interface SessionRecord {
  readonly session: SessionRow;
  readonly metrics: SessionMetrics;
  readonly requests: readonly CallRecord[];
  /** Events that this program does not know. */
  readonly unreadable: number;
}

/** Sums a stored session up. Throws `StoreError`. Reads each event once. */
export async function sessionRecord(
  session: SessionRow,
  store: Pick<SessionStore, 'sessionEvents'>,
): Promise<SessionRecord> {
  const sum = new MetricsSum();
  const requests: CallRecord[] = [];
  let unreadable = 0;
  let seq = 0;
  for (;;) {
    const events = await store.sessionEvents(session.id, seq, batch);
    for (const stored of events) {
      const event = decodeEvent(stored.type, stored.data);
      seq = stored.seq;
      if (event === undefined) {
        unreadable += 1;
        continue;
      }
      sum.take(event);
      if (event.type === 'call') {
        requests.push(event.call);
      }
    }
    if (events.length < batch) {
      return { session, metrics: sum.value, requests, unreadable };
    }
  }
}
