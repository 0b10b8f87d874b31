import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChangedChips, ChangeQuery } from '../../ports/store.ts';
import { aboutRows, begunAnew, isStale, rangeOf } from './changes.ts';
import type { ChipReader } from './chipReader.ts';

/** Removals remembered at least; a reader that missed more of them reads all chips anew. */
const removalsKept = 2000;

/** The order in which chips last changed, which the schema's triggers keep. */
export class ChipChanges {
  private readonly reader: ChipReader;
  private readonly head: StatementSync;
  private readonly mark: StatementSync;
  private readonly following: StatementSync;
  private readonly preceding: StatementSync;
  private readonly tooOld: StatementSync;
  private readonly drop: StatementSync;
  private readonly setMark: StatementSync;

  constructor(db: DatabaseSync, reader: ChipReader) {
    this.reader = reader;
    this.head = db.prepare('SELECT max(n) AS n FROM chipChanges');
    this.mark = db.prepare(`SELECT n FROM marks WHERE name = 'forgotten'`);
    this.following = db.prepare(
      'SELECT n, chip, gone FROM chipChanges WHERE n > ? ORDER BY n LIMIT ?',
    );
    // By the index of chips that are there: thousands of removals in a row would otherwise be read over.
    this.preceding = db.prepare(
      `SELECT n, chip, gone FROM chipChanges INDEXED BY chipChanges_live WHERE gone = 0 AND n < ? ORDER BY n DESC LIMIT ?`,
    );
    this.tooOld = db.prepare(
      'SELECT n FROM chipChanges WHERE gone = 1 ORDER BY n DESC LIMIT 1 OFFSET ?',
    );
    this.drop = db.prepare('DELETE FROM chipChanges WHERE gone = 1 AND n <= ?');
    this.setMark = db.prepare(`UPDATE marks SET n = ? WHERE name = 'forgotten'`);
  }

  /** The changes a query asks for. To be called inside a transaction, so that all is of one moment. */
  list(query: ChangeQuery): ChangedChips {
    const range = rangeOf(query);
    const { after, before, limit } = range;
    const head = Number(this.head.get()?.n ?? 0);
    if (isStale(after, Number(this.mark.get()?.n ?? 0), head)) {
      return { ...begunAnew(range, head), chips: [], gone: [] };
    }
    const found =
      after === undefined
        ? this.preceding.all(before, limit + 1)
        : this.following.all(after, limit + 1);
    const given = found.slice(0, limit);
    return {
      ...aboutRows(found, range, head),
      chips: given
        .filter((row) => row.gone === 0)
        .map((row) => this.reader.get(String(row.chip)))
        .filter((chip) => chip !== undefined),
      gone: given.filter((row) => row.gone === 1).map((row) => String(row.chip)),
    };
  }

  /** Forgets the oldest removals above what is kept. */
  forget(): void {
    const last = this.tooOld.get(removalsKept)?.n;
    if (last !== undefined) {
      this.drop.run(last);
      this.setMark.run(last);
    }
  }
}
