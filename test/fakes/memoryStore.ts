import { searchableText, searchWords } from '../../src/core/chips/searchText.ts';
import type { SessionEvent, SessionQuery, SessionRow } from '../../src/ports/sessions.ts';
import {
  StoreError,
  type CallRow,
  type CallsQuery,
  type ChangedCalls,
  type ChangedChips,
  type ChangeQuery,
  type ChipQuery,
  type ChipRow,
  type PayloadKey,
  type SnapshotQuery,
  type SnapshotRow,
  type Store,
  type StoreCounts,
  type StoredCall,
  type StoreErrorCode,
  type StoreOutcome,
  type StoreWrite,
} from '../../src/ports/store.ts';
import type {
  IndexedTranscript,
  IndexQuery,
  KeptFile,
  KeptSession,
} from '../../src/ports/transcriptStore.ts';
import { indexedOf, keptBytesOf, keptFilesOf, keptSessionsOf } from './memoryTranscripts.ts';
import { rowOf, sessionsOf } from './memorySessions.ts';
import {
  byCreated,
  bytesOfChips,
  copyOf,
  dropUnusedPayloads,
  emptyTables,
  forgetRemovals,
  noteChanges,
  type Tally,
} from './memoryTables.ts';
import { MemoryWrites } from './memoryWrites.ts';
import { changesOf } from './storeChanges.ts';

function withoutNumber(call: StoredCall): CallRow {
  const { number, ...row } = call;
  return number > 0 ? row : call;
}

/** A store in memory that behaves like the real one and can be made to fail. */
export class MemoryStore implements Store {
  /** Every transaction asked for, also those that failed. */
  readonly writes: (readonly StoreWrite[])[] = [];
  /** While set, every method but `close` throws this. */
  failWith: StoreErrorCode | undefined;
  private tables = emptyTables();
  private written = 0;
  private closed = false;

  write(writes: readonly StoreWrite[]): Promise<StoreOutcome> {
    this.writes.push(writes);
    return this.run(() => {
      const before = this.tables;
      this.tables = copyOf(before);
      const tally: Tally = { chips: [], imported: 0, known: 0, expired: 0 };
      try {
        for (const write of writes) {
          const { chips } = this.tables;
          new MemoryWrites(this.tables).apply(write, tally);
          noteChanges(this.tables, chips);
        }
        forgetRemovals(this.tables);
        dropUnusedPayloads(this.tables);
        this.written += 1;
        return tally;
      } catch (error) {
        this.tables = before;
        throw error;
      }
    });
  }

  chips({ workspaces, tool, file }: ChipQuery): Promise<readonly ChipRow[]> {
    return this.run(() =>
      this.tables.chips
        .filter((chip) => workspaces?.includes(chip.workspace) ?? true)
        .filter((chip) => tool === undefined || chip.tool === tool)
        .filter((chip) => file === undefined || chip.file === file)
        .toSorted(byCreated),
    );
  }

  chip(id: string): Promise<ChipRow | undefined> {
    return this.run(() => this.tables.chips.find((chip) => chip.id === id));
  }

  chipChanges(query: ChangeQuery): Promise<ChangedChips> {
    return this.run(() => {
      const { chips, chipChanges, forgotten } = this.tables;
      const live = chipChanges.filter((entry) => query.after !== undefined || !entry.gone);
      const { given, about } = changesOf(live, query, forgotten);
      const rows = given.map((entry) => chips.find((chip) => chip.id === entry.id));
      return {
        ...about,
        head: chipChanges.at(-1)?.number ?? 0,
        chips: rows.filter((chip) => chip !== undefined),
        gone: given.filter((entry) => entry.gone).map((entry) => entry.id),
      };
    });
  }

  searchChips(text: string): Promise<readonly string[]> {
    const words = searchWords(text);
    return this.run(() =>
      this.tables.chips
        .filter((chip) => {
          const { excerpt, errorMessage = '', tool, file = '' } = chip;
          const content = this.tables.payloads.get(chip.payload);
          const kept = content === undefined ? '' : searchableText(content);
          const about = [excerpt, errorMessage, tool, file].join('\n').toLowerCase();
          return words.every((word) => about.includes(word) || kept.includes(word));
        })
        .toSorted(byCreated)
        .map((chip) => chip.id),
    );
  }

  snapshots(query: SnapshotQuery): Promise<readonly SnapshotRow[]> {
    const { workspaces, event, file, states } = query;
    return this.run(() =>
      this.tables.snapshots
        .filter((row) => workspaces?.includes(row.workspace) ?? true)
        .filter((row) => event === undefined || row.event === event)
        .filter((row) => file === undefined || row.file === file)
        .filter((row) => states?.includes(row.state) ?? true)
        .toSorted(byCreated),
    );
  }

