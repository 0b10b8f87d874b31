import { DatabaseSync } from 'node:sqlite';
import {
  opencodeTables,
  type OpencodeTable,
} from '../../src/core/sources/opencode/opencodeRows.ts';
import { linesIn, sampleFile } from './transcripts.ts';

/** A row of one of the tables; columns that it lacks are made up. */
export interface MadeRow {
  readonly table: OpencodeTable;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The tables with their indices, as opencode 1.18.33 makes them; columns of a session that no reader needs are left out. */
const schema = `
  CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL,
    directory text NOT NULL, title text NOT NULL, version text NOT NULL, revert text,
    time_created integer NOT NULL, time_updated integer NOT NULL);
  CREATE INDEX session_parent_idx ON session (parent_id);
  CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
  CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
  CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
  CREATE INDEX part_message_id_id_idx ON part (message_id, id);
  CREATE INDEX part_session_idx ON part (session_id);
`;

const columns: Readonly<Record<OpencodeTable, readonly string[]>> = {
  session: [
    ...['id', 'project_id', 'parent_id', 'slug', 'directory', 'title', 'version', 'revert'],
    ...['time_created', 'time_updated'],
  ],
  message: ['id', 'session_id', 'time_created', 'time_updated', 'data'],
  part: ['id', 'message_id', 'session_id', 'time_created', 'time_updated', 'data'],
};

/** The program that writes a database, which has it open until it is closed. */
export class MadeDatabase {
  readonly path: string;
  readonly db: DatabaseSync;

  /** Makes an empty one; `isThere`: opens the one that is there. */
  constructor(path: string, isThere = false) {
    this.path = path;
    this.db = new DatabaseSync(path);
    this.db.exec(`PRAGMA journal_mode = WAL; ${isThere ? '' : schema}`);
  }

  /** Writes rows, in the place of those with the same id, in one transaction. */
  put(rows: readonly MadeRow[]): void {
    this.db.exec('BEGIN IMMEDIATE');
    for (const { table, row } of rows) {
      const names = columns[table];
      const values = names.map((name) => {
        const value = row[name] ?? (name === 'parent_id' || name === 'revert' ? null : '');
        return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
          ? JSON.stringify(value)
          : (value as string);
      });
      this.db
        .prepare(`INSERT OR REPLACE INTO ${table} VALUES (${names.map(() => '?').join(', ')})`)
        .run(...values);
    }
    this.db.exec('COMMIT');
  }

  /** Removes rows, in one transaction. */
  remove(rows: readonly MadeRow[]): void {
    this.db.exec('BEGIN IMMEDIATE');
    for (const { table, row } of rows) {
      this.db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(String(row['id']));
    }
    this.db.exec('COMMIT');
  }

  close(): void {
    if (this.db.isOpen) {
      this.db.close();
    }
  }
}

/** The rows of a real run. */
export function sampleRows(): MadeRow[] {
  return linesIn(sampleFile('opencode/made-rows.jsonl'))
    .map((line) => JSON.parse(line) as MadeRow)
    .filter(({ table }) => opencodeTables.includes(table));
}

/** A session's row. */
export function sessionRow(id: string, more: Readonly<Record<string, unknown>> = {}): MadeRow {
  return {
    table: 'session',
    row: {
      ...{ id, title: `Title of ${id}`, directory: '/w/a', version: '1.18.33' },
      ...{ time_created: 1_790_000_000_000, time_updated: 1_790_000_000_000, ...more },
    },
  };
}

/** Rows of a question with its answer of one text, `at` milliseconds after the beginning. */
export function turnRows(session: string, turn: number, answer: string, updated = 0): MadeRow[] {
  const at = 1_790_000_000_000 + turn * 1000;
  const name = String(turn).padStart(4, '0');
  const [question, reply] = [`msg_${name}a`, `msg_${name}b`];
  const times = { time_created: at, time_updated: at + updated };
  const own = { session_id: session, ...times };
  const tokens = { input: 100 + turn, output: 5, reasoning: 0, cache: { read: 0, write: 0 } };
  const part = (id: string, message: string, data: object): MadeRow => ({
    table: 'part',
    row: { id: `prt_${name}${id}`, message_id: message, ...own, data },
  });
  return [
    {
      table: 'message',
      row: { id: question, ...own, data: { role: 'user', time: { created: at } } },
    },
    {
      table: 'message',
      row: {
        ...{ id: reply, ...own },
        data: {
          ...{ role: 'assistant', modelID: 'made-1', tokens },
          time: { created: at + 1, completed: at + 2 },
        },
      },
    },
    part('a', question, { type: 'text', text: `question ${name}` }),
    part('b', reply, { type: 'step-start' }),
    part('c', reply, { type: 'text', text: answer }),
    part('d', reply, { type: 'step-finish', tokens }),
  ];
}
