import { ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { readRange, type TranscriptFiles } from './transcriptFiles.ts';

/** Bytes that are read at once where less is asked for. */
const ahead = 1024 * 1024;

/**
 * Reads parts of files that are asked for nearly in order, as a search does: a file is opened once for each megabyte and
 * not once for each part. What was read is not looked at again, so one search needs one of its own.
 */
export class NearbyBytes {
  readonly #files: TranscriptFiles;
  #path = '';
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(files: TranscriptFiles) {
    this.#files = files;
  }

  /** Bytes of a file, which are not to be changed; fewer where it ends before. */
  async range(path: string, offset: number, bytes: number): Promise<TranscriptResult<Uint8Array>> {
    const start = offset - this.#from;
    const isThere = path === this.#path && start >= 0 && start + bytes <= this.#bytes.length;
    if (isThere) {
      return ok(this.#bytes.subarray(start, start + bytes));
    }
    const read = await readRange(this.#files, path, offset, Math.max(bytes, ahead));
    if (!read.ok) {
      return read;
    }
    this.#path = path;
    this.#from = offset;
    this.#bytes = read.value;
    return ok(this.#bytes.subarray(0, bytes));
  }
}
