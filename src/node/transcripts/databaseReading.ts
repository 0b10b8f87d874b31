import { setImmediate } from 'node:timers/promises';
import {
  rowAtPath,
  rowPath,
  type SessionInDatabase,
} from '../../core/sources/opencode/databasePaths.ts';
import type { RecordedBlock } from '../../core/sources/recordedBlock.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import { continues } from '../../core/sources/sessionRows.ts';
import type { TranscriptReader } from '../../core/sources/transcriptFormat.ts';
import { ok } from '../../ports/result.ts';
import type { TranscriptFailure, TranscriptResult } from '../../ports/transcripts.ts';
import {
  listRows,
  mostRows,
  readRows,
  type ListedRow,
  type ReadRow,
  type RowList,
} from './opencodeDatabase.ts';
import { Pace } from './pace.ts';
import type { RecognisedTranscript } from './recognise.ts';
import { failed } from './transcriptFiles.ts';
import type { SessionReading } from './sessionReading.ts';
import { databaseFacts, readDatabase, sameDatabase, type DatabaseFacts } from './sqliteFile.ts';

/** What is read while the database is open once: as many bytes of data, or as many rows. */
const pieceBytes = 512 * 1024;
const pieceRows = 500;

/** How many times as long as a look took there is no other: following must stay cheap. */
const restAfterLook = 10;
const restAfterWholeLook = 20;

/** Rows of each session and table that every look is at; a look at all of them comes when it is due. */
const newestRows = 200;

/** Milliseconds within which a file system may give two writes the same time. */
const timeStep = 100;

/** What is known of a session's rows; a new one for each reading from the beginning. */
interface RowsPass {
  readonly reader: TranscriptReader;
  /** Paths that places in the session count, and their indices. */
  readonly paths: string[];
  readonly indices: Map<string, number>;
  /** The rows that were told to the reader, by path. */
  readonly rows: Map<string, ListedRow>;
}

/** A session in a database, read in pieces between which it is closed, and read on by the rows that changed. */
export class DatabaseReading implements SessionReading {
  readonly opened: RecognisedTranscript;
  generation = 0;
  status: SessionReading['status'] = 'whole';
  failure: TranscriptFailure | undefined;
  bytesRead = 0;
  bytesTotal: number;
  readonly ahead: number;
  readonly paths: readonly string[];
  readonly texts: readonly string[] = [];
  readonly #at: SessionInDatabase;
  #pass: RowsPass | undefined;
  #made: RecordedSession | undefined;
  /** As the database was when its rows were listed last; undefined if it may have changed at that moment. */
  #facts: DatabaseFacts | undefined;
  readonly #looks = new Pace(restAfterLook);
  readonly #wholeLooks = new Pace(restAfterWholeLook);
  /** Whether older rows may have changed since all were looked at. */
  #unchecked = false;

  constructor(opened: RecognisedTranscript, at: SessionInDatabase) {
    this.opened = opened;
    this.bytesTotal = opened.bytes;
    this.ahead = opened.bytes;
    this.paths = [opened.main];
    this.#at = at;
  }

  session(): RecordedSession | undefined {
    // The paths grow with the rows; a session keeps those it was made with.
    this.#made ??= this.#pass?.reader.session([...this.#pass.paths]);
    return this.#made;
  }

  concerns(folder: string, name: string): boolean {
    const { database } = this.#at;
    // The log's index changes by readers too, and tells nothing more.
    return [database, `${database}-wal`].includes(`${folder}/${name}`);
  }

  hint(): void {
    // There is one file only, and it is looked at each time.
  }

  readNewest(_bytes: number, signal?: AbortSignal): Promise<TranscriptResult<void>> {
    return this.readWhole(undefined, signal);
  }

  async readWhole(onProgress?: () => void, signal?: AbortSignal): Promise<TranscriptResult<void>> {
    const list = await this.#list();
    if (!list.ok) {
      return this.#end(list.failure);
    }
    const { rows } = list.value;
    this.bytesTotal = bytesOf(rows);
    this.bytesRead = 0;
    const pass: RowsPass = {
      reader: this.opened.format.reader(),
      ...{ paths: [], indices: new Map(), rows: new Map() },
    };
    if (this.#pass === undefined) {
      this.#show(pass);
    }
    const read = await this.#read(pass, rows, signal, onProgress);
    if (!read.ok) {
      return this.#end(read.failure);
    }
    if (this.#pass !== pass) {
      this.#show(pass);
    }
    this.status = 'done';
    this.failure = undefined;
    return ok(undefined);
  }

