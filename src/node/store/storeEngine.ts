import type {
  CallRow,
  ChipQuery,
  ChipRow,
  PayloadKey,
  SnapshotQuery,
  SnapshotRow,
  StoredChip,
  StoreOutcome,
  StoreWrite,
} from '../../ports/store.ts';
import { StoreError } from '../../ports/store.ts';
import { identityOf } from './databaseFile.ts';
import { closeDatabase, openDatabase, retireDatabase, type OpenDatabase } from './openDatabase.ts';
import { refuseNewer } from './schema.ts';
import { storeError, toStoreError } from './storeErrors.ts';
import type { StoreFileOptions, SyncStore } from './storeMessages.ts';

/** More often than this, no other process replaces the file under one call. */
const mostTries = 5;

function apply(open: OpenDatabase, write: StoreWrite): StoredChip | undefined {
  switch (write.op) {
    case 'putChip':
      return open.chips.put(write.chip);
    case 'updateChip':
      open.chips.change(write);
      return undefined;
    case 'deleteChip':
      open.chips.delete(write.id);
      return undefined;
    case 'expireChips':
      open.chips.expire(write.now);
      return undefined;
    case 'putSnapshot':
      open.snapshots.put(write.snapshot, write.limit);
      return undefined;
    case 'setSnapshotState':
      open.snapshots.setState(write.event, write.state);
      return undefined;
    case 'commitSnapshots':
      open.snapshots.commit(write.workspace);
      return undefined;
    case 'putCall':
      open.calls.put(write.call);
      return undefined;
    case 'renameFile':
      open.chips.rename(write.from, write.to);
      open.snapshots.rename(write.from, write.to);
      return undefined;
  }
}

function transact(open: OpenDatabase, writes: readonly StoreWrite[]): StoreOutcome {
  open.db.exec('BEGIN IMMEDIATE');
  try {
    // A newer program may have changed the schema since the file was opened.
    refuseNewer(open.db);
    const chips = writes.map((write) => apply(open, write)).filter((chip) => chip !== undefined);
    open.db.exec('COMMIT');
    return { chips };
  } catch (error) {
    // SQLite has rolled back by itself after some errors, such as a full disk.
    if (open.db.isTransaction) {
      open.db.exec('ROLLBACK');
    }
    throw error;
  }
}

function outcomeOf<T>(work: () => T): { readonly value: T } | { readonly failure: StoreError } {
  try {
    return { value: work() };
  } catch (error) {
    return { failure: toStoreError(error) };
  }
}

/**
 * The store over one SQLite file, blocking: to be used in a worker. Opens the file with the first call, and again after
 * it was found damaged or was replaced by another process.
 */
export class StoreEngine implements SyncStore {
  private readonly options: StoreFileOptions;
  private open: OpenDatabase | undefined;
  private closed = false;

  constructor(options: StoreFileOptions) {
    this.options = options;
  }

  write(writes: readonly StoreWrite[]): StoreOutcome {
    return this.run((open) => transact(open, writes));
  }

  chips(query: ChipQuery): readonly ChipRow[] {
    return this.run((open) => open.chips.list(query));
  }

  chip(id: string): ChipRow | undefined {
    return this.run((open) => open.chips.get(id));
  }

  snapshots(query: SnapshotQuery): readonly SnapshotRow[] {
    return this.run((open) => open.snapshots.list(query));
  }

  calls(limit: number): readonly CallRow[] {
    return this.run((open) => open.calls.list(limit));
  }

  payload(key: PayloadKey): Uint8Array | undefined {
    return this.run((open) => open.payloads.read(key));
  }

  close(): void {
    this.closed = true;
    if (this.open !== undefined) {
      closeDatabase(this.open);
      this.open = undefined;
    }
  }

  private run<T>(work: (open: OpenDatabase) => T): T {
    if (this.closed) {
      throw storeError('closed');
    }
    try {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const answer = this.attempt(work);
        if (answer !== undefined) {
          return answer.value;
        }
      }
    } catch (error) {
      throw toStoreError(error);
    }
    throw new StoreError('failed', 'The store file is being replaced again and again.');
  }

  /** Undefined if the work has to be done again, because the file it was done on is no longer the store. */
  private attempt<T>(work: (open: OpenDatabase) => T): { readonly value: T } | undefined {
    const open = (this.open ??= openDatabase(this.options));
    const outcome = outcomeOf(() => work(open));
    if (identityOf(this.options.file) !== open.identity) {
      this.open = undefined;
      open.db.close();
      return undefined;
    }
    if ('value' in outcome) {
      return outcome;
    }
    if (outcome.failure.code !== 'corrupt') {
      throw outcome.failure;
    }
    this.open = undefined;
    const failure = retireDatabase(open, this.options);
    if (failure !== undefined) {
      throw failure;
    }
    return undefined;
  }
}
