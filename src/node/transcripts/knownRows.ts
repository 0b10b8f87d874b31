import type { TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import type { TranscriptRow } from '../../ports/transcripts.ts';
import { rowOf, type FoundFile } from './transcriptRow.ts';

/** Most rows that are kept: several times what one search gives. */
const mostKept = 5000;

interface Known {
  readonly file: FoundFile;
  readonly row: TranscriptRow;
}

/**
 * Rows of files as they were read last. A file with the same size and time is not read again: the next page of a list,
 * or the same list once more, costs the reading of what is new. What could not be read is tried again.
 */
export class KnownRows {
  readonly #known = new Map<string, Known>();

  /** What is to be said of a file, as `rowOf`. */
  async row(
    file: FoundFile,
    formats: readonly TranscriptFormat[],
  ): Promise<TranscriptRow | undefined> {
    const { path } = file;
    const known = this.#known.get(path);
    const row = known !== undefined && isSame(known.file, file) ? known.row : undefined;
    const told = row ?? (await rowOf(file, formats));
    // Put behind the others, so that the first is what was asked for longest ago.
    this.#known.delete(path);
    if (told !== undefined) {
      this.#known.set(path, { file, row: told });
    }
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKept && oldest !== undefined) {
      this.#known.delete(oldest);
    }
    return told;
  }
}

function isSame(a: FoundFile, b: FoundFile): boolean {
  return a.bytes === b.bytes && a.modified === b.modified && a.folder === b.folder;
}
