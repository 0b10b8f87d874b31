import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreError } from '../../ports/store.ts';
import {
  keptPartBytes,
  mostKeptBytes,
  type KeptFile,
  type KeptSession,
  type TranscriptWrite,
} from '../../ports/transcriptStore.ts';
import type { TranscriptRow } from '../../ports/transcripts.ts';
import type { Payloads } from './payloads.ts';
import type { PayloadSeal } from './payloadSeal.ts';
import type { SqlRow } from './sqlRows.ts';

type Put = Extract<TranscriptWrite, { op: 'putKept' }>;
type Append = Extract<TranscriptWrite, { op: 'appendKeptPart' }>;

const rowPurpose = (id: string): string => `kept:${id}`;

/** Sessions whose files are kept, the files and their parts. Its methods expect to be inside a transaction. */
export class KeptSessions {
  private readonly payloads: Payloads;
  private readonly seal: PayloadSeal;
  private readonly upsert: StatementSync;
  private readonly upsertFile: StatementSync;
  private readonly find: StatementSync;
  private readonly partBefore: StatementSync;
  private readonly removeParts: StatementSync;
  private readonly insertPart: StatementSync;
  private readonly remove: StatementSync;
  private readonly all: StatementSync;
  private readonly filesOf: StatementSync;
  private readonly parts: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads, seal: PayloadSeal) {
    this.payloads = payloads;
    this.seal = seal;
    this.upsert = db.prepare(
      `INSERT INTO keptSessions (id, path, kept, updated, sealed) VALUES (:id, :path, :kept, :updated, :sealed)
       ON CONFLICT DO UPDATE SET path = excluded.path, updated = excluded.updated, sealed = excluded.sealed
       RETURNING n`,
    );
    this.upsertFile = db.prepare(
      `INSERT INTO keptFiles VALUES (:n, :index, :path, :use, :inode, :modified)
       ON CONFLICT DO UPDATE SET path = excluded.path, use = excluded.use, inode = excluded.inode,
         modified = excluded.modified`,
    );
    this.find = db.prepare(
      'SELECT n FROM keptSessions JOIN keptFiles ON session = n WHERE id = ? AND file = ?',
    );
    this.partBefore = db.prepare(
      'SELECT bytes FROM keptParts WHERE session = ? AND file = ? AND part = ?',
    );
    this.removeParts = db.prepare(
      'DELETE FROM keptParts WHERE session = ? AND file = ? AND part >= ?',
    );
    this.insertPart = db.prepare('INSERT INTO keptParts VALUES (?, ?, ?, ?, ?)');
    this.remove = db.prepare('DELETE FROM keptSessions WHERE id = ?');
    this.all = db.prepare(
      `SELECT id, path, kept, updated, sealed,
         (SELECT coalesce(sum(bytes), 0) FROM keptParts WHERE session = n) AS bytes
       FROM keptSessions ORDER BY updated DESC, n DESC`,
    );
    this.filesOf = db.prepare(
      `SELECT file AS "index", path, use, inode, modified,
         (SELECT coalesce(sum(bytes), 0) FROM keptParts AS p WHERE p.session = f.session AND p.file = f.file) AS size
       FROM keptFiles AS f WHERE session = (SELECT n FROM keptSessions WHERE id = ?) ORDER BY file`,
    );
    this.parts = db.prepare(
      'SELECT part, payload FROM keptParts WHERE session = ? AND file = ? AND part >= ? ORDER BY part LIMIT ?',
    );
  }

  /** Stores a session and what its files are; see `putKept`. */
  put({ session: { row, ...session }, files }: Put): void {
    const { id, path, kept, updated } = session;
    const sealed = this.seal.seal(Buffer.from(JSON.stringify(row)), rowPurpose(id));
    const n = Number(this.upsert.get({ id, path, kept, updated, sealed })?.n ?? 0);
    for (const { index, path: of, use, inode, modified } of files) {
      this.upsertFile.run({ n, index, path: of, use, inode, modified });
    }
  }

  /** Stores a part of a file; see `appendKeptPart`. Throws `failed` if it does not fit. */
  append({ session, file, part, content }: Append): void {
    const n = this.find.get(session, file)?.n;
    const before = part === 0 || n === undefined || this.partBefore.get(n, file, part - 1);
    if (n === undefined || before === undefined) {
      throw new StoreError('failed', 'A part came for a file that is not kept up to it.');
    }
    if (before !== true && before.bytes !== keptPartBytes) {
      throw new StoreError('failed', 'A part came behind one that is not whole.');
    }
    if (content.length === 0 || content.length > keptPartBytes) {
      throw new StoreError('failed', 'A part is empty or too long.');
    }
    this.removeParts.run(n, file, part);
    this.insertPart.run(n, file, part, content.length, this.payloads.put(content));
  }

  /** Deletes a session with its files; an unknown id changes nothing. */
  delete(id: string): void {
    this.remove.run(id);
  }

  /** All sessions, kept last first; those whose row can not be read are left out. */
  list(): readonly KeptSession[] {
    return this.all
      .all()
      .map((row) => this.sessionOf(row))
      .filter((session) => session !== undefined);
  }

  /** The files of a session, by index. */
  files(id: string): readonly KeptFile[] {
    return this.filesOf.all(id).map((row) => ({ ...row }) as unknown as KeptFile);
  }

  /** Bytes of a file; see `keptBytes` of the port. */
  bytes(id: string, file: number, offset: number, length: number): Uint8Array | undefined {
    const n = this.find.get(id, file)?.n;
    if (n === undefined) {
      return undefined;
    }
    const most = Math.min(length, mostKeptBytes);
    if (!(offset >= 0 && most > 0)) {
      return new Uint8Array(0);
    }
    const first = Math.floor(offset / keptPartBytes);
    const last = Math.floor((offset + most - 1) / keptPartBytes);
    const rows = this.parts.all(n, file, first, last - first + 1);
    const contents = rows
      .map((row, at) => this.contentOf(row, first + at))
      .filter((content) => content !== undefined);
    const start = offset - first * keptPartBytes;
    return contents.length < rows.length
      ? undefined
      : new Uint8Array(Buffer.concat(contents).subarray(start, start + most));
  }

  /** What a part has, if it is the one wanted. */
  private contentOf({ part, payload }: SqlRow, wanted: number): Uint8Array | undefined {
    try {
      return part === wanted ? this.payloads.read(String(payload)) : undefined;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'tampered') {
        return undefined;
      }
      throw error;
    }
  }

  private sessionOf({ sealed, ...columns }: SqlRow): KeptSession | undefined {
    const session = columns as unknown as Omit<KeptSession, 'row'>;
    try {
      const json = this.seal.open(sealed as Uint8Array, rowPurpose(session.id));
      return { ...session, row: JSON.parse(Buffer.from(json).toString()) as TranscriptRow };
    } catch {
      return undefined;
    }
  }
}
