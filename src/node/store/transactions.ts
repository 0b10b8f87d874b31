import type { StatementSync } from 'node:sqlite';
import type { StoredChip, StoreOutcome, StoreWrite } from '../../ports/store.ts';
import { StoreError } from '../../ports/store.ts';
import type { TranscriptWrite } from '../../ports/transcriptStore.ts';
import type { OpenDatabase } from './openDatabase.ts';

/** Writes that remove no chip; they come often, and are spared the look at the removals. */
const writesOfNoChip: ReadonlySet<StoreWrite['op']> = new Set([
  'putSession',
  'appendEvents',
  'eraseArtifacts',
  'deleteSession',
  'putTranscript',
  'forgetTranscripts',
  'putKept',
  'appendKeptPart',
  'deleteKept',
]);

/** What the writes of a transaction came to so far. */
interface Tally {
  readonly chips: StoredChip[];
  imported: number;
  known: number;
  expired: number;
}

/** The database was opened with keys that are no longer its own: it has to be opened again. */
export class StaleKeys extends StoreError {
  constructor() {
    super('failed', "The store's key file is being replaced again and again.");
  }
}

function applyToTranscripts(open: OpenDatabase, write: TranscriptWrite): void {
  switch (write.op) {
    case 'putTranscript':
      open.transcriptIndex.put(write.transcript);
      return;
    case 'forgetTranscripts':
      open.transcriptIndex.forget(write.paths);
      return;
    case 'putKept':
      open.keptSessions.put(write);
      return;
    case 'appendKeptPart':
      open.keptSessions.append(write);
      return;
    case 'deleteKept':
      open.keptSessions.delete(write.id);
      return;
  }
}

function apply(open: OpenDatabase, write: StoreWrite, tally: Tally): void {
  switch (write.op) {
    case 'putChip':
      tally.chips.push(open.chips.put(write.chip));
      return;
    case 'importChip':
      tally[open.chips.import(write.chip) ? 'imported' : 'known'] += 1;
      return;
    case 'updateChip':
      open.chips.change(write);
      return;
    case 'deleteChip':
      open.chips.delete(write.id);
      return;
    case 'expireChips':
      tally.expired += open.chips.expire(write.now);
      return;
    case 'putSnapshot':
      open.snapshots.put(write.snapshot, write.limit);
      return;
    case 'setSnapshotState':
      open.snapshots.setState(write.event, write.state);
      return;
    case 'commitSnapshots':
      open.snapshots.commit(write.workspace);
      return;
    case 'putCall':
      open.calls.put(write.call);
      return;
    case 'dropCalls':
      open.calls.drop(write.before);
      return;
    case 'renameFile':
      open.chips.rename(write.from, write.to);
      open.snapshots.rename(write.from, write.to);
      return;
    case 'putSession':
      open.sessions.put(write.session);
      return;
    case 'appendEvents':
      open.sessions.append(write);
      return;
    case 'eraseArtifacts':
      open.sessions.erase(write.session, write.names);
      return;
    case 'deleteSession':
      open.sessions.delete(write.id);
      return;
    default:
      applyToTranscripts(open, write);
  }
}

function inTransaction<T>(open: OpenDatabase, begin: StatementSync, work: () => T): T {
  const { db } = open;
  begin.run();
  try {
    if (open.keyMark.read() !== open.keyId) {
      throw new StaleKeys();
    }
    const value = work();
    open.bounds.commit.run();
    return value;
  } catch (error) {
    // SQLite has rolled back by itself after some errors, such as a full disk.
    if (db.isTransaction) {
      db.exec('ROLLBACK');
    }
    throw error;
  }
}

/** Reads everything from one moment. Throws `StaleKeys` if the keys were replaced since the database was opened. */
export function reading<T>(open: OpenDatabase, work: () => T): T {
  return inTransaction(open, open.bounds.read, work);
}

/** Changes all or nothing. Throws `StaleKeys` like `reading`, and `newer` after a newer program changed the schema. */
export function writing<T>(open: OpenDatabase, work: () => T): T {
  return inTransaction(open, open.bounds.write, () => {
    open.schemaMark.refuseNewer();
    return work();
  });
}

/** Applies the writes of one transaction. */
export function transact(open: OpenDatabase, writes: readonly StoreWrite[]): StoreOutcome {
  return writing(open, () => {
    const tally: Tally = { chips: [], imported: 0, known: 0, expired: 0 };
    for (const write of writes) {
      apply(open, write, tally);
    }
    if (writes.some((write) => !writesOfNoChip.has(write.op))) {
      open.chipChanges.forget();
    }
    return tally;
  });
}
