import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  CallRow,
  CallsQuery,
  ChangedCalls,
  ChangeQuery,
  StoredCall,
} from '../../ports/store.ts';
import { aboutRows, begunAnew, isStale, rangeOf } from './changes.ts';
import { recordOf, Where } from './sqlRows.ts';

const columns = `id, tool, client, session, workspace, file, lines, started, duration, outcome, arguments, result, chip,
  event`;
const select = `SELECT ${columns} FROM calls`;

/** Reads the table of calls. */
export class CallReader {
  private readonly db: DatabaseSync;
  private readonly newest: StatementSync;
  private readonly byId: StatementSync;
  private readonly ends: StatementSync;
  private readonly following: StatementSync;
  private readonly preceding: StatementSync;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.newest = db.prepare(`${select} ORDER BY started DESC, seq DESC LIMIT ?`);
    this.byId = db.prepare(`${select} WHERE id = ? ORDER BY seq DESC LIMIT 1`);
    // Two queries: SQLite looks up the least or the greatest number at once, but reads all rows for both together.
    this.ends = db.prepare(
      'SELECT (SELECT min(seq) FROM calls) AS oldest, (SELECT max(seq) FROM calls) AS head',
    );
    this.following = db.prepare(
      `SELECT seq AS n, ${columns} FROM calls WHERE seq > ? ORDER BY seq LIMIT ?`,
    );
    this.preceding = db.prepare(
      `SELECT seq AS n, ${columns} FROM calls WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
    );
  }

  /** The call, or undefined. */
  get(id: string): CallRow | undefined {
    const row = this.byId.get(id);
    return row && (recordOf(row) as CallRow);
  }

  /** The newest calls, newest first. */
  list(limit: number): readonly CallRow[] {
    const most = Math.max(0, Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER));
    return this.newest.all(most).map((row) => recordOf(row) as CallRow);
  }

  /** The calls about a chip or an event, newest first. */
  about({ chip, event }: CallsQuery): readonly CallRow[] {
    if (chip === undefined && event === undefined) {
      return [];
    }
    return new Where()
      .is('chip', chip)
      .is('event', event)
      .inOrder(this.db, select, 'started DESC, seq DESC')
      .map((row) => recordOf(row) as CallRow);
  }

  /** The calls a query asks for by their number. To be called inside a transaction, so that all is of one moment. */
  changes(query: ChangeQuery): ChangedCalls {
    const range = rangeOf(query);
    const { after, before, limit } = range;
    const ends = this.ends.get();
    const [oldest, head] = [Number(ends?.oldest ?? 0), Number(ends?.head ?? 0)];
    if (isStale(after, 0, head)) {
      return { ...begunAnew(range, head), calls: [], oldest };
    }
    const found =
      after === undefined
        ? this.preceding.all(before, limit + 1)
        : this.following.all(after, limit + 1);
    const calls: readonly StoredCall[] = found
      .slice(0, limit)
      .map(({ n, ...row }) => ({ ...(recordOf(row) as CallRow), number: Number(n) }));
    return { ...aboutRows(found, range, head), calls, oldest };
  }
}
