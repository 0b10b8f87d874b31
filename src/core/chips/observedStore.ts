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
  Store,
  StoreCounts,
  StoreOutcome,
  StoreWrite,
} from '../../ports/store.ts';
import type { Event } from '../../ports/system.ts';
import type {
  IndexedTranscript,
  IndexQuery,
  KeptFile,
  KeptSession,
} from '../../ports/transcriptStore.ts';
import { Emitter } from '../lifecycle.ts';

const chipWrites: ReadonlySet<StoreWrite['op']> = new Set([
  'putChip',
  'importChip',
  'updateChip',
  'deleteChip',
  'expireChips',
  'renameFile',
]);

/** A store that tells when chips were written through it. What other windows write is not seen here. */
export class ObservedStore implements Store {
  /** Chips were added, changed or removed. */
  readonly onDidChangeChips: Event<void>;
  /** Anything was written. */
  readonly onDidWrite: Event<void>;
  private readonly changed = new Emitter<void>();
  private readonly written = new Emitter<void>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    this.onDidChangeChips = this.changed.event;
    this.onDidWrite = this.written.event;
  }

  async write(writes: readonly StoreWrite[]): Promise<StoreOutcome> {
    const outcome = await this.store.write(writes);
    if (writes.some((write) => chipWrites.has(write.op))) {
      this.changed.fire();
    }
    this.written.fire();
    return outcome;
  }

  chips(query: ChipQuery): Promise<readonly ChipRow[]> {
    return this.store.chips(query);
  }

  chip(id: string): Promise<ChipRow | undefined> {
    return this.store.chip(id);
  }

  chipChanges(query: ChangeQuery): Promise<ChangedChips> {
    return this.store.chipChanges(query);
  }

  searchChips(words: string): Promise<readonly string[]> {
    return this.store.searchChips(words);
  }

  snapshots(query: SnapshotQuery): Promise<readonly SnapshotRow[]> {
    return this.store.snapshots(query);
  }

  calls(limit: number): Promise<readonly CallRow[]> {
    return this.store.calls(limit);
  }

  call(id: string): Promise<CallRow | undefined> {
    return this.store.call(id);
  }

  callsAbout(query: CallsQuery): Promise<readonly CallRow[]> {
    return this.store.callsAbout(query);
  }

  callChanges(query: ChangeQuery): Promise<ChangedCalls> {
    return this.store.callChanges(query);
  }

  sessions(query: SessionQuery): Promise<readonly SessionRow[]> {
    return this.store.sessions(query);
  }

  session(id: string): Promise<SessionRow | undefined> {
    return this.store.session(id);
  }

  sessionEvents(session: string, after: number, limit: number): Promise<readonly SessionEvent[]> {
    return this.store.sessionEvents(session, after, limit);
  }

  artifacts(session: string, names: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.store.artifacts(session, names);
  }

  transcripts(query: IndexQuery): Promise<readonly IndexedTranscript[]> {
    return this.store.transcripts(query);
  }

  transcriptResume(path: string): Promise<Uint8Array | undefined> {
    return this.store.transcriptResume(path);
  }

  keptSessions(): Promise<readonly KeptSession[]> {
    return this.store.keptSessions();
  }

  keptFiles(id: string): Promise<readonly KeptFile[]> {
    return this.store.keptFiles(id);
  }

  keptBytes(
    id: string,
    file: number,
    offset: number,
    length: number,
  ): Promise<Uint8Array | undefined> {
    return this.store.keptBytes(id, file, offset, length);
  }

  counts(): Promise<StoreCounts> {
    return this.store.counts();
  }

  version(): Promise<string> {
    return this.store.version();
  }

  async erase(): Promise<void> {
    await this.store.erase();
    this.changed.fire();
    this.written.fire();
  }

  payload(key: PayloadKey): Promise<Uint8Array | undefined> {
    return this.store.payload(key);
  }

  close(): Promise<void> {
    this.changed.dispose();
    this.written.dispose();
    return this.store.close();
  }
}
