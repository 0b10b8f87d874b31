import type { SessionRow, SessionStore } from '../../ports/sessions.ts';
import type { CallRecord } from './journalEvent.ts';
import { MetricsSum, type SessionMetrics } from './metrics.ts';
import { readJournal } from './readJournal.ts';

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
  const { unreadable } = await readJournal(session.id, store, (event) => {
    sum.take(event);
    if (event.type === 'call') {
      requests.push(event.call);
    }
  });
  return { session, metrics: sum.value, requests, unreadable };
}
