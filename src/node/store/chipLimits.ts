import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { NewChip } from '../../ports/store.ts';
import { Counts } from './sqlRows.ts';

/** Deletes the oldest chips above the limits of a new one. Expects to be inside a transaction. */
export class ChipLimits {
  private readonly counts: Counts;
  private readonly oldestOfKind: StatementSync;
  private readonly oldest: StatementSync;
  private readonly remove: StatementSync;

  constructor(db: DatabaseSync) {
    this.counts = new Counts(db);
    this.oldestOfKind = db.prepare(
      `SELECT id FROM chips WHERE workspace = ? AND kind = ? AND pinned = 0 AND id <> ?
       ORDER BY created, seq LIMIT ?`,
    );
    this.oldest = db.prepare(
      `SELECT id, bytes FROM chips WHERE workspace = ? AND pinned = 0 AND id <> ? ORDER BY created, seq`,
    );
    this.remove = db.prepare('DELETE FROM chips WHERE id = ?');
  }

  /** Evicts others than the chip `kept`; gives their ids, first those above the number and then those above the size. */
  evict(chip: NewChip, kept: string): readonly string[] {
    const byNumber = this.aboveNumber(chip, kept);
    this.removeAll(byNumber);
    const bySize = this.aboveSize(chip, kept);
    this.removeAll(bySize);
    return [...byNumber, ...bySize];
  }

  private aboveNumber({ kind, workspace, limit }: NewChip, kept: string): readonly string[] {
    const excess = this.counts.of(`chips.${kind}`, workspace) - limit;
    return excess <= 0
      ? []
      : this.oldestOfKind.all(workspace, kind, kept, excess).map((row) => String(row.id));
  }

  private aboveSize({ workspace, limitBytes }: NewChip, kept: string): readonly string[] {
    if (limitBytes === undefined) {
      return [];
    }
    const ids: string[] = [];
    let excess = this.counts.of('unpinnedBytes', workspace) - limitBytes;
    if (excess > 0) {
      for (const row of this.oldest.iterate(workspace, kept)) {
        ids.push(String(row.id));
        excess -= Number(row.bytes);
        if (excess <= 0) {
          break;
        }
      }
    }
    return ids;
  }

  private removeAll(ids: readonly string[]): void {
    for (const id of ids) {
      this.remove.run(id);
    }
  }
}
