import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type {
  ImportedChip,
  NewChip,
  PayloadKey,
  StoredChip,
  StoreWrite,
} from '../../ports/store.ts';
import { StoreError } from '../../ports/store.ts';
import { ChipLimits } from './chipLimits.ts';
import type { ChipReader } from './chipReader.ts';
import type { Payloads } from './payloads.ts';
import type { PayloadSeal } from './payloadSeal.ts';
import { FileColumn } from './sqlRows.ts';

type ChipUpdate = Extract<StoreWrite, { op: 'updateChip' }>;

/** What new and imported chips have in common. */
type GivenChip = Omit<NewChip, 'limit'>;

/** Writes the table of chips. Its methods expect to be inside a transaction. */
export class Chips {
  private readonly payloads: Payloads;
  private readonly seal: PayloadSeal;
  private readonly reader: ChipReader;
  private readonly limits: ChipLimits;
  private readonly files: FileColumn;
  private readonly insert: StatementSync;
  private readonly refresh: StatementSync;
  private readonly findEqual: StatementSync;
  private readonly update: StatementSync;
  private readonly remove: StatementSync;
  private readonly removeExpired: StatementSync;
  private readonly isTaken: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads, seal: PayloadSeal, reader: ChipReader) {
    this.payloads = payloads;
    this.seal = seal;
    this.reader = reader;
    this.limits = new ChipLimits(db);
    this.files = new FileColumn(db, 'chips');
    this.insert = db.prepare(
      `INSERT INTO chips (id, kind, tool, payload, bytes, words, workspace, file, errorCode, session, event,
         created, expires, replayed, pinned)
       VALUES (:id, :kind, :tool, :payload, :bytes, :words, :workspace, :file, :errorCode, :session, :event,
         :created, :expires, :replayed, :pinned)`,
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
    this.update = db.prepare(
      `UPDATE chips SET pinned = coalesce(:pinned, pinned), replayed = coalesce(:replayed, replayed),
         event = coalesce(:event, event) WHERE id = :id`,
    );
    this.remove = db.prepare('DELETE FROM chips WHERE id = ?');
    this.removeExpired = db.prepare('DELETE FROM chips WHERE pinned = 0 AND expires <= ?');
    this.isTaken = db.prepare('SELECT 1 FROM chips WHERE id = ?');
  }

  /** Stores a chip or refreshes its equal, and evicts the oldest others above the limits. */
  put(chip: NewChip): StoredChip {
    const payload = this.seal.keyOf(chip.content);
    const equal = this.findEqualTo(chip, payload, chip.created);
    const id = equal ?? this.freeId(chip.ids) ?? chip.ids.at(-1);
    if (id === undefined) {
      throw new StoreError('failed', 'A chip came without an id.');
    }
    if (equal === undefined) {
      // Before the payload is put: the chip to be replaced may be the last one to hold the same content.
      this.remove.run(id);
      this.add(chip, id, payload, false);
    } else {
      this.payloads.put(chip.content, payload);
      this.refresh.run(this.columnsOf(chip, id, payload));
    }
    return { id, refreshed: equal !== undefined, evicted: this.limits.evict(chip, id) };
  }

  /** Stores a chip from elsewhere; gives false if an equal one is there, be its time over or not. */
  import(chip: ImportedChip): boolean {
    const payload = this.seal.keyOf(chip.content);
    if (this.findEqualTo(chip, payload, Number.MIN_SAFE_INTEGER) !== undefined) {
      return false;
    }
    const id = this.freeId(chip.ids);
    if (id === undefined) {
      throw new StoreError('failed', 'A chip came without an id that is free.');
    }
    this.add(chip, id, payload, chip.pinned);
    return true;
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

  /** Deletes the unpinned chips whose time is over at `now`; gives how many. */
  expire(now: number): number {
    return Number(this.removeExpired.run(now).changes);
  }

  /** Chips of a file, or of files below a folder, follow its rename. */
  rename(from: string, to: string): void {
    this.files.rename(from, to);
  }

  private add(chip: GivenChip, id: string, payload: PayloadKey, pinned: boolean): void {
    const { kind, tool, workspace, content } = chip;
    this.payloads.put(content, payload);
    this.insert.run({
      ...this.columnsOf(chip, id, payload),
      ...{ kind, tool, payload, workspace, bytes: content.length, pinned: Number(pinned) },
    });
  }

  private columnsOf(
    chip: GivenChip,
    id: string,
    payload: PayloadKey,
  ): Record<string, SQLInputValue> {
    return {
      id,
      words: this.reader.sealWords(chip, payload),
      file: chip.file ?? null,
      errorCode: chip.errorCode ?? null,
      session: chip.session ?? null,
      event: chip.event ?? null,
      created: chip.created,
      expires: chip.expires ?? null,
      replayed: chip.replayed ?? null,
    };
  }

  private findEqualTo(chip: GivenChip, payload: PayloadKey, now: number): string | undefined {
    const row = this.findEqual.get(payload, chip.workspace, chip.kind, chip.tool, now);
    return row === undefined ? undefined : String(row.id);
  }

  private freeId(ids: readonly string[]): string | undefined {
    return ids.find((candidate) => this.isTaken.get(candidate) === undefined);
  }
}
