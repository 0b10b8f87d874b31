import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'mocha';
import { SqliteStore, type SqliteStoreOptions } from '../../../src/node/store/sqliteStore.ts';
import { RecordingLog } from './sqliteLog.ts';

/** A folder of one test. */
export interface TempFolder {
  readonly path: string;
  remove(): Promise<void>;
}

const folderPrefix = join(tmpdir(), 'chipboard-store-');

/** Makes a folder that nobody else uses. */
export async function tempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(folderPrefix);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The worker's program in one file, as it ships: each test starts a worker, and this one starts three times faster. */
export const workerPath = buildWorker();

function buildWorker(): string {
  const folder = mkdtempSync(folderPrefix);
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const outfile = join(folder, 'storeWorker.cjs');
  buildSync({
    entryPoints: [
      fileURLToPath(new URL('../../../src/node/store/storeWorker.ts', import.meta.url)),
    ],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** The database file of a store in a folder. */
export const fileIn = (folder: string): string => join(folder, 'storage', 'chipboard.db');

/** The key file of a store in a folder. */
export const keyFileIn = (folder: string): string => join(folder, 'storage', 'chipboard.key');

/** A store in a folder. */
export function openStore(folder: string, over: Partial<SqliteStoreOptions> = {}): SqliteStore {
  return new SqliteStore({ workerPath, file: fileIn(folder), log: new RecordingLog(), ...over });
}

/** The stores of a test over a folder of its own; closed and removed after it. */
export interface TestStores {
  readonly open: (over?: Partial<SqliteStoreOptions>) => SqliteStore;
  readonly path: () => string;
}

/** Gives each test of the suite it is called in a folder. */
export function storesOfEachTest(): TestStores {
  let folder: TempFolder;
  let stores: SqliteStore[];
  beforeEach(async () => {
    folder = await tempFolder();
    stores = [];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await folder.remove();
  });
  return {
    open: (over) => {
      const store = openStore(folder.path, over);
      stores.push(store);
      return store;
    },
    path: () => folder.path,
  };
}

/** Does something on a database by SQL, beside the store. */
export function onDatabase<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(fileIn(folder), { timeout: 1000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Deletes every row of a store, so that readers of changes begin anew; gives the number of contents and counted rows that are left, which should be 0. */
export function deleteAllRows(folder: string): unknown {
  return onDatabase(folder, (db) => {
    db.exec(`
      DELETE FROM chips;
      DELETE FROM snapshots;
      DELETE FROM calls;
      DELETE FROM events;
      DELETE FROM sessions;
      DELETE FROM transcripts;
      DELETE FROM keptSessions;
      DELETE FROM chipChanges;
      UPDATE marks SET n = n + 1 WHERE name = 'chips';
      UPDATE marks SET n = (SELECT n FROM marks WHERE name = 'chips') WHERE name = 'forgotten';
    `);
    return db
      .prepare('SELECT (SELECT count(*) FROM contents) + (SELECT total(abs(n)) FROM counts) AS n')
      .get()?.n;
  });
}
