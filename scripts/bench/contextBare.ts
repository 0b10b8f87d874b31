import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { NewBlock } from '../../src/core/context/newBlock.ts';
import { makeFolder } from '../../src/node/store/databaseFile.ts';
import { loadKeys } from '../../src/node/store/keyFile.ts';
import { PayloadSeal } from '../../src/node/store/payloadSeal.ts';

/** Keeps the texts of blocks and nothing else. */
export interface BareSession {
  /** Stores the texts of one chain in one transaction. */
  add(chain: readonly NewBlock[]): void;
  close(): void;
}

/** The texts that a session keeps of a block: its own, and the arguments of its calls. */
function textsIn(block: NewBlock): readonly string[] {
  return block.kind === 'assistant_message' && block.calls !== undefined
    ? [block.text, JSON.stringify(block.calls.map((call) => call.arguments))]
    : [block.text];
}

/**
 * What no store that has each text once and sealed can do without: a keyed hash, packing, encryption, a row that is found
 * by the hash, and a row for the event that it came with. The seal, the settings of the file and the number of transactions are those of the store.
 */
export function bareSession(file: string): BareSession {
  makeFolder(file);
  const seal = new PayloadSeal(loadKeys(dirname(file)));
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA journal_size_limit = ${16 * 1024 * 1024}`);
  db.exec('CREATE TABLE contents (key TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT');
  db.exec(
    'CREATE TABLE events (seq INTEGER PRIMARY KEY, at REAL NOT NULL, type TEXT NOT NULL, key TEXT) STRICT',
  );
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const content = db.prepare('INSERT INTO contents VALUES (?, ?) ON CONFLICT DO NOTHING');
  const event = db.prepare('INSERT INTO events (at, type, key) VALUES (?, ?, ?)');
  return {
    add: (chain) => {
      begin.run();
      for (const text of chain.flatMap(textsIn)) {
        const bytes = Buffer.from(text);
        const key = seal.keyOf(bytes);
        content.run(key, seal.seal(bytes, key));
        event.run(Date.now(), 'ingest', key);
      }
      commit.run();
    },
    close: () => db.close(),
  };
}
