import { longestDocument } from '../../core/sources/feedRecords.ts';
import type { RecordedBlock } from '../../core/sources/recordedBlock.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import { fail, ok } from '../../ports/result.ts';
import type { TranscriptFailure, TranscriptResult } from '../../ports/transcripts.ts';
import { FilesBeside } from './findBeside.ts';
import { Pace } from './pace.ts';
import { ReadingPass } from './readingPass.ts';
import type { NearbyBytes } from './nearbyBytes.ts';
import type { RecognisedTranscript } from './recognise.ts';
import type { SavedReading } from './savedReading.ts';
import type { SessionReading } from './sessionReading.ts';
import { failed, readRange } from './transcriptFiles.ts';
import type { ReadingContext } from './transcriptFile.ts';

const chunkBytes = 512 * 1024;

/** Milliseconds after which the files beside are looked for again, at least. */
const listEvery = 1000;

/** What takes long is not done again before so many times as long has passed: following must stay cheap. */
const restAfterList = 20;
const restAfterWhole = 10;

/** Milliseconds after which a document that is not whole is believed to stay so. */
const patience = 3000;

/** How often a transcript that is written anew while it is read is begun again. */
const attempts = 3;

/** A transcript that is read: first its end, then all of it, then what is appended. Calls must not overlap. */
export class TranscriptReading implements SessionReading {
  readonly opened: RecognisedTranscript;
  /** Grows whenever another pass is shown, whose indices mean something else. 0 = nothing was read. */
  generation = 0;
  status: 'newest' | 'whole' | 'done' | 'failed' | 'gone' = 'whole';
  failure: TranscriptFailure | undefined;
  bytesRead = 0;
  bytesTotal: number;
  readonly #buffer = new Uint8Array(chunkBytes);
  readonly #beside: FilesBeside | undefined;
  #shown: ReadingPass | undefined;
  readonly #listing = new Pace(restAfterList, listEvery);
  /** Since when a document is not whole. */
  #halfSince: number | undefined;
  readonly #again = new Pace(restAfterWhole);
  /** What is gone on from; used once. */
  #saved: SavedReading | undefined;
  /** Bytes that were read already when reading began; undefined if it began at the beginning. */
  resumed: number | undefined;

  /** `saved`: what a former reading came to; where it does not fit, reading begins at the beginning. */
  constructor(opened: RecognisedTranscript, saved?: SavedReading) {
    this.#saved = saved;
    this.opened = opened;
    this.bytesTotal = opened.bytes;
    this.#beside = opened.layout && new FilesBeside(opened.files, opened.main, opened.layout);
  }

  /** The session as far as it is read; undefined before anything was. */
  session(): RecordedSession | undefined {
    return this.#shown?.session();
  }