  calls(limit: number): Promise<readonly CallRow[]> {
    return this.run(() =>
      this.tables.calls
        .toSorted((a, b) => a.started - b.started)
        .toReversed()
        .slice(0, Math.max(0, limit))
        .map(withoutNumber),
    );
  }

  call(id: string): Promise<CallRow | undefined> {
    return this.run(() => {
      const call = this.tables.calls.findLast((row) => row.id === id);
      return call && withoutNumber(call);
    });
  }

  callsAbout({ chip, event }: CallsQuery): Promise<readonly CallRow[]> {
    return this.run(() =>
      this.tables.calls
        .filter(() => chip !== undefined || event !== undefined)
        .filter((row) => chip === undefined || row.chip === chip)
        .filter((row) => event === undefined || row.event === event)
        .toSorted((a, b) => a.started - b.started)
        .toReversed()
        .map(withoutNumber),
    );
  }

  callChanges(query: ChangeQuery): Promise<ChangedCalls> {
    return this.run(() => {
      const { calls } = this.tables;
      const { given, about } = changesOf(calls, query, 0);
      return { ...about, calls: given, oldest: calls[0]?.number ?? 0 };
    });
  }

  sessions(query: SessionQuery): Promise<readonly SessionRow[]> {
    return this.run(() => sessionsOf(this.tables.sessions, query));
  }

  session(id: string): Promise<SessionRow | undefined> {
    return this.run(() => {
      const found = this.tables.sessions.find(({ session }) => session.id === id);
      return found && rowOf(found);
    });
  }

  sessionEvents(id: string, after: number, limit: number): Promise<readonly SessionEvent[]> {
    return this.run(() =>
      this.tables.sessions
        .filter(({ session }) => session.id === id)
        .flatMap(({ events }) => events.map(({ event }) => event))
        .filter((event) => event.seq > after)
        .slice(0, Math.max(0, limit)),
    );
  }

  artifacts(id: string, names: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.run(() => {
      const { sessions, payloads } = this.tables;
      const events = sessions.find(({ session }) => session.id === id)?.events ?? [];
      return new Map(
        names.flatMap((name) => {
          const key = events.find((event) => event.artifact === name)?.payload;
          const content = key === undefined ? undefined : payloads.get(key);
          return content === undefined ? [] : [[name, content.slice()] as const];
        }),
      );
    });
  }

  transcripts(query: IndexQuery): Promise<readonly IndexedTranscript[]> {
    return this.run(() => indexedOf(this.tables, query));
  }

  transcriptResume(path: string): Promise<Uint8Array | undefined> {
    return this.run(() =>
      this.tables.transcripts.find((one) => one.path === path)?.resume?.slice(),
    );
  }

  keptSessions(): Promise<readonly KeptSession[]> {
    return this.run(() => keptSessionsOf(this.tables));
  }

  keptFiles(id: string): Promise<readonly KeptFile[]> {
    return this.run(() => keptFilesOf(this.tables, id));
  }

  keptBytes(
    id: string,
    file: number,
    offset: number,
    length: number,
  ): Promise<Uint8Array | undefined> {
    return this.run(() => keptBytesOf(this.tables, id, file, offset, length));
  }

  counts(): Promise<StoreCounts> {
    const { chips, calls, snapshots } = this.tables;
    const events = new Set(snapshots.map((row) => `${row.workspace}\n${row.event}`));
    return this.run(() => ({
      chips: chips.length,
      chipBytes: bytesOfChips(chips),
      calls: calls.length,
      events: events.size,
    }));
  }

  version(): Promise<string> {
    return this.run(() => String(this.written));
  }

  erase(): Promise<void> {
    return this.run(() => {
      const { lastChange, lastCall } = this.tables;
      this.tables = {
        ...emptyTables(),
        lastChange: lastChange + 1,
        forgotten: lastChange + 1,
        lastCall,
      };
      this.written += 1;
    });
  }

  payload(key: PayloadKey): Promise<Uint8Array | undefined> {
    return this.run(() => this.tables.payloads.get(key)?.slice());
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  /** What a program finds that opens the store after this one: the same rows, nothing recorded. */
  reopened(): MemoryStore {
    const store = new MemoryStore();
    store.tables = this.tables;
    return store;
  }

  private run<T>(work: () => T): Promise<T> {
    const failure = this.closed ? 'closed' : this.failWith;
    return new Promise((resolve) => {
      if (failure !== undefined) {
        throw new StoreError(failure, `The store is ${failure}.`);
      }
      resolve(work());
    });
  }
}
