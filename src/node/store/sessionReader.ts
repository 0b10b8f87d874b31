import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SessionEvent, SessionQuery, SessionRow } from '../../ports/sessions.ts';
import { StoreError } from '../../ports/store.ts';
import type { Payloads } from './payloads.ts';
import type { PayloadSeal } from './payloadSeal.ts';
import type { SqlRow } from './sqlRows.ts';
import { storeError } from './storeErrors.ts';

/** More rows than this at once are more than a message to another thread should carry. */
const mostRows = 1_000_000;

/** Number and time of the last event are looked up: kept in the row, they would be one more page of each append. */
const select = `SELECT id, source, workspace, title, created,
    coalesce(last.at, created) AS updated, coalesce(last.seq, 0) AS events
  FROM sessions AS s LEFT JOIN events AS last
    ON last.n = (SELECT max(n) FROM events WHERE n > s.n << 32 AND n < (s.n + 1) << 32)`;

const titlePurpose = (session: string): string => `title:${session}`;

/** Data can not be read in the place of other data. */
const dataPurpose = (session: string, seq: number): string => `event:${session}:${seq}`;

/** Data that were sealed together, from the event `first` on. */
interface Group {
  readonly first: number;
  readonly data: readonly string[];
}

/** A limit as SQLite takes it. */
const most = (limit: number): number => Math.max(0, Math.min(Math.floor(limit), mostRows));

/** Reads the tables of sessions and events. Its methods expect to be inside a transaction. */
export class SessionReader {
  private readonly payloads: Payloads;
  private readonly seal: PayloadSeal;
  private readonly newest: StatementSync;
  private readonly byId: StatementSync;
  private readonly following: StatementSync;
  private readonly head: StatementSync;
  private readonly artifact: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads, seal: PayloadSeal) {
    this.payloads = payloads;
    this.seal = seal;
    this.newest = db.prepare(
      `${select}
       WHERE source = coalesce(?, source) AND workspace = coalesce(?, workspace)
       ORDER BY updated DESC, s.n DESC LIMIT ?`,
    );
    this.byId = db.prepare(`${select} WHERE id = ?`);
    this.following = db.prepare(
      `SELECT seq, at, type, data FROM events, (SELECT n << 32 AS start FROM sessions WHERE id = ?)
       WHERE n > start + ? AND n < start + (1 << 32) ORDER BY n LIMIT ?`,
    );
    this.head = db.prepare(
      `SELECT seq, data FROM events, (SELECT n << 32 AS start FROM sessions WHERE id = ?)
       WHERE n > start AND n < start + ? AND data IS NOT NULL ORDER BY n DESC LIMIT 1`,
    );
    this.artifact = db.prepare(
      `SELECT payload FROM events
       WHERE session = (SELECT n FROM sessions WHERE id = ?) AND artifact = ? AND payload IS NOT NULL`,
    );
  }

  /** The sessions that meet the query, newest update first; of equal ones the one stored last comes first. */
  list({ source, workspace, limit }: SessionQuery): readonly SessionRow[] {
    return this.newest
      .all(source ?? null, workspace ?? null, most(limit))
      .map((row) => this.sessionOf(row));
  }

  /** The session, or undefined. */
  get(id: string): SessionRow | undefined {
    const row = this.byId.get(id);
    return row && this.sessionOf(row);
  }

  /** Events after a number, oldest first. Throws `tampered` if one of them is not what was stored: a journal has no holes. */
  events(session: string, after: number, limit: number): readonly SessionEvent[] {
    let group: Group | undefined;
    return this.following.all(session, after, most(limit)).map(({ data: sealed, ...row }) => {
      const event = row as unknown as Omit<SessionEvent, 'data'>;
      group =
        sealed instanceof Uint8Array
          ? this.groupOf(session, event.seq, sealed)
          : (group ?? this.groupBefore(session, event.seq));
      const data = group?.data[event.seq - group.first];
      if (data === undefined) {
        throw storeError('tampered');
      }
      return { ...event, data };
    });
  }

  /** The sealed data of events that stand together, from the number `first` on. */
  sealData(
    session: string,
    first: number,
    events: readonly { readonly data: string }[],
  ): Uint8Array {
    const lengths = events.map((event) => event.data.length).join(' ');
    const text = `${lengths}\n${events.map((event) => event.data).join('')}`;
    return this.seal.seal(Buffer.from(text), dataPurpose(session, first));
  }

  /** The sealed title of a session. */
  sealTitle(session: string, title: string): Uint8Array {
    return this.seal.seal(Buffer.from(title), titlePurpose(session));
  }

  /** Texts by name; one that is not there, was erased or changed from outside is left out. */
  artifacts(session: string, names: readonly string[]): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    for (const name of names) {
      const content = this.contentOf(session, name);
      if (content !== undefined) {
        found.set(name, content);
      }
    }
    return found;
  }

  private groupOf(session: string, first: number, sealed: Uint8Array): Group {
    const text = Buffer.from(this.seal.open(sealed, dataPurpose(session, first))).toString();
    const end = text.indexOf('\n');
    let at = end + 1;
    const data = text
      .slice(0, end)
      .split(' ')
      .map((length) => text.slice(at, (at += Number(length))));
    return { first, data };
  }

  private groupBefore(session: string, seq: number): Group | undefined {
    const row = this.head.get(session, seq);
    return row && this.groupOf(session, Number(row.seq), row.data as Uint8Array);
  }

  private contentOf(session: string, name: string): Uint8Array | undefined {
    const row = this.artifact.get(session, name);
    try {
      return row && this.payloads.read(String(row.payload));
    } catch (error) {
      if (error instanceof StoreError && error.code === 'tampered') {
        return undefined;
      }
      throw error;
    }
  }

  /** A title that cannot be read is left out: it is a help for the eye, and must not hide all other sessions. */
  private sessionOf({ title, ...row }: SqlRow): SessionRow {
    const session = row as unknown as Omit<SessionRow, 'title'>;
    let words = '';
    try {
      words = Buffer.from(this.seal.open(title as Uint8Array, titlePurpose(session.id))).toString();
    } catch {
      // The empty one stays.
    }
    return { ...session, title: words };
  }
}
