import type { SessionEvent, SessionQuery, SessionRow } from '../../ports/sessions.ts';
import type {
  CallRow,
  CallsQuery,
  ChangedCalls,
  ChangedChips,
  ChangeQuery,
  ChipQuery,
  ChipRow,
  PayloadKey,
  SnapshotQuery,
  SnapshotRow,
  StoreCounts,
  StoreOutcome,
  StoreWrite,
} from '../../ports/store.ts';
import { StoreError } from '../../ports/store.ts';
import type {
  IndexedTranscript,
  IndexQuery,
  KeptFile,
  KeptSession,
} from '../../ports/transcriptStore.ts';
import { identityOf } from './databaseFile.ts';
import { closeDatabase, openDatabase, retireDatabase, type OpenDatabase } from './openDatabase.ts';
import { eraseDatabase } from './erase.ts';
import { storeError, toStoreError } from './storeErrors.ts';
import type { StoreFileOptions, WorkerStore } from './storeMessages.ts';
import { reading, StaleKeys, transact } from './transactions.ts';

/** More often than this, no other process replaces the file under one call. */
const mostTries = 5;

function outcomeOf<T>(work: () => T): { readonly value: T } | { readonly failure: StoreError } {
  try {
    return { value: work() };
  } catch (error) {
    return { failure: toStoreError(error) };
  }
}

/**
 * The store over one SQLite file, blocking: to be used in a worker. Opens the file with the first call, and again after
 * it was found damaged, or it or its keys were replaced by another process.
 */
export class StoreEngine implements WorkerStore {
  private readonly options: StoreFileOptions;
  private open: OpenDatabase | undefined;
  private written = 0;
  private closed = false;

  constructor(options: StoreFileOptions) {
    this.options = options;
  }

  write(writes: readonly StoreWrite[]): StoreOutcome {
    const outcome = this.run((open) => transact(open, writes));
    this.written += 1;
    return outcome;
  }

  chips(query: ChipQuery): readonly ChipRow[] {
    return this.read((open) => open.chipReader.list(query));
  }

  chip(id: string): ChipRow | undefined {
    return this.read((open) => open.chipReader.get(id));
  }

  chipChanges(query: ChangeQuery): ChangedChips {
    return this.read((open) => open.chipChanges.list(query));
  }

  prepareSearch(): boolean {
    return this.read((open) => open.chipSearch.prepare());
  }

  searchChips(words: string): readonly string[] {
    return this.read((open) => open.chipSearch.find(words));
  }

  snapshots(query: SnapshotQuery): readonly SnapshotRow[] {
    return this.read((open) => open.snapshots.list(query));
  }

  calls(limit: number): readonly CallRow[] {
    return this.read((open) => open.callReader.list(limit));
  }

  call(id: string): CallRow | undefined {
    return this.read((open) => open.callReader.get(id));
  }

  callsAbout(query: CallsQuery): readonly CallRow[] {
    return this.read((open) => open.callReader.about(query));
  }

  callChanges(query: ChangeQuery): ChangedCalls {
    return this.read((open) => open.callReader.changes(query));
  }

  sessions(query: SessionQuery): readonly SessionRow[] {
    return this.read((open) => open.sessionReader.list(query));
  }

  session(id: string): SessionRow | undefined {
    return this.read((open) => open.sessionReader.get(id));
  }

  sessionEvents(session: string, after: number, limit: number): readonly SessionEvent[] {
    return this.read((open) => open.sessionReader.events(session, after, limit));
  }

  artifacts(session: string, names: readonly string[]): ReadonlyMap<string, Uint8Array> {
    return this.read((open) => open.sessionReader.artifacts(session, names));
  }

  transcripts(query: IndexQuery): readonly IndexedTranscript[] {
    return this.read((open) => open.transcriptIndex.list(query));
  }

  transcriptResume(path: string): Uint8Array | undefined {
    return this.read((open) => open.transcriptIndex.resumeOf(path));
  }

  keptSessions(): readonly KeptSession[] {
    return this.read((open) => open.keptSessions.list());
  }

  keptFiles(id: string): readonly KeptFile[] {
    return this.read((open) => open.keptSessions.files(id));
  }

  keptBytes(id: string, file: number, offset: number, length: number): Uint8Array | undefined {
    return this.read((open) => open.keptSessions.bytes(id, file, offset, length));
  }

  counts(): StoreCounts {
    return this.read(({ counts }) => ({
      chips: counts.total('chips'),
      chipBytes: counts.total('chipBytes'),
      calls: counts.total('calls'),
      events: counts.total('events'),
    }));
  }

  version(): string {
    // SQLite counts what other connections commit; the rest is what this one wrote, and which file it is.
    return this.run(({ db, opening }) => {
      const others = Number(db.prepare('PRAGMA data_version').get()?.data_version);
      return `${opening}.${others}.${this.written}`;
    });
  }

  erase(): void {
    try {
      this.eraseOpen();
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'corrupt')) {
        throw error;
      }
      // It has been set aside, where erasing the fresh one removes it.
      this.eraseOpen();
    }
  }

  payload(key: PayloadKey): Uint8Array | undefined {
    return this.read((open) => open.payloads.read(key));
  }

  close(): void {
    this.closed = true;
    if (this.open !== undefined) {
      closeDatabase(this.open);
      this.open = undefined;
    }
  }

  private eraseOpen(): void {
    this.run((open) => eraseDatabase(open, this.options));
    if (this.open !== undefined) {
      // Opened again with the new keys by the next call.
      closeDatabase(this.open);
      this.open = undefined;
    }
  }

  private read<T>(work: (open: OpenDatabase) => T): T {
    return this.run((open) => reading(open, () => work(open)));
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
    const stale = 'failure' in outcome && outcome.failure instanceof StaleKeys;
    if (stale || identityOf(this.options.file) !== open.identity) {
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
