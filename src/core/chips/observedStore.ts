import type {
  CallRow,
  ChipQuery,
  ChipRow,
  PayloadKey,
  SnapshotQuery,
  SnapshotRow,
  Store,
  StoreOutcome,
  StoreWrite,
} from '../../ports/store.ts';
import type { Event } from '../../ports/system.ts';
import { Emitter } from '../lifecycle.ts';

const chipWrites: ReadonlySet<StoreWrite['op']> = new Set([
  'putChip',
  'updateChip',
  'deleteChip',
  'expireChips',
  'renameFile',
]);

/** A store that tells when chips were written through it. What other windows write is not seen here. */
export class ObservedStore implements Store {
  /** Chips were added, changed or removed. */
  readonly onDidChangeChips: Event<void>;
  private readonly changed = new Emitter<void>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    this.onDidChangeChips = this.changed.event;
  }

  async write(writes: readonly StoreWrite[]): Promise<StoreOutcome> {
    const outcome = await this.store.write(writes);
    if (writes.some((write) => chipWrites.has(write.op))) {
      this.changed.fire();
    }
    return outcome;
  }

  chips(query: ChipQuery): Promise<readonly ChipRow[]> {
    return this.store.chips(query);
  }

  chip(id: string): Promise<ChipRow | undefined> {
    return this.store.chip(id);
  }

  snapshots(query: SnapshotQuery): Promise<readonly SnapshotRow[]> {
    return this.store.snapshots(query);
  }

  calls(limit: number): Promise<readonly CallRow[]> {
    return this.store.calls(limit);
  }

  payload(key: PayloadKey): Promise<Uint8Array | undefined> {
    return this.store.payload(key);
  }

  close(): Promise<void> {
    this.changed.dispose();
    return this.store.close();
  }
}
