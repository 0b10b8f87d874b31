import type { FileFeed } from '../../core/sources/feedRecords.ts';
import type { TranscriptFailure } from '../../ports/transcripts.ts';
import type { SavedFile } from './savedReading.ts';
import {
  fileFailure,
  readRange,
  type FileFacts,
  type OpenFile,
  type TranscriptFiles,
} from './transcriptFiles.ts';

/**
 * What became of a file since it was last read. `restarted`: it is not the one that was read (another file, shorter, or
 * with another content), so that what was told of it does not hold.
 */
export type FileNews = 'same' | 'grown' | 'restarted' | 'gone';

/** What reading goes through. */
export interface ReadingContext {
  /** Chunks are read into it; 256 KiB to 1 MiB. */
  readonly buffer: Uint8Array;
  readonly signal?: AbortSignal;
  /** Told after each chunk. */
  readonly onBytes?: (bytes: number) => void;
}

/** Bytes before the place reached that must be as they were. */
const endBytes = 512;

/** One file of a transcript, read from its beginning on as it grows. */
export class TranscriptFile {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly #files: TranscriptFiles;
  /** Undefined for a file whose records are not read. */
  readonly #feed: ((offset: number) => FileFeed) | undefined;
  readonly #unit: 'line' | 'document';
  #fed: FileFeed | undefined;
  #facts: FileFacts | undefined;
  #read = 0;
  #tail: Uint8Array = new Uint8Array(0);
  /** Why it could not be read last. */
  failure: TranscriptFailure | undefined;

  constructor(
    files: TranscriptFiles,
    path: string,
    unit: 'line' | 'document',
    feed?: (offset: number) => FileFeed,
    saved?: SavedFile,
  ) {
    this.#files = files;
    this.path = path;
    this.#unit = unit;
    this.#feed = feed;
    if (saved !== undefined) {
      this.#facts = saved.facts;
      this.#read = saved.read;
      this.#tail = saved.tail;
    }
  }

  /** Bytes that were read. */
  get bytesRead(): number {
    return this.#read;
  }

  /** Whether it is a document that was not whole when it was read: its writer is at it. */
  get isHalf(): boolean {
    return this.#unit === 'document' && this.#read > 0 && this.#fed?.offset === 0;
  }

  /**
   * Whether it may be gone on with from where a former reading was: what the file had then is there still. `look`: its
   * last bytes are compared even if the file seems to be the same.
   */
  async fits(look: boolean): Promise<boolean> {
    const former = this.#facts;
    const facts = await this.#files.facts(this.path);
    if (former === undefined || facts === undefined) {
      return former === facts;
    }
    const isSame = sameFacts(facts, former);
    if (!isSame && !this.#maySame(facts, former)) {
      return false;
    }
    if (!look) {
      return true;
    }
    const { length } = this.#tail;
    const read = await readRange(this.#files, this.path, this.#read - length, length);
    return read.ok && equal(read.value, this.#tail);
  }

  /**
   * How far it is read. Undefined where that can not be gone on from: a document is half written, or the file ends
   * with a piece of a line so long that what stands before it is not known.
   */
  saved(): SavedFile | undefined {
    const told = this.#told;
    const tail = this.#tail.slice(0, Math.max(0, this.#tail.length - (this.#read - told)));
    return this.isHalf || tail.length < Math.min(told, endBytes / 2)
      ? undefined
      : { path: this.path, facts: this.#facts, read: told, tail };
  }

  /** Bytes up to which all was told. */
  get #told(): number {
    return this.#fed?.offset ?? this.#read;
  }

  /** Reads what was appended. What has no end yet waits. Throws the signal's reason when it is aborted. */
  async readOn(context: ReadingContext): Promise<FileNews> {
    if (this.#feed === undefined) {
      return 'same';
    }
    const facts = await this.#files.facts(this.path);
    if (facts !== undefined && this.#facts !== undefined && sameFacts(facts, this.#facts)) {
      return 'same';
    }
    const opened = await this.#files.open(this.path, facts !== undefined);
    if (!opened.ok) {
      this.failure = opened.failure;
      return 'gone';
    }
    try {
      return await this.#readOpen(opened.value, context);
    } catch (error) {
      context.signal?.throwIfAborted();
      this.failure = fileFailure(error);
      return 'gone';
    } finally {
      await opened.value.close();
    }
  }

  async #readOpen(file: OpenFile, context: ReadingContext): Promise<FileNews> {
    const { facts } = file;
    if (this.#facts !== undefined && !this.#maySame(facts, this.#facts)) {
      return 'restarted';
    }
    this.failure = undefined;
    const from = this.#read;
    // A document that was not whole is read from its beginning.
    if (this.#unit === 'document') {
      this.#fed = undefined;
      this.#read = 0;
      this.#tail = new Uint8Array(0);
    }
    // What stands before is read once more with what follows: it must be what was read.
    let known = this.#tail.length;
    while (known > 0 || this.#read < facts.size) {
      context.signal?.throwIfAborted();
      const at = this.#read - known;
      const room = context.buffer.subarray(0, facts.size - at);
      const chunk = await file.fill(room, at);
      if (known > 0 && !equal(chunk.subarray(0, known), this.#tail)) {
        return 'restarted';
      }
      const fresh = chunk.subarray(known);
      known = 0;
      if (fresh.length === 0) {
        break;
      }
      this.#take(fresh, context);
    }
    this.#fed?.pause(false);
    this.#facts = facts;
    return this.#read === from ? 'same' : 'grown';
  }

  /** Whether it may still be the file that was read, by what is known without reading. */
  #maySame(facts: FileFacts, former: FileFacts): boolean {
    return (
      facts.inode === former.inode &&
      (this.#unit === 'document' ? this.#told === 0 : facts.size >= this.#read)
    );
  }

  #take(chunk: Uint8Array, { onBytes }: ReadingContext): void {
    this.#fed ??= this.#feed?.(this.#read);
    this.#fed?.push(chunk);
    this.#read += chunk.length;
    this.#tail =
      chunk.length >= endBytes
        ? chunk.slice(-endBytes)
        : joined(this.#tail, chunk).slice(-endBytes);
    onBytes?.(chunk.length);
  }
}

function sameFacts(a: FileFacts, b: FileFacts): boolean {
  return a.inode === b.inode && a.size === b.size && a.modified === b.modified;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
