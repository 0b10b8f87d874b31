import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  ChipQuery,
  ChipRow,
  NewChip,
  PayloadKey,
  StoredChip,
  StoreWrite,
} from '../../ports/store.ts';
import { StoreError } from '../../ports/store.ts';
import type { Payloads } from './payloads.ts';
import type { PayloadSeal } from './payloadSeal.ts';
import { Counts, FileColumn, recordOf, Where, type SqlRow } from './sqlRows.ts';

/** The parts of a chip that repeat words of the kept text; they are sealed like the text itself. */
type Words = Pick<ChipRow, 'excerpt' | 'errorMessage'>;

type ChipUpdate = Extract<StoreWrite, { op: 'updateChip' }>;

const select = `SELECT id, kind, tool, payload, bytes, words, workspace, file, errorCode, session,
  event, created, expires, pinned, replayed FROM chips`;

/** The table of chips. Its methods that write expect to be inside a transaction. */
export class Chips {
  private readonly db: DatabaseSync;
  private readonly payloads: Payloads;
  private readonly seal: PayloadSeal;
  private readonly counts: Counts;
  private readonly files: FileColumn;
  private readonly insert: StatementSync;
  private readonly refresh: StatementSync;
  private readonly findEqual: StatementSync;
  private readonly findOldest: StatementSync;
  private readonly update: StatementSync;
  private readonly remove: StatementSync;
  private readonly removeExpired: StatementSync;
  private readonly byId: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads, seal: PayloadSeal) {
    this.db = db;
    this.payloads = payloads;
    this.seal = seal;
    this.counts = new Counts(db);
    this.files = new FileColumn(db, 'chips');
    this.insert = db.prepare(
      `INSERT INTO chips (id, kind, tool, payload, bytes, words, workspace, file, errorCode, session, event,
         created, expires, replayed)
       VALUES (:id, :kind, :tool, :payload, :bytes, :words, :workspace, :file, :errorCode, :session, :event,
         :created, :expires, :replayed)`,
    );
    this.refresh = db.prepare(
      `UPDATE chips SET words = :words, file = :file, errorCode = :errorCode, session = :session, event = :event,
         created = :created, expires = :expires, replayed = coalesce(:replayed, replayed)
       WHERE id = :id`,
    );
    // A pinned chip outlives its time, so it is refreshed even then.
    this.findEqual = db.prepare(
      `SELECT id FROM chips WHERE payload = ? AND workspace = ? AND kind = ? AND tool = ?
         AND (pinned = 1 OR expires IS NULL OR expires > ?)
       ORDER BY created DESC, seq DESC LIMIT 1`,
    );
    this.findOldest = db.prepare(
      `SELECT id FROM chips WHERE workspace = ? AND kind = ? AND pinned = 0 AND id <> ?
       ORDER BY created, seq LIMIT ?`,
    );
    this.update = db.prepare(
      `UPDATE chips SET pinned = coalesce(:pinned, pinned), replayed = coalesce(:replayed, replayed),
         event = coalesce(:event, event) WHERE id = :id`,
    );
    this.remove = db.prepare('DELETE FROM chips WHERE id = ?');
    this.removeExpired = db.prepare('DELETE FROM chips WHERE pinned = 0 AND expires <= ?');
    this.byId = db.prepare(`${select} WHERE id = ?`);
  }

  /** Stores a chip or refreshes its equal, and evicts the oldest others above the limit. */
  put(chip: NewChip): StoredChip {
    const payload = this.seal.keyOf(chip.content);
    const equal = this.findEqualTo(chip, payload);
    const id = equal ?? this.freeId(chip.ids);
    if (equal === undefined) {
      // Before the payload is put: the chip to be replaced may be the last one to hold the same content.
      this.remove.run(id);
    }
    this.payloads.put(chip.content, payload);
    const columns = {
      id,
      words: this.sealWords(chip, payload),
      file: chip.file ?? null,
      errorCode: chip.errorCode ?? null,
      session: chip.session ?? null,
      event: chip.event ?? null,
      created: chip.created,
      expires: chip.expires ?? null,
      replayed: chip.replayed ?? null,
    };
    if (equal === undefined) {
      const { kind, tool, workspace, content } = chip;
      this.insert.run({ ...columns, kind, tool, payload, workspace, bytes: content.length });
    } else {
      this.refresh.run(columns);
    }
    return { id, refreshed: equal !== undefined, evicted: this.evict(chip, id) };
  }

  /** Changes what is given; an unknown id changes nothing. */
  change(update: ChipUpdate): void {
    this.update.run({
      id: update.id,
      pinned: update.pinned === undefined ? null : Number(update.pinned),
      replayed: update.replayed ?? null,
      event: update.event ?? null,
    });
  }

  /** Deletes a chip; an unknown id changes nothing. */
  delete(id: string): void {
    this.remove.run(id);
  }

  /** Deletes the unpinned chips whose time is over at `now`. */
  expire(now: number): void {
    this.removeExpired.run(now);
  }

  /** Chips of a file, or of files below a folder, follow its rename. */
  rename(from: string, to: string): void {
    this.files.rename(from, to);
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

  private findEqualTo(chip: NewChip, payload: PayloadKey): string | undefined {
    const row = this.findEqual.get(payload, chip.workspace, chip.kind, chip.tool, chip.created);
    return row === undefined ? undefined : String(row.id);
  }

  private freeId(ids: readonly string[]): string {
    const id = ids.find((candidate) => this.byId.get(candidate) === undefined) ?? ids.at(-1);
    if (id === undefined) {
      throw new StoreError('failed', 'A chip came without an id.');
    }
    return id;
  }

  private evict(chip: NewChip, kept: string): string[] {
    const excess = this.counts.of(`chips.${chip.kind}`, chip.workspace) - chip.limit;
    if (excess <= 0) {
      return [];
    }
    const rows = this.findOldest.all(chip.workspace, chip.kind, kept, excess);
    const evicted = rows.map((row) => String(row.id));
    for (const id of evicted) {
      this.remove.run(id);
    }
    return evicted;
  }

  private sealWords(chip: NewChip, payload: PayloadKey): Uint8Array {
    const words = { excerpt: chip.excerpt, errorMessage: chip.errorMessage } as Words;
    return this.seal.seal(Buffer.from(JSON.stringify(words)), `words:${payload}`);
  }

  /** Words that cannot be read are left out: they are a help for the eye, and one must not hide all other chips. */
  private chipOf({ words, pinned, ...columns }: SqlRow): ChipRow {
    const chip = { ...(recordOf(columns) as ChipRow), pinned: pinned === 1, excerpt: '' };
    try {
      const json = this.seal.open(words as Uint8Array, `words:${chip.payload}`);
      return { ...chip, ...(JSON.parse(Buffer.from(json).toString()) as Words) };
    } catch {
      return chip;
    }
  }
}
