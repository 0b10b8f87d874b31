import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StoreError } from '../../ports/store.ts';
import { CallReader } from './callReader.ts';
import { Calls } from './calls.ts';
import { ChipChanges } from './chipChanges.ts';
import { ChipReader } from './chipReader.ts';
import { Chips } from './chips.ts';
import { ChipSearch } from './chipSearch.ts';
import {
  identityOf,
  makeFile,
  makeFolder,
  protectFiles,
  setAside,
  withFileLock,
} from './databaseFile.ts';
import { loadKeys } from './keyFile.ts';
import { KeptSessions } from './keptSessions.ts';
import { KeyMark } from './keyMark.ts';
import { Payloads } from './payloads.ts';
import { PayloadSeal } from './payloadSeal.ts';
import { migrate, refuseNewer, SchemaMark } from './schema.ts';
import { SessionReader } from './sessionReader.ts';
import { Sessions } from './sessions.ts';
import { Snapshots } from './snapshots.ts';
import { Counts } from './sqlRows.ts';
import { toStoreError } from './storeErrors.ts';
import type { StoreFileOptions } from './storeMessages.ts';
import { TranscriptIndex } from './transcriptIndex.ts';

/** The statements that begin and end transactions. */
export interface TransactionBounds {
  readonly read: StatementSync;
  readonly write: StatementSync;
  readonly commit: StatementSync;
}

/** A database that is ready for use, and its tables. */
export interface OpenDatabase {
  readonly db: DatabaseSync;
  /** Which file it is; see `identityOf`. */
  readonly identity: string | undefined;
  /** Unlike that of every other opening, here or elsewhere. */
  readonly opening: string;
  /** Id of the keys it was opened with. */
  readonly keyId: string;
  readonly bounds: TransactionBounds;
  readonly keyMark: KeyMark;
  readonly schemaMark: SchemaMark;
  readonly payloads: Payloads;
  readonly chips: Chips;
  readonly chipReader: ChipReader;
  readonly chipChanges: ChipChanges;
  readonly chipSearch: ChipSearch;
  readonly snapshots: Snapshots;
  readonly calls: Calls;
  readonly callReader: CallReader;
  readonly sessions: Sessions;
  readonly sessionReader: SessionReader;
  readonly transcriptIndex: TranscriptIndex;
  readonly keptSessions: KeptSessions;
  readonly counts: Counts;
}

/** A write-ahead log that grew in a burst is cut to this many bytes at its next checkpoint. */
const walBytesKept = 16 * 1024 * 1024;

function corruptError(aside: string): StoreError {
  return new StoreError(
    'corrupt',
    `The store file was damaged. It was set aside as ${aside}, and an empty one takes its place.`,
  );
}

function prepare(db: DatabaseSync, options: StoreFileOptions): OpenDatabase {
  // First of all, so that a newer file stays as it is.
  refuseNewer(db);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA journal_size_limit = ${walBytesKept}`);
  if (options.maxPages !== undefined) {
    db.exec(`PRAGMA max_page_count = ${options.maxPages}`);
  }
  migrate(db);
  protectFiles(options.file);
  const keys = loadKeys(dirname(options.file));
  const keyMark = new KeyMark(db);
  // Others than before if the key file was lost, or an erasing was cut off: what is left of older texts is unreadable.
  keyMark.set(keys.id);
  const seal = new PayloadSeal(keys);
  const payloads = new Payloads(db, seal);
  const chipReader = new ChipReader(db, seal);
  const sessionReader = new SessionReader(db, payloads, seal);
  return {
    db,
    identity: identityOf(options.file),
    opening: randomUUID(),
    keyId: keys.id,
    bounds: {
      read: db.prepare('BEGIN'),
      write: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
    },
    keyMark,
    schemaMark: new SchemaMark(db),
    payloads,
    chips: new Chips(db, payloads, seal, chipReader),
    chipReader,
    chipChanges: new ChipChanges(db, chipReader),
    chipSearch: new ChipSearch(db, payloads, chipReader),
    snapshots: new Snapshots(db, payloads),
    calls: new Calls(db, payloads),
    callReader: new CallReader(db),
    sessions: new Sessions(db, payloads, sessionReader),
    sessionReader,
    transcriptIndex: new TranscriptIndex(db, seal),
    keptSessions: new KeptSessions(db, payloads, seal),
    counts: new Counts(db),
  };
}

/**
 * Opens the database, makes it if there is none and brings it to the newest schema. Throws `StoreError`: `newer` leaves
 * the file as it is; with `corrupt` it was set aside, and opening again starts with an empty one.
 */
export function openDatabase(options: StoreFileOptions): OpenDatabase {
  const { file, lockWait } = options;
  makeFolder(file);
  return withFileLock(file, lockWait, () => {
    makeFile(file);
    const db = new DatabaseSync(file, { timeout: lockWait, enableForeignKeyConstraints: true });
    try {
      return prepare(db, options);
    } catch (error) {
      db.close();
      const failure = toStoreError(error);
      throw failure.code === 'corrupt' ? corruptError(setAside(file)) : failure;
    }
  });
}

/** Closes a database. What could not be moved from its write-ahead log now is moved when it is next opened. */
export function closeDatabase({ db }: OpenDatabase): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Another process is reading, or the file is damaged: either way nothing is lost by not moving it now.
  }
  db.close();
}

/**
 * Closes a database found to be damaged and sets its file aside. Gives the error to throw, or undefined if another
 * process had replaced the file already.
 */
export function retireDatabase(
  open: OpenDatabase,
  options: StoreFileOptions,
): StoreError | undefined {
  open.db.close();
  return withFileLock(options.file, options.lockWait, () =>
    identityOf(options.file) === open.identity ? corruptError(setAside(options.file)) : undefined,
  );
}
