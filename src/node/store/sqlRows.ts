import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

/** A row as SQLite gives it. */
export type SqlRow = Record<string, SQLOutputValue>;

/**
 * The record a row stands for: its columns that are not null. The tables are STRICT and their columns named like the
 * record's properties, so SQLite has checked the types already.
 */
export function recordOf(row: SqlRow): unknown {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** Conditions of a query, joined by AND. Conditions without a value do not restrict. */
export class Where {
  private readonly conditions: string[] = [];
  private readonly values: string[] = [];

  /** The column has this value. */
  is(column: string, value: string | undefined): this {
    if (value !== undefined) {
      this.conditions.push(`${column} = ?`);
      this.values.push(value);
    }
    return this;
  }

  /** The column has one of these values; an empty list lets nothing through. */
  isOneOf(column: string, values: readonly string[] | undefined): this {
    if (values !== undefined) {
      this.conditions.push(`${column} IN (SELECT value FROM json_each(?))`);
      this.values.push(JSON.stringify(values));
    }
    return this;
  }

  /** All rows of `select` that meet the conditions, by creation time and then in the order they were put. */
  oldestFirst(db: DatabaseSync, select: string): SqlRow[] {
    return this.inOrder(db, select, 'created, seq');
  }

  /** All rows of `select` that meet the conditions, by these columns. */
  inOrder(db: DatabaseSync, select: string, order: string): SqlRow[] {
    const where = this.conditions.length === 0 ? '' : `WHERE ${this.conditions.join(' AND ')}`;
    return db.prepare(`${select} ${where} ORDER BY ${order}`).all(...this.values);
  }
}

/** How many rows the schema's triggers count under a name; see `counts` in the schema. Cost: one look-up. */
export class Counts {
  private readonly select: StatementSync;

  private readonly sum: StatementSync;

  constructor(db: DatabaseSync) {
    this.select = db.prepare('SELECT n FROM counts WHERE name = ? AND workspace = ?');
    this.sum = db.prepare('SELECT sum(n) AS n FROM counts WHERE name = ?');
  }

  /** The number of rows (or, by the name, of bytes); `workspace` is empty for what is counted over all of them. */
  of(name: string, workspace: string): number {
    return Number(this.select.get(name, workspace)?.n ?? 0);
  }

  /** The sum over all workspaces. */
  total(name: string): number {
    return Number(this.sum.get(name)?.n ?? 0);
  }
}

/** Moves the `file` column of a table along with a renamed file or folder. */
export class FileColumn {
  private readonly update: StatementSync;

  constructor(db: DatabaseSync, table: 'chips' | 'snapshots') {
    // One statement, so that a row already moved is not moved again when `to` lies below `from`. Ranges instead of
    // LIKE, so that no character of a path is special: '0' follows '/', and ']' follows '\'.
    this.update = db.prepare(
      `UPDATE ${table} SET file = :to || substr(file, length(:from) + 1)
       WHERE file = :from
          OR (file >= :from || '/' AND file < :from || '0')
          OR (file >= :from || '\\' AND file < :from || ']')`,
    );
  }

  /** Rows of `from`, and of files below it, now belong to `to`. */
  rename(from: string, to: string): void {
    this.update.run({ from, to });
  }
}
