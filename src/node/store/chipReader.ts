import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChipQuery, ChipRow, PayloadKey } from '../../ports/store.ts';
import type { PayloadSeal } from './payloadSeal.ts';
import { recordOf, Where, type SqlRow } from './sqlRows.ts';

/** The parts of a chip that repeat words of the kept text; they are sealed like the text itself. */
export type Words = Pick<ChipRow, 'excerpt' | 'errorMessage'>;

const select = `SELECT id, kind, tool, payload, bytes, words, workspace, file, errorCode, session, event, created,
  expires, pinned, replayed FROM chips`;

/** Reads the table of chips. */
export class ChipReader {
  private readonly db: DatabaseSync;
  private readonly seal: PayloadSeal;
  private readonly byId: StatementSync;

  constructor(db: DatabaseSync, seal: PayloadSeal) {
    this.db = db;
    this.seal = seal;
    this.byId = db.prepare(`${select} WHERE id = ?`);
  }

  /** The chip, or undefined. */
  get(id: string): ChipRow | undefined {
    const row = this.byId.get(id);
    return row === undefined ? undefined : this.chipOf(row);
  }

  /** The chips that meet the query, oldest first. */
  list(query: ChipQuery): readonly ChipRow[] {
    return new Where()
      .isOneOf('workspace', query.workspaces)
      .is('tool', query.tool)
      .is('file', query.file)
      .oldestFirst(this.db, select)
      .map((row) => this.chipOf(row));
  }

  /** The sealed words of a chip with this payload. */
  sealWords({ excerpt, errorMessage }: Words, payload: PayloadKey): Uint8Array {
    const words = { excerpt, ...(errorMessage !== undefined && { errorMessage }) };
    return this.seal.seal(Buffer.from(JSON.stringify(words)), `words:${payload}`);
  }

  /** Words that cannot be read are left out: they are a help for the eye, and one must not hide all other chips. */
  wordsOf(sealed: Uint8Array, payload: PayloadKey): Words {
    try {
      const json = this.seal.open(sealed, `words:${payload}`);
      return JSON.parse(Buffer.from(json).toString()) as Words;
    } catch {
      return { excerpt: '' };
    }
  }

  private chipOf({ words, pinned, ...columns }: SqlRow): ChipRow {
    const chip = { ...(recordOf(columns) as ChipRow), pinned: pinned === 1 };
    return { ...chip, ...this.wordsOf(words as Uint8Array, chip.payload) };
  }
}
