import { BlockList, numberIn } from './blockList.ts';
import type { CallRecord, JournalEvent, PatchRecord } from './journalEvent.ts';
import { MetricsSum, type SessionMetrics } from './metrics.ts';

/**
 * The blocks of a session and what happened to them: nothing but the sum of its journal's events. The same events give
 * the same state, live or replayed. Applying an event costs its own size, and O(n) where it inserts before others.
 */
export class ContextState extends BlockList {
  private readonly patchById = new Map<string, PatchRecord>();
  private readonly undoneBy = new Map<string, string>();
  private readonly callList: CallRecord[] = [];
  private readonly sum = new MetricsSum();
  private changed = 0;
  /** Highest number of a patch so far. */
  private lastPatch = 0;

  /** Another number whenever blocks were added or changed. */
  get revision(): number {
    return this.changed;
  }

  /** The model requests so far, oldest first. */
  get calls(): readonly CallRecord[] {
    return this.callList;
  }

  /** Numbers of the session so far. */
  get metrics(): SessionMetrics {
    return this.sum.value;
  }

  /** The patches so far, oldest first. */
  get patches(): IterableIterator<PatchRecord> {
    return this.patchById.values();
  }

  get patchCount(): number {
    return this.patchById.size;
  }

  /** Number of the next patch's id. */
  get nextPatch(): number {
    return this.lastPatch + 1;
  }

  /** Gives no numbers up to this one any more: events that could not be read may have used them. */
  skipNumbers(upTo: number): void {
    this.skipBlocks(upTo);
    this.lastPatch = Math.max(this.lastPatch, upTo);
  }

  patch(id: string): PatchRecord | undefined {
    return this.patchById.get(id);
  }

  /** The patch that took this one back, if one did and was not taken back itself. */
  undoer(patch: string): string | undefined {
    return this.undoneBy.get(patch);
  }

  /** Takes in what happened. */
  apply(event: JournalEvent): void {
    this.sum.take(event);
    switch (event.type) {
      case 'ingest':
        this.insert(event);
        break;
      case 'patch':
        this.take(event.patch);
        break;
      case 'call':
        this.callList.push(event.call);
        return;
      case 'count':
        for (const [id, tokens] of Object.entries(event.counts)) {
          this.change({ id, tokens });
        }
        break;
      case 'pin':
        for (const id of event.ids) {
          this.setPinned(id, event.pinned);
        }
        break;
      case 'artifact':
      case 'refused':
      case 'metrics':
        return;
    }
    this.changed += 1;
  }

  private take(patch: PatchRecord): void {
    for (const change of patch.changes) {
      this.change(change, patch.actor);
    }
    for (const insertion of patch.insertions) {
      this.insert(insertion);
    }
    this.patchById.set(patch.id, patch);
    this.lastPatch = Math.max(this.lastPatch, numberIn(patch.id));
    for (const undone of patch.undoes) {
      this.undoneBy.set(undone, patch.id);
      // To take back a taking back is to do the patch again.
      for (const again of this.patchById.get(undone)?.undoes ?? []) {
        this.undoneBy.delete(again);
      }
    }
  }
}
