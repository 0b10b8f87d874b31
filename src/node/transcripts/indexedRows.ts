import { importerOf, type TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import type { TranscriptRow } from '../../ports/transcripts.ts';
import type { IndexedTranscript, RememberedTranscript } from '../../ports/transcriptStore.ts';
import type { PatientMemory } from './patientMemory.ts';
import { readRow, shownRow, type FoundFile } from './transcriptRow.ts';

/** Files that are asked about at once. */
const atOnce = 200;

/** A file that was found, with all that tells whether it is as it was. */
export interface FoundTranscript extends FoundFile {
  readonly inode: number;
}

/** Rows of files: as they are remembered where a file is as it was then, and else read from it. */
export class IndexedRows {
  readonly #files: readonly FoundTranscript[];
  readonly #formats: readonly TranscriptFormat[];
  readonly #memory: PatientMemory;
  readonly #importers: ReadonlySet<string>;
  readonly #read: RememberedTranscript[] = [];
  #known: ReadonlyMap<string, IndexedTranscript> = new Map();
  /** Index of the first file that was not asked about. */
  #asked = 0;

  constructor(
    files: readonly FoundTranscript[],
    formats: readonly TranscriptFormat[],
    memory: PatientMemory,
  ) {
    this.#files = files;
    this.#formats = formats;
    this.#memory = memory;
    this.#importers = new Set(formats.map(importerOf));
  }

  /** The row of the file with an index; undefined if it is no transcript, or can not be read. Indices ascend. */
  async row(index: number): Promise<TranscriptRow | undefined> {
    const file = this.#files[index];
    if (file === undefined) {
      return undefined;
    }
    if (index >= this.#asked) {
      const asked = this.#files.slice(index, index + atOnce);
      this.#asked = index + atOnce;
      this.#known = await this.#memory.known(asked.map(({ path }) => path));
    }
    const known = this.#known.get(file.path);
    if (known !== undefined && this.#fits(known, file)) {
      return shownRow(known, file);
    }
    const read = await readRow(file, this.#formats);
    if (read === undefined) {
      return undefined;
    }
    const { path, inode, bytes: size, modified } = file;
    this.#read.push({ path, inode, size, modified, ...read });
    return shownRow(read, file);
  }

  /** Has remembered what was read. */
  end(): Promise<void> {
    return this.#memory.remember(this.#read);
  }

  #fits(known: IndexedTranscript, { inode, bytes, modified }: FoundTranscript): boolean {
    return (
      known.inode === inode &&
      known.size === bytes &&
      known.modified === modified &&
      this.#importers.has(known.importer)
    );
  }
}