  async refresh(_list: boolean, signal?: AbortSignal): Promise<boolean> {
    const isSame = sameDatabase(await databaseFacts(this.#at.database), this.#facts);
    if (this.#wholeLooks.due && (!isSame || this.#unchecked)) {
      return this.#wholeLooks.run(() => this.#look(undefined, signal));
    }
    return (
      !isSame && this.#looks.due && (await this.#looks.run(() => this.#look(newestRows, signal)))
    );
  }

  async record(
    path: string,
    { bytes }: RecordedBlock['origin'],
  ): Promise<TranscriptResult<unknown>> {
    const { database } = this.#at;
    const row = rowAtPath(database, path);
    if (row === undefined) {
      return failed('not-found', 'The row is not there.');
    }
    const read = await readDatabase(database, (db) =>
      readRows(db, [{ ...row, updated: 0, bytes }]),
    );
    if (!read.ok) {
      return read;
    }
    const record = read.value[0]?.record;
    return typeof record === 'object'
      ? ok(record)
      : failed('changed', 'The row is not what it was when it was read.');
  }

  /** The rows as they are now, all or the newest. */
  async #list(newest?: number): Promise<TranscriptResult<RowList>> {
    const { database, session } = this.#at;
    const facts = await databaseFacts(database);
    const list = await readDatabase(database, (db) => listRows(db, session, newest));
    if (!list.ok) {
      return list;
    }
    this.#facts = facts !== undefined && isSettled(facts) ? facts : undefined;
    this.#unchecked = newest !== undefined;
    if (list.value.count === 0) {
      return failed('not-found', 'The session is not in the database.');
    }
    return list.value.count > mostRows
      ? failed('too-large', 'The session has too many rows to be read.')
      : list;
  }

  /** Looks for rows that changed, among all or the newest. Answers whether anything is different. */
  async #look(newest: number | undefined, signal: AbortSignal | undefined): Promise<boolean> {
    const pass = this.#pass;
    const former = this.status;
    const list = await this.#list(newest);
    if (!list.ok) {
      const isGone = list.failure.code === 'not-found';
      // Anything else may be over at the next look.
      this.status = isGone ? 'gone' : former;
      this.failure = isGone ? list.failure : this.failure;
      return this.status !== former;
    }
    const { rows, count } = list.value;
    const changed = rows.filter((row) => {
      const known = pass?.rows.get(rowPath(this.#at.database, row));
      return known?.updated !== row.updated || known.bytes !== row.bytes;
    });
    const added = changed.filter((row) => pass?.rows.has(rowPath(this.#at.database, row)) !== true);
    if (pass === undefined || pass.rows.size + added.length !== count) {
      // Rows were removed, or more were added than were looked at.
      await this.readWhole(undefined, signal);
      return true;
    }
    this.status = 'done';
    if (changed.length > 0) {
      await this.#readOn(pass, changed, signal);
    }
    return changed.length > 0 || this.status !== former;
  }

  /** Takes rows that changed; where they are in the place of others, it is another generation. */
  async #readOn(
    pass: RowsPass,
    changed: readonly ListedRow[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const before = this.session();
    await this.#read(pass, changed, signal);
    const after = this.session();
    if (before === undefined || after === undefined || !continues(after, before)) {
      this.generation += 1;
    }
    this.bytesRead = bytesOf(pass.rows.values());
    this.bytesTotal = this.bytesRead;
  }

  /** Reads rows and tells them to the reader. */
  async #read(
    pass: RowsPass,
    rows: readonly ListedRow[],
    signal: AbortSignal | undefined,
    onProgress?: () => void,
  ): Promise<TranscriptResult<void>> {
    for (const piece of piecesOf(rows)) {
      signal?.throwIfAborted();
      const read = await readDatabase(this.#at.database, (db) => readRows(db, piece));
      if (!read.ok) {
        return read;
      }
      for (const one of read.value) {
        this.#tell(pass, one);
      }
      this.#made = undefined;
      this.bytesRead += bytesOf(piece);
      onProgress?.();
      await setImmediate();
    }
    return ok(undefined);
  }

  #tell({ reader, paths, indices, rows }: RowsPass, { row, record }: ReadRow): void {
    if (record === undefined) {
      return;
    }
    const path = rowPath(this.#at.database, row);
    const file = indices.get(path) ?? paths.push(path) - 1;
    indices.set(path, file);
    rows.set(path, row);
    const place = { file, offset: 0, bytes: row.bytes };
    if (typeof record === 'string') {
      reader.bad(place, record);
    } else {
      reader.record(record, place);
    }
  }

  #show(pass: RowsPass): void {
    this.#pass = pass;
    this.#made = undefined;
    this.generation += 1;
  }

  #end(failure: TranscriptFailure): TranscriptResult<void> {
    this.failure = failure;
    this.status = this.status === 'done' || this.generation > 1 ? 'gone' : 'failed';
    return { ok: false, failure };
  }
}

function bytesOf(rows: Iterable<ListedRow>): number {
  let sum = 0;
  for (const { bytes } of rows) {
    sum += bytes;
  }
  return sum;
}

/** Whether the last write is so long ago that a later one has another time. */
function isSettled({ file, log }: DatabaseFacts): boolean {
  return Date.now() - Math.max(file.modified, log?.modified ?? 0) > timeStep;
}

function* piecesOf(rows: readonly ListedRow[]): Generator<ListedRow[]> {
  let piece: ListedRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    piece.push(row);
    bytes += row.bytes;
    if (bytes >= pieceBytes || piece.length >= pieceRows) {
      yield piece;
      piece = [];
      bytes = 0;
    }
  }
  if (piece.length > 0) {
    yield piece;
  }
}
