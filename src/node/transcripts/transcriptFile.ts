import type { FileFeed } from '../../core/sources/feedRecords.ts';
import type { TranscriptFailure } from '../../ports/transcripts.ts';
import {
  fileFacts,
  fileFailure,
  fill,
  openRegular,
  type FileFacts,
  type OpenFile,
} from './regularFile.ts';

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

/** Bytes at the beginning and before the place reached that must be as they were. */
const endBytes = 512;

/** One file of a transcript, read from its beginning on as it grows. */
export class TranscriptFile {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Undefined for a file whose records are not read. */
  readonly #feed: (() => FileFeed) | undefined;
  readonly #unit: 'line' | 'document';
  #fed: FileFeed | undefined;
  #facts: FileFacts | undefined;
  #read = 0;
  #head: Uint8Array = new Uint8Array(0);
  #tail: Uint8Array = new Uint8Array(0);
  /** Why it could not be read last. */
  failure: TranscriptFailure | undefined;

  constructor(path: string, unit: 'line' | 'document', feed?: () => FileFeed) {
    this.path = path;
    this.#unit = unit;
    this.#feed = feed;
  }

  /** Bytes that were read. */
  get bytesRead(): number {
    return this.#read;
  }

  /** Whether it is a document that was not whole when it was read: its writer is at it. */
  get isHalf(): boolean {
    return this.#unit === 'document' && this.#read > 0 && this.#fed?.offset === 0;
  }

  /** Reads what was appended. What has no end yet waits. Throws the signal's reason when it is aborted. */
  async readOn(context: ReadingContext): Promise<FileNews> {
    if (this.#feed === undefined) {
      return 'same';
    }
    const facts = await fileFacts(this.path);
    if (facts !== undefined && this.#facts !== undefined && sameFacts(facts, this.#facts)) {
      return 'same';
    }
    const opened = await openRegular(this.path);
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
      await opened.value.handle.close();
    }
  }

  async #readOpen(file: OpenFile, context: ReadingContext): Promise<FileNews> {
    const { facts } = file;
    if (this.#facts !== undefined && !(await this.#isSame(file, this.#facts))) {
      return 'restarted';
    }
    this.failure = undefined;
    const from = this.#read;
    // A document that was not whole is read from its beginning.
    if (this.#unit === 'document') {
      this.#fed = undefined;
      this.#read = 0;
    }
    const feed = (this.#fed ??= this.#feed?.());
    if (feed === undefined) {
      return 'same';
    }
    while (this.#read < facts.size) {
      context.signal?.throwIfAborted();
      const room = context.buffer.subarray(0, facts.size - this.#read);
      const chunk = await fill(file.handle, room, this.#read);
      if (chunk.length === 0) {
        break;
      }
      feed.push(chunk);
      this.#remember(chunk);
      context.onBytes?.(chunk.length);
    }
    feed.pause(false);
    this.#facts = facts;
    return this.#read === from ? 'same' : 'grown';
  }

  /** Whether what was read of it still stands there. */
  async #isSame({ handle, facts }: OpenFile, former: FileFacts): Promise<boolean> {
    if (facts.inode !== former.inode) {
      return false;
    }
    if (this.#unit === 'document') {
      return (this.#fed?.offset ?? 0) === 0;
    }
    if (facts.size < this.#read) {
      return false;
    }
    const [head, tail] = [this.#head, this.#tail];
    return (
      equal(await fill(handle, new Uint8Array(head.length), 0), head) &&
      equal(await fill(handle, new Uint8Array(tail.length), this.#read - tail.length), tail)
    );
  }

  #remember(chunk: Uint8Array): void {
    this.#read += chunk.length;
    if (this.#head.length < endBytes) {
      this.#head = joined(this.#head, chunk).slice(0, endBytes);
    }
    this.#tail =
      chunk.length >= endBytes
        ? chunk.slice(-endBytes)
        : joined(this.#tail, chunk).slice(-endBytes);
  }
}

function sameFacts(a: FileFacts, b: FileFacts): boolean {
  return a.inode === b.inode && a.size === b.size && a.modified === b.modified;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Both, of the second as much as may be kept. */
function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const part = b.length > 2 * endBytes ? b.subarray(0, 2 * endBytes) : b;
  const both = new Uint8Array(a.length + part.length);
  both.set(a);
  both.set(part, a.length);
  return both;
}
