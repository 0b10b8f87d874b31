import { opencodeTables, type OpencodeTable } from './opencodeRows.ts';

/*
 * A database has many sessions, and a session has many rows. Both are named by paths, so that whatever holds the path of
 * a transcript can hold theirs: `<database>#<session>` and `<database>#<table>/<row>`.
 */

/** A session in a database. */
export interface SessionInDatabase {
  /** Path of the database. */
  readonly database: string;
  /** The session's id. */
  readonly session: string;
}

/** A row of a database. */
export interface RowInDatabase {
  readonly table: OpencodeTable;
  readonly id: string;
}

const sessionId = /^ses_[\w-]{1,100}$/;

/** Whether a session can be named by a path: those that opencode makes can. */
export function isSessionId(id: string): boolean {
  return sessionId.test(id);
}

/** The path of a session in a database. */
export function sessionPath({ database, session }: SessionInDatabase): string {
  return `${database}#${session}`;
}

/** What a path names if it is that of a session in a database; undefined if it can only be that of a file. */
export function sessionAtPath(path: string): SessionInDatabase | undefined {
  const at = path.lastIndexOf('#');
  const session = path.slice(at + 1);
  return at > 0 && isSessionId(session) ? { database: path.slice(0, at), session } : undefined;
}

/** The file that has what a path names: of a session in a database the database, else the path itself. */
export function fileOfPath(path: string): string {
  return sessionAtPath(path)?.database ?? path;
}

/** The path of a row. */
export function rowPath(database: string, { table, id }: RowInDatabase): string {
  return `${database}#${table}/${id}`;
}

/** The row that a path names; undefined if it is not one of this database. */
export function rowAtPath(database: string, path: string): RowInDatabase | undefined {
  const begin = opencodeTables.map((table) => ({ table, text: `${database}#${table}/` }));
  const found = begin.find(({ text }) => path.startsWith(text));
  return found && { table: found.table, id: path.slice(found.text.length) };
}
