import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreError } from '../../ports/store.ts';
import {
  mostIndexed,
  mostResumeBytes,
  mostResumesBytes,
  type IndexedTranscript,
  type IndexQuery,
  type NewIndexedTranscript,
} from '../../ports/transcriptStore.ts';
import type { PayloadSeal } from './payloadSeal.ts';
import { Counts, Where, type SqlRow } from './sqlRows.ts';

/** What is sealed of an entry: titles and folders are a person's words. */
type Sealed = Pick<IndexedTranscript, 'row' | 'hint'>;

const select = 'SELECT path, inode, size, modified, importer, sealed FROM transcripts';

const rowPurpose = (path: string): string => `transcript:${path}`;
const resumePurpose = (path: string): string => `resume:${path}`;

/**
 * The index of transcripts, and what reading of them goes on from. Its methods expect to be inside a transaction. Both
 * are bounded: a write drops those that were used longest ago.
 */
export class TranscriptIndex {
  private readonly db: DatabaseSync;
  private readonly seal: PayloadSeal;
  private readonly counts: Counts;
  private readonly upsert: StatementSync;
  private readonly removeOldest: StatementSync;
  private readonly remove: StatementSync;
  private readonly resume: StatementSync;
  private readonly insertResume: StatementSync;
  private readonly removeResume: StatementSync;
  private readonly oldestResumes: StatementSync;

  constructor(db: DatabaseSync, seal: PayloadSeal) {
    this.db = db;
    this.seal = seal;
    this.counts = new Counts(db);
    this.upsert = db.prepare(
      `INSERT INTO transcripts (path, inode, size, modified, importer, used, sealed)
       VALUES (:path, :inode, :size, :modified, :importer, :used, :sealed)
       ON CONFLICT DO UPDATE SET inode = excluded.inode, size = excluded.size, modified = excluded.modified,
         importer = excluded.importer, used = excluded.used, sealed = excluded.sealed
       RETURNING n`,
    );
    this.removeOldest = db.prepare(
      'DELETE FROM transcripts WHERE n IN (SELECT n FROM transcripts WHERE n <> ? ORDER BY used, n LIMIT ?)',
    );
    this.remove = db.prepare('DELETE FROM transcripts WHERE path = ?');
    this.resume = db.prepare(
      'SELECT r.sealed FROM transcripts JOIN resumes AS r ON transcript = n WHERE path = ?',
    );
    this.insertResume = db.prepare('INSERT INTO resumes VALUES (?, ?, ?)');
    this.removeResume = db.prepare('DELETE FROM resumes WHERE transcript = ?');
    this.oldestResumes = db.prepare(
      'SELECT n, bytes FROM resumes JOIN transcripts ON transcript = n WHERE n <> ? ORDER BY used, n',
    );
  }

  /** Stores an entry. Throws `failed` if what reading goes on from is empty or too long. */
  put({ row, hint, resume, ...entry }: NewIndexedTranscript): void {
    if (resume !== undefined && (resume.length === 0 || resume.length > mostResumeBytes)) {
      throw new StoreError('failed', 'What reading goes on from is empty or too long.');
    }
    const { path, inode, size, modified, importer, used } = entry;
    const sealed = this.seal.seal(Buffer.from(JSON.stringify({ row, hint })), rowPurpose(path));
    const n = Number(
      this.upsert.get({ path, inode, size, modified, importer, used, sealed })?.n ?? 0,
    );
    const excess = this.counts.of('transcripts', '') - mostIndexed;
    if (excess > 0) {
      this.removeOldest.run(n, excess);
    }
    if (resume !== undefined) {
      this.removeResume.run(n);
      this.insertResume.run(n, resume.length, this.seal.seal(resume, resumePurpose(path)));
      this.shrinkResumes(n);
    }
  }

  /** Removes entries with what reading goes on from; unknown paths change nothing. */
  forget(paths: readonly string[]): void {
    for (const path of paths) {
      this.remove.run(path);
    }
  }

  /** The entries a query asks for, those used last first; those that can not be read are left out. */
  list({ paths, limit = mostIndexed }: IndexQuery): readonly IndexedTranscript[] {
    const most = Math.max(0, Math.min(Math.floor(limit), mostIndexed));
    return new Where()
      .isOneOf('path', paths)
      .inOrder(this.db, select, 'used DESC, n DESC')
      .slice(0, most)
      .map((row) => this.entryOf(row))
      .filter((entry) => entry !== undefined);
  }

  /** What reading of a transcript goes on from; undefined if there is none that can be read. */
  resumeOf(path: string): Uint8Array | undefined {
    const sealed = this.resume.get(path)?.sealed;
    return sealed instanceof Uint8Array ? this.opened(sealed, resumePurpose(path)) : undefined;
  }

  private shrinkResumes(kept: number): void {
    let excess = this.counts.of('resumeBytes', '') - mostResumesBytes;
    const dropped: number[] = [];
    if (excess > 0) {
      for (const row of this.oldestResumes.iterate(kept)) {
        dropped.push(Number(row.n));
        excess -= Number(row.bytes);
        if (excess <= 0) {
          break;
        }
      }
    }
    for (const n of dropped) {
      this.removeResume.run(n);
    }
  }

  private entryOf({ sealed, ...columns }: SqlRow): IndexedTranscript | undefined {
    const entry = columns as unknown as Omit<IndexedTranscript, keyof Sealed>;
    const json = this.opened(sealed as Uint8Array, rowPurpose(entry.path));
    return json && { ...entry, ...(JSON.parse(Buffer.from(json).toString()) as Sealed) };
  }

  private opened(sealed: Uint8Array, purpose: string): Uint8Array | undefined {
    try {
      return this.seal.open(sealed, purpose);
    } catch {
      return undefined;
    }
  }
}
