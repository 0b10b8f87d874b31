import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { codeOf } from '../errorCode.ts';
import { diskFiles } from './diskFiles.ts';
import { fileFacts } from './regularFile.ts';
import { failed, readRange, type FileFacts } from './transcriptFiles.ts';

/*
 * Databases of other programs, which may have them open. SQLite itself would write beside a database that it only reads:
 * it makes the files of the write-ahead log where they are missing, and one who ends while we have the database open
 * leaves its log behind. So a database is open only while one answer is read, and never in a way that makes a file:
 *
 * - with a log, the index of the log is used and not written (`readonly_shm`); a reader does not stop the writer;
 * - without one, the file is read as it is (`immutable`), and the answer counts if file and log are as before.
 *
 * Should the last writer end in the moment between the look at its log and the opening, SQLite leaves an empty log, which
 * means nothing and goes when the writer's program is next started.
 */

/** What tells whether a database is still as it was, without opening it. */
export interface DatabaseFacts {
  readonly file: FileFacts;
  /** Of the write-ahead log; undefined if there is none. */
  readonly log: FileFacts | undefined;
}

/** How often an answer is read again when the file was written meanwhile. */
const attempts = 3;

/** Milliseconds that SQLite waits for a lock. A worker may wait so long; a writer takes locks for less. */
const lockWait = 50;

const magic = 'SQLite format 3\0';

/** Whether a regular file begins as databases do. */
export async function isDatabase(path: string): Promise<boolean> {
  const read = await readRange(diskFiles, path, 0, magic.length);
  return read.ok && new TextDecoder().decode(read.value) === magic;
}

/** Sizes, times and inodes of a database and its log; undefined if it is no regular file. */
export async function databaseFacts(path: string): Promise<DatabaseFacts | undefined> {
  const [file, log] = [await fileFacts(path), await fileFacts(`${path}-wal`)];
  return file && { file, log };
}

/** Whether nothing was written in between, as far as sizes and times tell. */
export function sameDatabase(a: DatabaseFacts | undefined, b: DatabaseFacts | undefined): boolean {
  return a !== undefined && b !== undefined && sameFile(a.file, b.file) && sameFile(a.log, b.log);
}

function sameFile(a: FileFacts | undefined, b: FileFacts | undefined): boolean {
  return a?.inode === b?.inode && a?.size === b?.size && a?.modified === b?.modified;
}

/** How a database may be opened now; a text says why it may not. */
async function wayToOpen(
  path: string,
  { log }: DatabaseFacts,
): Promise<'logged' | 'immutable' | { readonly problem: string }> {
  if (((await fileFacts(`${path}-journal`))?.size ?? 0) > 0) {
    return { problem: 'The database is being written; try again.' };
  }
  const hasIndex = (await fileFacts(`${path}-shm`)) !== undefined;
  if (log !== undefined && hasIndex) {
    return 'logged';
  }
  return log === undefined || log.size === 0
    ? 'immutable'
    : {
        problem:
          'The database was not closed and the index of its log is missing; its own program has to open it once.',
      };
}

/**
 * Reads from a database what one function asks, with the database open only meanwhile. The function must only run
 * `SELECT`s, without waiting; what it throws is a failure: `unknown-format` for tables and columns that are missing,
 * `not-readable` for a damaged file.
 */
export async function readDatabase<T>(
  path: string,
  read: (db: DatabaseSync) => T,
): Promise<TranscriptResult<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await databaseFacts(path);
    if (before === undefined) {
      return failed('not-found', 'The database is not there.');
    }
    const way = await wayToOpen(path, before);
    if (typeof way === 'object') {
      return failed('not-readable', way.problem);
    }
    const answer = await readOnce(path, way, read);
    if (way === 'logged' && answer.ok) {
      return answer;
    }
    const isSame = sameDatabase(before, await databaseFacts(path));
    if (isSame || attempt === attempts) {
      return isSame ? answer : failed('not-readable', 'The database changes while it is read.');
    }
  }
}

async function readOnce<T>(
  path: string,
  way: 'logged' | 'immutable',
  read: (db: DatabaseSync) => T,
): Promise<TranscriptResult<T>> {
  let db: DatabaseSync | undefined;
  try {
    // Only here: Node before 22.5 has none, and others say that it is experimental when it is loaded.
    const sqlite = await import('node:sqlite');
    const url = pathToFileURL(path);
    url.search = way === 'logged' ? '?mode=ro&readonly_shm=1' : '?mode=ro&immutable=1';
    db = new sqlite.DatabaseSync(url, { readOnly: true, timeout: lockWait });
    // What a crafted schema calls must not be run.
    db.exec('PRAGMA trusted_schema = OFF');
    db.exec('BEGIN');
    return ok(read(db));
  } catch (error) {
    return databaseFailure(error);
  } finally {
    closeQuietly(db);
  }
}

function closeQuietly(db: DatabaseSync | undefined): void {
  try {
    db?.close();
  } catch {
    // It was not open.
  }
}

/** SQLite's result codes: what is asked for is not there; the file is not one of a database, or is damaged. */
const [sqlError, sqlCorrupt, sqlNotDatabase] = [1, 11, 26];

function databaseFailure(error: unknown): ReturnType<typeof failed> {
  const code = (error as { readonly errcode?: unknown }).errcode;
  // The code's lower byte is the primary one.
  const primary = typeof code === 'number' ? code & 0xff : undefined;
  if (primary === sqlError) {
    return failed('unknown-format', 'The database does not have the tables of a known agent.');
  }
  if (primary === sqlCorrupt || primary === sqlNotDatabase) {
    return failed('not-readable', 'The database is damaged.');
  }
  const reason = primary === undefined ? codeOf(error) || 'unknown error' : `SQLite ${primary}`;
  return failed('not-readable', `The database can not be read (${reason}).`);
}
