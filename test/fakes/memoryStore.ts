import { createHmac } from 'node:crypto';
import { searchableText, searchWords } from '../../src/core/chips/searchText.ts';
import {
  StoreError,
  type CallRow,
  type CallsQuery,
  type ChangedCalls,
  type ChangedChips,
  type ChangeQuery,
  type ChipQuery,
  type ChipRow,
  type ImportedChip,
  type NewCall,
  type NewChip,
  type NewSnapshot,
  type PayloadKey,
  type SnapshotQuery,
  type SnapshotRow,
  type Store,
  type StoreCounts,
  type StoredCall,
  type StoredChip,
  type StoreErrorCode,
  type StoreOutcome,
  type StoreWrite,
} from '../../src/ports/store.ts';
import { changesOf, type ChipChange } from './storeChanges.ts';

/** All rows, in the order they were put; rows are replaced, never changed. */
interface Tables {
  chips: ChipRow[];
  snapshots: SnapshotRow[];
  calls: StoredCall[];
  payloads: Map<PayloadKey, Uint8Array>;
  /** By number. */
  chipChanges: ChipChange[];
  lastChange: number;
  /** The newest removal that is not in `chipChanges` any more. */
  forgotten: number;
  lastCall: number;
}

/** What writes came to; like `StoreOutcome`. */
interface Tally {
  readonly chips: StoredChip[];
  imported: number;
  known: number;
  expired: number;
}

const removalsKept = 2000;

const emptyTables = (): Tables => ({
  chips: [],
  snapshots: [],
  calls: [],
  payloads: new Map(),
  chipChanges: [],
  lastChange: 0,
  forgotten: 0,
  lastCall: 0,
});

type ChipUpdate = Extract<StoreWrite, { op: 'updateChip' }>;

const byCreated = (a: { created: number }, b: { created: number }): number => a.created - b.created;

function renamed<T extends { readonly file?: string }>(row: T, from: string, to: string): T {
  const { file } = row;
  if (file === from) {
    return { ...row, file: to };
  }
  const below = file?.startsWith(`${from}/`) === true || file?.startsWith(`${from}\\`) === true;
  return below ? { ...row, file: to + file.slice(from.length) } : row;
}

function changed(row: ChipRow, { pinned, replayed, event }: ChipUpdate): ChipRow {
  return {
    ...row,
    ...(pinned !== undefined && { pinned }),
    ...(replayed !== undefined && { replayed }),
    ...(event !== undefined && { event }),
  };
}

function withoutNumber({ number: _, ...call }: StoredCall): CallRow {
  return call;
}

function bytesOfChips(chips: readonly ChipRow[]): number {
  return chips.reduce((sum, chip) => sum + chip.bytes, 0);
}

