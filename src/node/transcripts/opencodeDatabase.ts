import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isSessionId, type RowInDatabase } from '../../core/sources/opencode/databasePaths.ts';
import { opencodeRecord, type OpencodeTable } from '../../core/sources/opencode/opencodeRows.ts';
import { objectAt, textAt, timeAt, type JsonObject } from '../../core/sources/json.ts';

/*
 * The SELECTs on opencode's database, as 1.18.33 makes it. All have a limit, and only such are run that find rows by an
 * index, or give every row they look at: so none takes long however large or broken the file is.
 */

/** Most rows of one session and its subagents. */
export const mostRows = 500_000;

/** Most sessions of a database that are looked at. */
const mostSessions = 20_000;

/** Most sessions that hang on one. */
const mostChildren = 500;

/** Most bytes of a row's data. */
const longestRow = 64 * 1024 * 1024;

/** A row as the list has it: enough to see whether it changed. */
export interface ListedRow extends RowInDatabase {
  /** When the row was last written, in milliseconds; whatever else may stand there counts as 0. */
  readonly updated: number;
  /** Of its data. */
  readonly bytes: number;
}

/** What is to be said of a session without reading it. */
export interface ListedSession {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  /** Milliseconds since the epoch; 0 if the row does not say. */
  readonly modified: number;
  readonly started?: number;
}

/** The database is not one of opencode's; the same as an error of SQL. */
class DatabaseLacks extends Error {
  /** SQLITE_ERROR. */
  readonly errcode = 1;
}

/** @throws {DatabaseLacks} if a table is missing, is a view or virtual, or makes its columns by expressions. */
function assertTables(db: DatabaseSync): void {
  const real = db
    .prepare(
      `SELECT count(*) AS found FROM (SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
        AND name IN ('session', 'message', 'part') LIMIT 10)`,
    )
    .get();
  const made = db
    .prepare(
      `SELECT count(*) AS found FROM (SELECT 1 FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
        WHERE t.name IN ('session', 'message', 'part') AND c.hidden <> 0 LIMIT 1)`,
    )
    .get();
  if (real?.['found'] !== 3 || made?.['found'] !== 0) {
    throw new DatabaseLacks();
  }
}

