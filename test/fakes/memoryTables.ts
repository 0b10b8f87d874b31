import type {
  ChipRow,
  PayloadKey,
  SnapshotRow,
  StoredCall,
  StoredChip,
} from '../../src/ports/store.ts';
import { payloadsOf, type MemorySession } from './memorySessions.ts';
import { keptPayloads, type MemoryKept, type MemoryTranscript } from './memoryTranscripts.ts';
import type { ChipChange } from './storeChanges.ts';

const removalsKept = 2000;

/** All rows, in the order they were put; rows are replaced, never changed. */
export interface Tables {
  chips: ChipRow[];
  snapshots: SnapshotRow[];
  calls: StoredCall[];
  sessions: readonly MemorySession[];
  transcripts: readonly MemoryTranscript[];
  kept: readonly MemoryKept[];
  payloads: Map<PayloadKey, Uint8Array>;
  /** By number. */
  chipChanges: ChipChange[];
  lastChange: number;
  /** The newest removal that is not in `chipChanges` any more. */
  forgotten: number;
  lastCall: number;
}

/** What writes came to; like `StoreOutcome`. */
export interface Tally {
  readonly chips: StoredChip[];
  imported: number;
  known: number;
  expired: number;
}

/** No rows. */
export const emptyTables = (): Tables => ({
  chips: [],
  snapshots: [],
  calls: [],
  sessions: [],
  transcripts: [],
  kept: [],
  payloads: new Map(),
  chipChanges: [],
  lastChange: 0,
  forgotten: 0,
  lastCall: 0,
});

/** Tables that can be written without changing the given ones. */
export const copyOf = (tables: Tables): Tables => ({
  ...tables,
  chips: [...tables.chips],
  snapshots: [...tables.snapshots],
  calls: [...tables.calls],
  payloads: new Map(tables.payloads),
  chipChanges: [...tables.chipChanges],
});

/** Oldest first. */
export const byCreated = (a: { created: number }, b: { created: number }): number =>
  a.created - b.created;

/** What chips keep, in bytes. */
export function bytesOfChips(chips: readonly ChipRow[]): number {
  return chips.reduce((sum, chip) => sum + chip.bytes, 0);
}

/** Numbers every chip that is another row than before, or gone. */
export function noteChanges(tables: Tables, before: readonly ChipRow[]): void {
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

/** Forgets the oldest removals above what is kept. */
export function forgetRemovals(tables: Tables): void {
  const removals = tables.chipChanges.filter((entry) => entry.gone);
  const last = removals.at(-1 - removalsKept);
  if (last !== undefined) {
    tables.forgotten = last.number;
    tables.chipChanges = tables.chipChanges.filter(
      (entry) => !entry.gone || entry.number > last.number,
    );
  }
}

/** Drops the contents that no row refers to. */
export function dropUnusedPayloads(tables: Tables): void {
  const { chips, snapshots, calls, sessions, payloads } = tables;
  const used = new Set([
    ...chips.map((row) => row.payload),
    ...snapshots.map((row) => row.change),
    ...calls.flatMap((row) => [row.arguments, row.result]),
    ...payloadsOf(sessions),
    ...keptPayloads(tables),
  ]);
  for (const key of payloads.keys()) {
    if (!used.has(key)) {
      payloads.delete(key);
    }
  }
}
