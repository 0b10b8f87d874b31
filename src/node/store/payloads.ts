import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PayloadKey } from '../../ports/store.ts';
import type { PayloadSeal } from './payloadSeal.ts';

/** The table of contents: each content once, sealed. Rows of other tables hold a content by its key. */
export class Payloads {
  private readonly seal: PayloadSeal;
  private readonly insertKey: StatementSync;
  private readonly insertContent: StatementSync;
  private readonly select: StatementSync;

  constructor(db: DatabaseSync, seal: PayloadSeal) {
    this.seal = seal;
    this.insertKey = db.prepare('INSERT INTO payloads VALUES (?, 0) ON CONFLICT DO NOTHING');
    this.insertContent = db.prepare('INSERT INTO contents VALUES (?, ?)');
    this.select = db.prepare('SELECT sealed FROM contents WHERE key = ?');
  }

  /**
   * Stores a content if it is not there. The caller inserts the row that refers to it next, in the same transaction;
   * the schema's triggers count that reference and delete the content with the last one. `key` spares a second hashing.
   */
  put(content: Uint8Array, key: PayloadKey = this.seal.keyOf(content)): PayloadKey {
    if (this.insertKey.run(key).changes === 1) {
      this.insertContent.run(key, this.seal.seal(content, key));
    }
    return key;
  }

  /** The content, or undefined if it is not there. Throws `tampered` if it is not what was stored. */
  read(key: PayloadKey): Uint8Array | undefined {
    const sealed = this.select.get(key)?.sealed;
    return sealed instanceof Uint8Array ? this.seal.openPayload(sealed, key) : undefined;
  }
}
