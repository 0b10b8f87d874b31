import { createHmac } from 'node:crypto';
import {
  StoreError,
  type CallRow,
  type ChipQuery,
  type ChipRow,
  type NewCall,
  type NewChip,
  type NewSnapshot,
  type PayloadKey,
  type SnapshotQuery,
  type SnapshotRow,
  type Store,
  type StoredChip,
  type StoreErrorCode,
  type StoreOutcome,
  type StoreWrite,
} from '../../src/ports/store.ts';

/** All rows, in the order they were put; rows are replaced, never changed. */
interface Tables {
  chips: ChipRow[];
  snapshots: SnapshotRow[];
  calls: CallRow[];
  payloads: Map<PayloadKey, Uint8Array>;
}

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

/** A store in memory that behaves like the real one and can be made to fail. */
export class MemoryStore implements Store {
  /** Every transaction asked for, also those that failed. */
  readonly writes: (readonly StoreWrite[])[] = [];
  /** While set, every method but `close` throws this. */
  failWith: StoreErrorCode | undefined;
  private tables: Tables = { chips: [], snapshots: [], calls: [], payloads: new Map() };
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
      };
      try {
        const chips = writes.map((write) => this.apply(write)).filter((chip) => chip !== undefined);
        this.dropUnusedPayloads();
        return { chips };
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
        .slice(0, Math.max(0, limit)),
    );
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

  private apply(write: StoreWrite): StoredChip | undefined {
    const { tables } = this;
    switch (write.op) {
      case 'putChip':
        return this.putChip(write.chip);
      case 'updateChip':
        tables.chips = tables.chips.map((row) => (row.id === write.id ? changed(row, write) : row));
        return undefined;
      case 'deleteChip':
        tables.chips = tables.chips.filter((row) => row.id !== write.id);
        return undefined;
      case 'expireChips':
        tables.chips = tables.chips.filter(
          (row) => row.pinned || row.expires === undefined || row.expires > write.now,
        );
        return undefined;
      case 'putSnapshot':
        this.putSnapshot(write.snapshot, write.limit);
        return undefined;
      case 'setSnapshotState':
        tables.snapshots = tables.snapshots.map((row) =>
          row.event === write.event ? { ...row, state: write.state } : row,
        );
        return undefined;
      case 'commitSnapshots':
        tables.snapshots = tables.snapshots.map((row) =>
          row.workspace === write.workspace && row.state === 'applied'
            ? { ...row, state: 'committed' }
            : row,
        );
        return undefined;
      case 'putCall':
        this.putCall(write.call);
        return undefined;
      case 'renameFile':
        tables.chips = tables.chips.map((row) => renamed(row, write.from, write.to));
        tables.snapshots = tables.snapshots.map((row) => renamed(row, write.from, write.to));
        return undefined;
    }
  }

  private putChip({ ids, content, limit, ...chip }: NewChip): StoredChip {
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

  private putCall({ argumentsContent, resultContent, limit, ...call }: NewCall): void {
    const { tables } = this;
    tables.calls.push({
      ...call,
      ...(argumentsContent && { arguments: this.put(argumentsContent) }),
      ...(resultContent && { result: this.put(resultContent) }),
    });
    const dropped = tables.calls
      .toSorted((a, b) => a.started - b.started)
      .slice(0, Math.max(0, tables.calls.length - limit));
    tables.calls = tables.calls.filter((row) => !dropped.includes(row));
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
