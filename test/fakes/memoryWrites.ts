import { createHmac } from 'node:crypto';
import {
  StoreError,
  type ChipRow,
  type ImportedChip,
  type NewCall,
  type NewChip,
  type NewSnapshot,
  type PayloadKey,
  type StoredCall,
  type StoredChip,
  type StoreWrite,
} from '../../src/ports/store.ts';
import { sessionsAfter } from './memorySessions.ts';
import { applyToTranscripts } from './memoryTranscripts.ts';
import { byCreated, bytesOfChips, type Tables, type Tally } from './memoryTables.ts';

type ChipUpdate = Extract<StoreWrite, { op: 'updateChip' }>;

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

/** The first rows that have together at least `excess` bytes. */
function firstWith<T>(rows: readonly T[], bytesOf: (row: T) => number, excess: number): T[] {
  let found = 0;
  return rows.filter((row) => {
    const wanted = found < excess;
    found += wanted ? bytesOf(row) : 0;
    return wanted;
  });
}

/** Applies writes to tables. */
export class MemoryWrites {
  private readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  apply(write: StoreWrite, tally: Tally): void {
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
      case 'putSession':
      case 'appendEvents':
      case 'eraseArtifacts':
      case 'deleteSession':
        tables.sessions = sessionsAfter(tables.sessions, write, (content) => this.put(content));
        return;
      default:
        applyToTranscripts(tables, write, (content) => this.put(content));
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
}