/** A SELECT that finds its rows by an index. @throws {DatabaseLacks} if the database has none for it. */
function byIndex(db: DatabaseSync, sql: string): StatementSync {
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('');
  if (plan.some(({ detail }) => typeof detail !== 'string' || /^SCAN (?!\()/.test(detail))) {
    throw new DatabaseLacks();
  }
  return db.prepare(sql);
}

/** Times as numbers of JavaScript: a whole number that is too large for one would be an error. */
const created = 'CAST(time_created AS REAL) AS time_created';
const updated = 'CAST(time_updated AS REAL) AS time_updated';
const data = `CASE WHEN typeof(data) = 'text' AND octet_length(data) <= ${String(longestRow)} THEN data END AS data`;

/** Columns that should hold short texts, as such. */
function texts(...names: readonly string[]): string {
  return names.map((name) => `substr(${name}, 1, 100000) AS ${name}`).join(', ');
}

const columns: Readonly<Record<OpencodeTable, string>> = {
  session: `${texts('id', 'parent_id', 'title', 'directory', 'version', 'revert')}, ${created}, ${updated}`,
  message: `${texts('id', 'session_id')}, ${updated}, ${data}`,
  part: `${texts('id', 'message_id', 'session_id')}, ${updated}, ${data}`,
};

/** Bytes of a row's data, which SQLite knows without reading them. */
const sizes: Readonly<Record<OpencodeTable, string>> = {
  session: 'octet_length(title) + octet_length(directory)',
  message: 'octet_length(data)',
  part: 'octet_length(data)',
};

/** The sessions that no other started, newest first. */
export function listSessions(db: DatabaseSync): ListedSession[] {
  assertTables(db);
  return db
    .prepare(
      `SELECT ${texts('id', 'parent_id', 'title', 'directory')}, ${created}, ${updated} FROM session LIMIT ?`,
    )
    .all(mostSessions)
    .flatMap((row) => {
      const started = timeAt(row, 'time_created');
      const id = textAt(row, 'id');
      return textAt(row, 'parent_id') === '' && isSessionId(id)
        ? [
            {
              ...{ id, title: textAt(row, 'title'), folder: textAt(row, 'directory') },
              modified: timeAt(row, 'time_updated') ?? 0,
              ...(started !== undefined && { started }),
            },
          ]
        : [];
    })
    .sort((a, b) => b.modified - a.modified);
}

/** Whether there is a session with an id. */
export function hasSession(db: DatabaseSync, session: string): boolean {
  assertTables(db);
  const statement = byIndex(db, 'SELECT 1 FROM session WHERE id = ? LIMIT 1');
  return statement.get(session) !== undefined;
}

/** Bytes of a session's own rows, and the model that its first messages name. */
export function sessionFacts(
  db: DatabaseSync,
  session: string,
): { readonly bytes: number; readonly model: string } {
  assertTables(db);
  const sum = (table: 'message' | 'part'): number => {
    const inner = `SELECT octet_length(data) AS size FROM ${table} WHERE session_id = ? LIMIT ${String(mostRows)}`;
    byIndex(db, inner);
    const row = db.prepare(`SELECT total(size) AS bytes FROM (${inner})`).get(session);
    return Number(row?.['bytes'] ?? 0);
  };
  const messages = byIndex(
    db,
    'SELECT substr(data, 1, 65536) AS data FROM message WHERE session_id = ? LIMIT 3',
  ).all(session);
  const models = messages.map((row) => {
    const record = opencodeRecord('message', row);
    return textAt(record, 'modelID') || textAt(objectAt(record, 'model'), 'modelID');
  });
  return { bytes: sum('message') + sum('part'), model: models.find((model) => model !== '') ?? '' };
}

function listed(table: OpencodeTable, row: JsonObject): ListedRow[] {
  const id = textAt(row, 'id');
  const { time_updated: at, bytes } = row;
  return id === ''
    ? []
    : [
        {
          ...{ table, id },
          updated: typeof at === 'number' ? at : 0,
          bytes: typeof bytes === 'number' ? bytes : 0,
        },
      ];
}

/** Rows of a session and of those that it started. */
export interface RowList {
  /** Sessions first, then messages, then parts. */
  readonly rows: readonly ListedRow[];
  /** How many there are, whether they are listed or not. */
  readonly count: number;
}

/** Which rows of a table belong to a session; with `newest` only those that were added last. */
function ownRows(table: OpencodeTable, newest: number | undefined): string {
  const own = `FROM ${table} WHERE session_id = ? LIMIT ${String(mostRows)}`;
  const select = `SELECT ${texts('id')}, ${updated}, ${sizes[table]} AS bytes`;
  return newest === undefined
    ? `${select} ${own}`
    : // The index has the row's number, so that no other row is looked at.
      `${select} FROM ${table} WHERE rowid IN
        (SELECT number FROM (SELECT rowid AS number ${own}) ORDER BY number DESC LIMIT ${String(newest)})`;
}

/** The session and those that it started, directly or not. */
function listTree(db: DatabaseSync, session: string): Map<string, ListedRow> {
  const select = (column: string): StatementSync =>
    byIndex(
      db,
      `SELECT ${texts('id')}, ${updated}, ${sizes.session} AS bytes FROM session WHERE ${column} = ?
        LIMIT ${String(mostChildren)}`,
    );
  const [own, below] = [select('id'), select('parent_id')];
  const sessions = new Map<string, ListedRow>();
  const add = (row: JsonObject): void => {
    for (const one of listed('session', row)) {
      sessions.set(one.id, sessions.get(one.id) ?? one);
    }
  };
  own.all(session).forEach(add);
  // A map gives what is added to it while it is gone through.
  for (const id of sessions.keys()) {
    if (sessions.size < mostChildren) {
      below.all(id).forEach(add);
    }
  }
  return sessions;
}

/**
 * The rows of a session and of those that it started; at most `mostRows` and one more. Empty if there is no such
 * session. Looks at every row, but not at its data; with `newest` at so many of each session and table, those that were
 * added last.
 */
export function listRows(db: DatabaseSync, session: string, newest?: number): RowList {
  assertTables(db);
  const sessions = listTree(db, session);
  const rows: ListedRow[] = [...sessions.values()];
  let count = rows.length;
  for (const table of ['message', 'part'] as const) {
    const statement = byIndex(db, ownRows(table, newest));
    const counting = db.prepare(
      `SELECT count(*) AS found FROM (SELECT 1 FROM ${table} WHERE session_id = ? LIMIT ${String(mostRows)})`,
    );
    for (const id of sessions.keys()) {
      count += Number(counting.get(id)?.['found'] ?? 0);
      if (count > mostRows) {
        return { rows, count };
      }
      for (const row of statement.iterate(id)) {
        rows.push(...listed(table, row));
      }
    }
  }
  return { rows, count };
}

/** A record that was read, and the bytes of its row's data. */
export interface ReadRow {
  readonly row: ListedRow;
  /** Undefined for one that is not there any more; a text says what is wrong with it. */
  readonly record: JsonObject | string | undefined;
}

/** The records of rows, in their order, as they are now. */
export function readRows(db: DatabaseSync, rows: readonly ListedRow[]): ReadRow[] {
  assertTables(db);
  const statements = new Map<OpencodeTable, StatementSync>();
  return rows.map((row) => {
    const { table, id } = row;
    const statement =
      statements.get(table) ??
      byIndex(
        db,
        `SELECT ${columns[table]}, ${sizes[table]} AS bytes FROM ${table} WHERE id = ? LIMIT 1`,
      );
    statements.set(table, statement);
    const found = statement.get(id);
    if (found === undefined) {
      return { row, record: undefined };
    }
    const [now = row] = listed(table, found);
    const record = now.bytes > longestRow ? 'longer than 64 MiB' : opencodeRecord(table, found);
    return { row: now, record };
  });
}
