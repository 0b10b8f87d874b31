import { feedRecords, type FileFeed } from '../../core/sources/feedRecords.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import type { TranscriptFormat, TranscriptReader } from '../../core/sources/transcriptFormat.ts';
import type { TranscriptFailure } from '../../ports/transcripts.ts';
import type { FileBeside } from './findBeside.ts';
import type { TranscriptFiles } from './transcriptFiles.ts';
import type { SavedFile, SavedReading } from './savedReading.ts';
import type { RecognisedTranscript } from './recognise.ts';
import { TranscriptFile, type FileNews, type ReadingContext } from './transcriptFile.ts';
import { lineStart } from './lineStart.ts';
import { fail, ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';

/** Files that changed last: they are looked at each time. */
const busyFiles = 8;

/** Other files that are looked at each time, in turn. */
const filesInTurn = 32;

/** One reading of a transcript by one reader, from the beginning of its files on. */
export class ReadingPass {
  readonly reader: TranscriptReader;
  /** False where only the end of the main file was read. */
  complete = true;
  readonly #source: TranscriptFiles;
  readonly #format: TranscriptFormat;
  readonly #files: TranscriptFile[] = [];
  readonly #texts: string[] = [];
  readonly #known = new Set<string>();
  /** Indices of files, those that changed last at the end. */
  #busy: number[] = [];
  #turn = 0;
  /** The session, until more is read. */
  #made: RecordedSession | undefined;

  /** With `saved` it goes on from there, where that `fits`. */
  constructor({ files, format, main }: RecognisedTranscript, saved?: SavedReading) {
    this.#source = files;
    this.#format = format;
    this.reader = format.reader(saved?.reader);
    for (const [index, file] of (saved?.files ?? []).entries()) {
      this.#known.add(file.path);
      this.#files.push(this.#file(file.path, index, file));
      this.reader.file?.(index, file.path);
    }
    this.add((saved?.texts ?? []).map((path) => ({ path, use: 'texts' })));
    this.add([{ path: main, use: 'records' }]);
  }

  /** Paths of the files whose records are read; places in the session count them. */
  get paths(): string[] {
    return this.#files.map(({ path }) => path);
  }

  /** Paths of the files that only have texts. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  get bytesRead(): number {
    return this.#files.reduce((sum, file) => sum + file.bytesRead, 0);
  }

  /** Whether a document was not whole when it was read. */
  get isHalf(): boolean {
    return this.#files.some((file) => file.isHalf);
  }

  /** Why the main file could not be read last. */
  get failure(): TranscriptFailure | undefined {
    return this.#files[0]?.failure;
  }

  /** The session so far. */
  session(): RecordedSession {
    // Some readers make it anew each time.
    if (this.#made === undefined) {
      const session = this.reader.session(this.paths);
      this.#made = this.complete ? session : { ...session, complete: false };
    }
    return this.#made;
  }

  /** Whether all that was saved is there as it was. Of other files than the main one the facts are enough. */
  async fits(): Promise<boolean> {
    for (const [index, file] of this.#files.entries()) {
      if (!(await file.fits(index === 0))) {
        return false;
      }
    }
    return true;
  }

  /** What another pass can go on from, with the reader's own state; undefined while there is nothing such. */
  saved(): SavedReading | undefined {
    const files = this.#files.map((file) => file.saved());
    const all = files.filter((file) => file !== undefined);
    return this.complete && all.length === files.length
      ? { files: all, texts: this.#texts, reader: this.reader.save() }
      : undefined;
  }

  /** Takes the files that it does not have. Answers whether there are any. */
  add(files: readonly FileBeside[]): boolean {
    let isNew = false;
    for (const { path, use } of files) {
      if (this.#known.has(path)) {
        continue;
      }
      this.#known.add(path);
      this.#made = undefined;
      isNew = true;
      if (use === 'texts') {
        this.#texts.push(path);
      } else {
        const index = this.#files.length;
        this.#files.push(this.#file(path, index));
        this.#noteBusy(index);
      }
    }
    return isNew;
  }

  /** Says that a file changed, so that it is looked at next. */
  hint(path: string): void {
    const index = this.#files.findIndex((file) => file.path === path);
    if (index > 0) {
      this.#noteBusy(index);
    }
  }

  /** Reads all files. `gone` only if the main one is. */
  readAll(context: ReadingContext): Promise<FileNews> {
    return this.#read(this.#files.keys(), context);
  }

  /** Reads what was appended to the main file, those that changed last, and some of the others. */
  readOn(context: ReadingContext): Promise<FileNews> {
    const indices = new Set([0, ...this.#busy]);
    for (let step = 0; step < Math.min(filesInTurn, this.#files.length); step += 1) {
      this.#turn = (this.#turn + 1) % this.#files.length;
      indices.add(this.#turn);
    }
    return this.#read(indices, context);
  }

  /** Reads the last bytes of the main file, from a line's beginning on; the pass is not complete then. */
  async readEnd(bytes: number, context: ReadingContext): Promise<TranscriptResult<void>> {
    const opened = await this.#source.open(this.#files[0]?.path ?? '');
    if (!opened.ok) {
      return opened;
    }
    const file = opened.value;
    const { facts } = file;
    try {
      this.complete = false;
      const start = await lineStart(file, bytes, context.buffer);
      const feed = this.#feed(0, start);
      for (let at = start; at < facts.size;) {
        context.signal?.throwIfAborted();
        const chunk = await file.fill(context.buffer.subarray(0, facts.size - at), at);
        if (chunk.length === 0) {
          break;
        }
        feed.push(chunk);
        at += chunk.length;
        context.onBytes?.(chunk.length);
      }
      feed.pause(false);
      this.#made = undefined;
      return ok(undefined);
    } catch (error) {
      context.signal?.throwIfAborted();
      return fail({ code: 'not-readable', message: String(error) });
    } finally {
      await file.close();
    }
  }

  #file(path: string, index: number, saved?: SavedFile): TranscriptFile {
    const feed = (offset: number): FileFeed => this.#feed(index, offset);
    return new TranscriptFile(this.#source, path, this.#format.unit, feed, saved);
  }

  #feed(index: number, offset = 0): FileFeed {
    this.reader.file?.(index, this.#files[index]?.path ?? '');
    return feedRecords(this.#format, this.reader, index, offset);
  }

  async #read(indices: Iterable<number>, context: ReadingContext): Promise<FileNews> {
    let sum: FileNews = 'same';
    const told: ReadingContext = {
      ...context,
      onBytes: (bytes) => {
        this.#made = undefined;
        context.onBytes?.(bytes);
      },
    };
    for (const index of indices) {
      context.signal?.throwIfAborted();
      const news = await this.#files[index]?.readOn(told);
      if (news === 'restarted' || (news === 'gone' && index === 0)) {
        return news;
      }
      if (news === 'grown') {
        this.#made = undefined;
        sum = 'grown';
        this.#noteBusy(index);
      }
    }
    return sum;
  }

  #noteBusy(index: number): void {
    this.#busy = [...this.#busy.filter((other) => other !== index), index].slice(-busyFiles);
  }
}
