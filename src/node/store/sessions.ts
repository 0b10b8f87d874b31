import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { NewSession, NewSessionEvent, SessionWrite } from '../../ports/sessions.ts';
import { StoreError } from '../../ports/store.ts';
import type { Payloads } from './payloads.ts';
import type { SessionReader } from './sessionReader.ts';
import { storeError } from './storeErrors.ts';

type Append = Extract<SessionWrite, { op: 'appendEvents' }>;

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}

/** Events of one append whose data are sealed together: to seal each by itself would cost as much as its text. */
const mostTogether = 16;

/**
 * Writes the tables of sessions and events. Its methods expect to be inside a transaction.
 *
 * Cost of an append: one look-up of the session, then for each event two inserts and one count for its text and one
 * insert for itself with its index; data are sealed once per 16 events. In transactions of four blocks with a text of
 * some 700 characters each, `npm run bench:context` measures, with the making of the blocks, some 2 times the bare
 * sequence (hash, pack, encrypt, insert under the hash, insert an event) and 0.85 KB of the file per block. `delete`
 * takes time by the number of events.
 */
export class Sessions {
  private readonly db: DatabaseSync;
  private readonly payloads: Payloads;
  private readonly reader: SessionReader;
  private readonly insert: StatementSync;
  private readonly head: StatementSync;
  private readonly insertEvent: StatementSync;
  private readonly eraseArtifact: StatementSync;
  private readonly remove: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads, reader: SessionReader) {
    this.db = db;
    this.payloads = payloads;
    this.reader = reader;
    this.insert = db.prepare(
      `INSERT INTO sessions (id, source, workspace, title, created)
       VALUES (:id, :source, :workspace, :title, :created) ON CONFLICT DO NOTHING`,
    );
    this.head = db.prepare(
      `SELECT s.n AS session,
         (SELECT max(n) - (s.n << 32) FROM events WHERE n > s.n << 32 AND n < (s.n + 1) << 32) AS last
       FROM sessions AS s WHERE id = ?`,
    );
    this.insertEvent = db.prepare('INSERT INTO events VALUES (? << 32 | ?, ?, ?, ?, ?, ?)');
    this.eraseArtifact = db.prepare(
      `UPDATE events SET payload = NULL
       WHERE session = (SELECT n FROM sessions WHERE id = ?) AND artifact = ?`,
    );
    this.remove = db.prepare('DELETE FROM sessions WHERE id = ?');
  }

  /** Stores a session; one that is there stays as it is. */
  put({ title, ...session }: NewSession): void {
    this.insert.run({ ...session, title: this.reader.sealTitle(session.id, title) });
  }

  /** Appends events. Throws `conflict` if the last one has another number than `after`, `failed` without the session. */
  append({ session, after, events }: Append): void {
    const head = this.head.get(session);
    if (head === undefined) {
      throw new StoreError('failed', 'Events came for a session that is not there.');
    }
    if (Number(head.last ?? 0) !== after) {
      throw storeError('conflict');
    }
    const n = Number(head.session);
    for (let at = 0; at < events.length; at += mostTogether) {
      const group = events.slice(at, at + mostTogether);
      this.add(n, after + at + 1, this.reader.sealData(session, after + at + 1, group), group);
    }
  }

  /**
   * Drops texts, with zeros over those that nothing else has; names that are not there change nothing. The write-ahead
   * log may have an older copy, sealed, until it is written over.
   */
  erase(session: string, names: readonly string[]): void {
    this.db.exec('PRAGMA secure_delete = ON');
    try {
      for (const name of names) {
        this.eraseArtifact.run(session, name);
      }
    } finally {
      this.db.exec('PRAGMA secure_delete = OFF');
    }
  }

  /** Deletes a session with its events; an unknown id changes nothing. */
  delete(id: string): void {
    this.remove.run(id);
  }

  private add(n: number, first: number, data: Uint8Array, group: readonly NewSessionEvent[]): void {
    for (const [index, { at, type, artifact }] of group.entries()) {
      this.insertEvent.run(
        n,
        first + index,
        at,
        type,
        index === 0 ? data : null,
        artifact?.name ?? null,
        artifact === undefined ? null : this.payloads.put(bytesOf(artifact.content)),
      );
    }
  }
}