/** The first rows that have together at least `excess` bytes. */
function firstWith<T>(rows: readonly T[], bytesOf: (row: T) => number, excess: number): T[] {
  let found = 0;
  return rows.filter((row) => {
    const wanted = found < excess;
    found += wanted ? bytesOf(row) : 0;
    return wanted;
  });
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
      this.tables = {
        chips: [...before.chips],
        snapshots: [...before.snapshots],
        calls: [...before.calls],
        payloads: new Map(before.payloads),
        chipChanges: [...before.chipChanges],
        lastChange: before.lastChange,
        forgotten: before.forgotten,
        lastCall: before.lastCall,
      };
      const tally: Tally = { chips: [], imported: 0, known: 0, expired: 0 };
      try {
        for (const write of writes) {
          const { chips } = this.tables;
          this.apply(write, tally);
          this.noteChanges(chips);
        }
        this.forgetRemovals();
        this.dropUnusedPayloads();
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

  private apply(write: StoreWrite, tally: Tally): void {
    const { tables } = this;
    switch (write.op) {
      case 'putChip':
        tally.chips.push(this.putChip(write.chip));
        return;
      case 'importChip':
        tally[this.importChip(write.chip) ? 'imported' : 'known'] += 1;
        return;
      case 'updateChip':
        tables.chips = tables.chips.map((row) => (row.id === write.id ? changed(row, write) : row));
        return;
      case 'deleteChip':
        tables.chips = tables.chips.filter((row) => row.id !== write.id);
        return;
      case 'expireChips': {
        const before = tables.chips.length;
        tables.chips = tables.chips.filter(
          (row) => row.pinned || row.expires === undefined || row.expires > write.now,
        );
        tally.expired += before - tables.chips.length;
        return;
      }
      case 'putSnapshot':
        this.putSnapshot(write.snapshot, write.limit);
        return;
      case 'setSnapshotState':
        tables.snapshots = tables.snapshots.map((row) =>
          row.event === write.event ? { ...row, state: write.state } : row,
        );
        return;
      case 'commitSnapshots':
        tables.snapshots = tables.snapshots.map((row) =>
          row.workspace === write.workspace && row.state === 'applied'
            ? { ...row, state: 'committed' }
            : row,
        );
        return;
      case 'putCall':
        this.putCall(write.call);
        return;
      case 'dropCalls':
        tables.calls = tables.calls.filter((row) => row.started >= write.before);
        return;
      case 'renameFile':
        tables.chips = tables.chips.map((row) => renamed(row, write.from, write.to));
        tables.snapshots = tables.snapshots.map((row) => renamed(row, write.from, write.to));
        return;
    }
  }

  /** Numbers every chip that is another row than before, or gone. */
  private noteChanges(before: readonly ChipRow[]): void {
    const { tables } = this;
    if (tables.chips === before) {
      return;
    }
    const old = new Set(before);
    const ids = new Set(tables.chips.map((row) => row.id));
    const entries = [
      ...tables.chips.filter((row) => !old.has(row)).map(({ id }) => ({ id, gone: false })),
      ...before.filter((row) => !ids.has(row.id)).map(({ id }) => ({ id, gone: true })),
    ];
    for (const entry of entries) {
      tables.lastChange += 1;
      tables.chipChanges = tables.chipChanges.filter((other) => other.id !== entry.id);
      tables.chipChanges.push({ ...entry, number: tables.lastChange });
    }
  }

  private forgetRemovals(): void {
    const { tables } = this;
    const removals = tables.chipChanges.filter((entry) => entry.gone);
    const last = removals.at(-1 - removalsKept);
    if (last !== undefined) {
      tables.forgotten = last.number;
      tables.chipChanges = tables.chipChanges.filter(
        (entry) => !entry.gone || entry.number > last.number,
      );
    }
  }

  private importChip({ ids, content, ...chip }: ImportedChip): boolean {
    const { tables } = this;
    const payload = this.put(content);
    const known = tables.chips.some(
      (row) =>
        row.workspace === chip.workspace &&
        row.kind === chip.kind &&
        row.tool === chip.tool &&
        row.payload === payload,
    );
    if (known) {
      return false;
    }
    const id = ids.find((candidate) => !tables.chips.some((row) => row.id === candidate));
    if (id === undefined) {
      throw new StoreError('failed', 'A chip came without a free id.');
    }
    tables.chips = [...tables.chips, { ...chip, id, payload, bytes: content.length }];
    return true;
  }

  private putChip({ ids, content, limit, limitBytes, ...chip }: NewChip): StoredChip {
    const { tables } = this;
    const payload = this.put(content);
    const equal = tables.chips
      .filter((row) => row.workspace === chip.workspace && row.kind === chip.kind)
      .filter((row) => row.tool === chip.tool && row.payload === payload)
      .filter((row) => row.pinned || row.expires === undefined || row.expires > chip.created)
      .toSorted(byCreated)
      .at(-1);
    const taken = new Set(tables.chips.map((row) => row.id));
    const id = equal?.id ?? ids.find((candidate) => !taken.has(candidate)) ?? ids.at(-1);
    if (id === undefined) {
      throw new StoreError('failed', 'A chip came without an id.');
    }
    const { pinned = false, replayed } = equal ?? {};
    const row: ChipRow = {
      ...(replayed !== undefined && { replayed }),
      ...chip,
      id,
      payload,
      bytes: content.length,
      pinned,
    };
    tables.chips =
      equal === undefined
        ? [...tables.chips.filter((other) => other.id !== id), row]
        : tables.chips.map((other) => (other === equal ? row : other));
    const rivals = tables.chips
      .filter((other) => other.workspace === row.workspace && other.kind === row.kind)
      .filter((other) => !other.pinned)
      .toSorted(byCreated);
    const evicted = rivals
      .filter((other) => other.id !== id)
      .slice(0, Math.max(0, rivals.length - limit))
      .map((other) => other.id);
    tables.chips = tables.chips.filter((other) => !evicted.includes(other.id));
    if (limitBytes !== undefined) {
      const free = tables.chips.filter((other) => other.workspace === row.workspace);
      const unpinned = free.filter((other) => !other.pinned).toSorted(byCreated);
      const others = unpinned.filter((other) => other.id !== id);
      const excess = bytesOfChips(unpinned) - limitBytes;
      evicted.push(...firstWith(others, (other) => other.bytes, excess).map((other) => other.id));
      tables.chips = tables.chips.filter((other) => !evicted.includes(other.id));
    }
    return { id, refreshed: equal !== undefined, evicted };
  }

  private putSnapshot({ content, ...snapshot }: NewSnapshot, limit: number): void {
    const { tables } = this;
    tables.snapshots.push({ ...snapshot, change: this.put(content) });
    const rows = tables.snapshots.filter((row) => row.workspace === snapshot.workspace);
    const firstRows = rows.filter((row) => rows.find((other) => other.event === row.event) === row);
    const pending = tables.snapshots.filter((row) => row.state === 'pending');
    const evicted = firstRows
      .filter((row) => row.event !== snapshot.event)
      .filter((row) => !pending.some((other) => other.event === row.event))
      .toSorted(byCreated)
      .slice(0, Math.max(0, firstRows.length - limit))
      .map((row) => row.event);
    tables.snapshots = tables.snapshots.filter((row) => !evicted.includes(row.event));
  }

  private putCall(given: NewCall): void {
    const { argumentsContent, resultContent, limit, limitBytes, since, ...call } = given;
    const { tables } = this;
    const byStarted = (): StoredCall[] => tables.calls.toSorted((a, b) => a.started - b.started);
    const drop = (dropped: readonly StoredCall[]): void => {
      tables.calls = tables.calls.filter((row) => !dropped.includes(row));
    };
    tables.lastCall += 1;
    const row: StoredCall = {
      ...call,
      number: tables.lastCall,
      ...(argumentsContent && { arguments: this.put(argumentsContent) }),
      ...(resultContent && { result: this.put(resultContent) }),
    };
    tables.calls.push(row);
    if (since !== undefined) {
      drop(tables.calls.filter((other) => other.started < since));
    }
    drop(byStarted().slice(0, Math.max(0, tables.calls.length - limit)));
    if (limitBytes !== undefined) {
      const bytes = (one: StoredCall): number =>
        [one.arguments, one.result].reduce(
          (sum, key) => sum + ((key !== undefined && tables.payloads.get(key)?.length) || 0),
          0,
        );
      const total = tables.calls.reduce((sum, other) => sum + bytes(other), 0);
      const others = byStarted().filter((other) => other !== row);
      drop(firstWith(others, bytes, total - limitBytes));
    }
  }

  private put(content: Uint8Array): PayloadKey {
    const key = createHmac('sha256', 'memory').update(content).digest('hex');
    this.tables.payloads.set(key, new Uint8Array(content));
    return key;
  }

  private dropUnusedPayloads(): void {
    const { chips, snapshots, calls, payloads } = this.tables;
    const used = new Set([
      ...chips.map((row) => row.payload),
      ...snapshots.map((row) => row.change),
      ...calls.flatMap((row) => [row.arguments, row.result]),
    ]);
    for (const key of payloads.keys()) {
      if (!used.has(key)) {
        payloads.delete(key);
      }
    }
  }
}
