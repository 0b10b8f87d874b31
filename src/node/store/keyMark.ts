import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * The id of the keys that a database's texts are sealed with, stored in the database: who opened it with other keys
 * sees in each transaction that they were replaced.
 */
export class KeyMark {
  private readonly select: StatementSync;
  private readonly upsert: StatementSync;

  constructor(db: DatabaseSync) {
    this.select = db.prepare(`SELECT value FROM facts WHERE name = 'key'`);
    this.upsert = db.prepare(
      `INSERT INTO facts VALUES ('key', ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
    );
  }

  /** The id, or undefined in a database that has not been used. */
  read(): string | undefined {
    const value = this.select.get()?.value;
    return value === undefined ? undefined : String(value);
  }

  /** Stores an id, if it is not the one stored. */
  set(id: string): void {
    if (this.read() !== id) {
      this.upsert.run(id);
    }
  }
}