  /** Bytes of the main file that are to be read until all of it is. */
  get ahead(): number {
    return this.opened.bytes - (this.#saved?.files[0]?.read ?? 0);
  }

  /** What a later reading goes on from: the reader's own state, to be copied at once. Undefined unless all was read. */
  saved(): SavedReading | undefined {
    return this.status === 'done' ? this.#shown?.saved() : undefined;
  }

  /** Paths of all files that are read or whose texts blocks name. */
  get paths(): readonly string[] {
    return this.#shown?.paths ?? [];
  }

  /** Paths of the files that only have texts. */
  get texts(): readonly string[] {
    return this.#shown?.texts ?? [];
  }

  /** Whether what happens under a name in a folder may concern the transcript. */
  concerns(folder: string, name: string): boolean {
    return (
      `${folder}/${name}` === this.opened.main || this.#beside?.concerns(folder, name) === true
    );
  }

  /** Says that a file changed, so that it is looked at next. */
  hint(path: string): void {
    this.#shown?.hint(path);
  }

  /** Reads the last bytes of the main file, so that there is something to show. Throws when it is aborted. */
  async readNewest(bytes: number, signal?: AbortSignal): Promise<TranscriptResult<void>> {
    const pass = new ReadingPass(this.opened);
    this.status = 'newest';
    const read = await pass.readEnd(bytes, this.#context(signal));
    if (read.ok) {
      this.#show(pass);
    }
    return read;
  }

  /** Reads all, and shows it in the place of what was shown when it is there. Throws when it is aborted. */
  async readWhole(onProgress?: () => void, signal?: AbortSignal): Promise<TranscriptResult<void>> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const pass = await this.#begin();
      if (this.#shown === undefined) {
        this.status = 'whole';
        this.#show(pass);
      }
      await this.#list(pass);
      await this.#measure(pass);
      const news = await pass.readAll(this.#context(signal, onProgress));
      if (news === 'gone') {
        return this.#end(pass.failure);
      }
      if (news !== 'restarted') {
        if (this.#shown !== pass && !this.#waits(pass)) {
          this.#show(pass);
        }
        this.status = 'done';
        this.failure = undefined;
        return ok(undefined);
      }
    }
    return this.#end({ code: 'changed', message: 'The file changes while it is read.' });
  }

  /**
   * Reads what was appended, and begins again where a file is another one. `list`: new files may have come. Answers
   * whether anything is different. Throws when it is aborted.
   */
  async refresh(list: boolean, signal?: AbortSignal): Promise<boolean> {
    const pass = this.#shown;
    if (pass === undefined || !pass.complete) {
      return this.#again.due && (await this.#startAgain(signal));
    }
    const former = this.status;
    const isNew = (list || this.#listing.due) && (await this.#list(pass));
    const news = await pass.readOn(this.#context(signal));
    if (news === 'restarted') {
      return this.#again.due && (await this.#startAgain(signal));
    }
    this.status = news === 'gone' ? 'gone' : 'done';
    this.bytesRead = pass.bytesRead;
    this.bytesTotal = Math.max(this.bytesTotal, this.bytesRead);
    return isNew || news === 'grown' || this.status !== former;
  }

  async record(
    path: string,
    { offset, bytes }: RecordedBlock['origin'],
    near?: NearbyBytes,
  ): Promise<TranscriptResult<unknown>> {
    if (bytes > longestDocument) {
      return failed('too-large', 'The record is too large to be read.');
    }
    const read = await (near === undefined
      ? readRange(this.opened.files, path, offset, bytes)
      : near.range(path, offset, bytes));
    if (!read.ok) {
      return read;
    }
    try {
      return ok(JSON.parse(new TextDecoder().decode(read.value)) as unknown);
    } catch {
      return changed;
    }
  }

  /** Whether what is shown stays for now: a document is being written, and half of it would be nothing. */
  #waits(pass: ReadingPass): boolean {
    const now = performance.now();
    this.#halfSince = pass.isHalf ? (this.#halfSince ?? now) : undefined;
    return this.#halfSince !== undefined && now - this.#halfSince < patience;
  }

  async #startAgain(signal?: AbortSignal): Promise<boolean> {
    await this.#again.run(() => this.readWhole(undefined, signal));
    return true;
  }

  /** Goes on from what was saved, the first time, if that fits. */
  async #begin(): Promise<ReadingPass> {
    const saved = this.#saved;
    this.#saved = undefined;
    this.resumed = undefined;
    if (saved?.files[0]?.path === this.opened.main) {
      const pass = new ReadingPass(this.opened, saved);
      if (await pass.fits()) {
        this.resumed = pass.bytesRead;
        return pass;
      }
    }
    return new ReadingPass(this.opened);
  }

  async #list(pass: ReadingPass): Promise<boolean> {
    const files = await this.#listing.run(async () => this.#beside?.find());
    return files !== undefined && pass.add(files);
  }

  async #measure(pass: ReadingPass): Promise<void> {
    this.bytesRead = pass.bytesRead;
    let total = 0;
    for (const path of pass.paths) {
      total += (await this.opened.files.facts(path))?.size ?? 0;
    }
    this.bytesTotal = total;
  }

  #context(signal?: AbortSignal, onProgress?: () => void): ReadingContext {
    return {
      buffer: this.#buffer,
      ...(signal && { signal }),
      onBytes: (bytes) => {
        this.bytesRead += bytes;
        onProgress?.();
      },
    };
  }

  #show(pass: ReadingPass): void {
    this.#shown = pass;
    this.generation += 1;
  }

  #end(failure: TranscriptFailure | undefined): TranscriptResult<void> {
    this.failure = failure ?? { code: 'not-readable', message: 'The file can not be read.' };
    // What is shown stays, as far as it goes.
    this.status = this.#shown?.complete === true && this.generation > 1 ? 'gone' : 'failed';
    return failed(this.failure.code, this.failure.message);
  }
}

/** The failure of a text that is not there any more. */
export const changed = failed('changed', 'The file is not what it was when it was read.');

/** Whether a failure is that of an aborted signal. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** The failure of what was given up. */
export const cancelled = fail<TranscriptFailure>({ code: 'cancelled', message: 'Given up.' });
