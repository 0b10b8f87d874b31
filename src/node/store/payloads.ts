import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PayloadKey } from '../../ports/store.ts';
import type { PayloadSeal } from './payloadSeal.ts';

/** The table of contents: each content once, sealed. Rows of other tables hold a content by its key. */
export class Payloads {
  private readonly seal: PayloadSeal;
  private readonly isKnown: StatementSync;
  private readonly insertKey: StatementSync;
  private readonly insertContent: StatementSync;
  private readonly select: StatementSync;

  constructor(db: DatabaseSync, seal: PayloadSeal) {
    this.seal = seal;
    this.isKnown = db.prepare('SELECT 1 FROM payloads WHERE key = ?');
    this.insertKey = db.prepare('INSERT INTO payloads VALUES (?, 0, ?)');
    this.insertContent = db.prepare('INSERT INTO contents (sealed) VALUES (?)');
    this.select = db.prepare(
      'SELECT sealed FROM payloads JOIN contents ON n = content WHERE key = ?',
    );
  }

  /**
   * Stores a content if it is not there. The caller inserts the row that refers to it next, in the same transaction;
   * the schema's triggers count that reference and delete the content with the last one. `key` spares a second hashing.
   */
  put(content: Uint8Array, key: PayloadKey = this.seal.keyOf(content)): PayloadKey {
    if (this.isKnown.get(key) === undefined) {
      const { lastInsertRowid } = this.insertContent.run(this.seal.seal(content, key));
      this.insertKey.run(key, lastInsertRowid);
    }
    return key;
  }

  /** The content, or undefined if it is not there. Throws `tampered` if it is not what was stored. */
  read(key: PayloadKey): Uint8Array | undefined {
    const sealed = this.select.get(key)?.sealed;
    return sealed instanceof Uint8Array ? this.seal.openPayload(sealed, key) : undefined;
  }
}
