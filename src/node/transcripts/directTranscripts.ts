import { homedir, platform } from 'node:os';
import { env } from 'node:process';
import { Emitter } from '../../core/lifecycle.ts';
import { transcriptFormats } from '../../core/sources/formats.ts';
import { inspectSession } from '../../core/sources/inspect/inspection.ts';
import { inspectionText } from '../../core/sources/inspect/inspectionText.ts';
import type { Surroundings } from '../../core/sources/places.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import {
  blockRows,
  callRows,
  overviewOf,
  patchRows,
  sliceOf,
} from '../../core/sources/sessionRows.ts';
import { askedWords } from '../../core/sources/textSearch.ts';
import { importerOf, type TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import { ok } from '../../ports/result.ts';
import type * as rows from '../../ports/transcriptRows.ts';
import type {
  FileBytes,
  FoundTranscripts,
  ListRange,
  OpenRequest,
  RecordPlace,
  ReportOptions,
  SearchHits,
  SessionAt,
  TextHits,
  TextPart,
  TextQuery,
  TranscriptFileList,
  TranscriptFileRow,
  TranscriptQuery,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
  TranscriptState,
} from '../../ports/transcripts.ts';
import type { TranscriptMemory } from '../../ports/transcriptStore.ts';
import { diskFiles } from './diskFiles.ts';
import { findTranscripts, lostTranscripts, windowsHomes } from './findTranscripts.ts';
import type { FollowOptions } from './followTranscript.ts';
import { KeptFiles } from './keptFiles.ts';
import type { KeptReads } from './keptReads.ts';
import { OpenTranscript } from './openTranscript.ts';
import { PatientMemory } from './patientMemory.ts';
import { leastResumed, ReadingMemo } from './readingMemo.ts';
import { recognise, type RecognisedTranscript } from './recognise.ts';
import { recordPlace } from './recordPlace.ts';
import { unpackReading, type SavedReading } from './savedReading.ts';
import { textHits } from './textHits.ts';
import { bytesOf, filesOf } from './transcriptBytes.ts';
import { failed, type TranscriptFiles } from './transcriptFiles.ts';
import { cancelled, TranscriptReading } from './transcriptReading.ts';
import { readingOf } from './sessionReading.ts';

/** What the source reads, and how. */
export interface DirectTranscriptsOptions {
  /** Those that are known if absent. */
  readonly formats?: readonly TranscriptFormat[];
  /** Where sessions are looked for; those of this process if absent. */
  readonly surroundings?: () => Promise<Surroundings>;
  readonly follow?: FollowOptions;
  /** What transcripts are remembered by; if absent, all is read each time. */
  readonly memory?: TranscriptMemory;
  /** Milliseconds between two times that one is remembered while it grows; 30,000 if absent. */
  readonly memoRest?: number;
  /** Where sessions that are kept are read from; if absent, none is kept. */
  readonly kept?: KeptReads;
  /** What names of open transcripts begin with, so that those of several sources differ; `t` if absent. */
  readonly prefix?: string;
}

const notOpen = failed('not-open', 'The transcript is not open.');

/** Most compositions that are worked out at once. */
const mostCompositions = 500;

async function ownSurroundings(): Promise<Surroundings> {
  return {
    platform: platform(),
    home: homedir(),
    env,
    windowsHomes: await windowsHomes(env),
  };
}

/** Reads transcripts in this thread, in pieces of half a megabyte between which others have their turn. */
export class DirectTranscripts implements TranscriptSource {
  readonly #options: DirectTranscriptsOptions;
  readonly #formats: readonly TranscriptFormat[];
  readonly #memory: PatientMemory;
  readonly #changes = new Emitter<TranscriptState>();
  readonly #open = new Map<string, OpenTranscript>();
  #lastId = 0;
  #disposed = false;
  readonly onDidChange = this.#changes.event;

  constructor(options: DirectTranscriptsOptions = {}) {
    this.#options = options;
    this.#memory = new PatientMemory(options.memory);
    this.#formats = options.formats ?? transcriptFormats;
  }

  async find(
    query: TranscriptQuery,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<FoundTranscripts>> {
    try {
      const surroundings = await (this.#options.surroundings ?? ownSurroundings)();
      const parts = { formats: this.#formats, surroundings, memory: this.#memory };
      return await findTranscripts(query, parts, signal);
    } catch (error) {
      return signal?.aborted === true
        ? cancelled
        : failed('not-readable', `The search failed: ${String(error)}`);
    }
  }

  async lost(
    rows: readonly TranscriptRow[],
    query: TranscriptQuery,
  ): Promise<TranscriptResult<readonly TranscriptRow[]>> {
    return ok(await lostTranscripts(rows, query));
  }

  files(path: string): Promise<TranscriptResult<TranscriptFileList>> {
    return filesOf(path, this.#formats);
  }

  bytes(
    file: TranscriptFileRow,
    unit: TranscriptFileList['unit'],
    offset: number,
    length: number,
  ): Promise<TranscriptResult<FileBytes>> {
    return bytesOf(file, unit, offset, length);
  }

  async open(
    request: OpenRequest,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<TranscriptState>> {
    const files = await this.#filesFor(request);
    if (!files.ok) {
      return files;
    }
    const recognised = await recognise(request.path, this.#formats, files.value);
    if (!recognised.ok) {
      return recognised;
    }
    const saved = await this.#savedReading(recognised.value);
    if (this.#disposed || signal?.aborted === true) {
      return cancelled;
    }
    this.#lastId += 1;
    const id = `${this.#options.prefix ?? 't'}${String(this.#lastId)}`;
    const reading = readingOf(recognised.value, saved);
    const memo =
      reading instanceof TranscriptReading && request.once !== true
        ? new ReadingMemo(reading, this.#memory, this.#options.memoRest)
        : undefined;
    const opened = new OpenTranscript(id, reading, memo, (state) => this.#changes.fire(state));
    this.#open.set(id, opened);
    const giveUp = (): void => void this.close(id);
    signal?.addEventListener('abort', giveUp, { once: true });
    const started = await opened.start(request, this.#options.follow ?? {});
    signal?.removeEventListener('abort', giveUp);
    if (!started.ok) {
      await this.close(id);
      return started;
    }
    return this.#open.has(id) ? ok(opened.state(true)) : cancelled;
  }

  close(transcript: string): Promise<void> {
    this.#open.get(transcript)?.dispose();
    this.#open.delete(transcript);
    return Promise.resolve();
  }

  state(transcript: string): Promise<TranscriptResult<TranscriptState>> {
    const opened = this.#open.get(transcript);
    return Promise.resolve(opened === undefined ? notOpen : ok(opened.state(false)));
  }

  overview(at: SessionAt): Promise<TranscriptResult<rows.SessionOverview>> {
    return this.#ask(at, (session) => overviewOf(session, at.session));
  }

  calls(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedCallRow[]>> {
    return this.#ask(at, (session, opened) => callRows(session, range, opened.shares(session)));
  }

  patches(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedPatchRow[]>> {
    return this.#ask(at, (session) => patchRows(session, range));
  }

  blocks(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedBlockRow[]>> {
    return this.#ask(at, (session) => blockRows(session, range));
  }

  async callWindow(at: SessionAt, call: number): Promise<TranscriptResult<readonly number[]>> {
    const found = await this.#ask(at, ({ calls, window }) =>
      call === calls.length ? window : calls[call]?.window,
    );
    if (!found.ok) {
      return found;
    }
    return found.value === undefined
      ? failed('out-of-range', 'There is no such call.')
      : ok(found.value);
  }

  compositions(
    at: SessionAt,
    { from, limit }: ListRange,
  ): Promise<TranscriptResult<readonly rows.CompositionRow[]>> {
    const range = { from, limit: Math.min(limit, mostCompositions) };
    return this.#ask(at, (session, opened) => {
      const shares = opened.shares(session);
      return sliceOf(session.calls, range).map((call) => shares.composition(call));
    });
  }

  async text(at: SessionAt, query: TextQuery): Promise<TranscriptResult<TextPart>> {
    const found = await this.#ask(at, ({ blocks, files }, opened) => ({
      block: blocks[query.block],
      files,
      opened,
    }));
    if (!found.ok) {
      return found;
    }
    const { block, files, opened } = found.value;
    return block === undefined
      ? failed('out-of-range', 'There is no such block.')
      : opened.texts.part(block, query, files, opened.overflows);
  }

  async search(
    at: SessionAt,
    words: string,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<SearchHits>> {
    const asked = askedWords(words);
    const found = await this.#ask(at, ({ blocks, files }, { texts }) =>
      texts.search([...blocks], files, asked, signal),
    );
    if (!found.ok) {
      return found;
    }
    try {
      return ok(await found.value);
    } catch {
      return cancelled;
    }
  }

  hits(
    request: Pick<OpenRequest, 'path' | 'kept'>,
    words: string,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<TextHits>> {
    return textHits(this, request, words, signal);
  }

  async place(at: SessionAt, block: number): Promise<TranscriptResult<RecordPlace>> {
    const found = await this.#ask(at, ({ blocks, files }) => ({ block: blocks[block], files }));
    if (!found.ok) {
      return found;
    }
    const { origin } = found.value.block ?? {};
    return origin === undefined
      ? failed('out-of-range', 'There is no such block.')
      : recordPlace(diskFiles, found.value.files[origin.file] ?? '', origin.offset);
  }

  report(at: SessionAt, options: ReportOptions): Promise<TranscriptResult<string>> {
    return this.#ask(at, (session) => inspectionText(inspectSession(session, options)));
  }

  dispose(): void {
    this.#disposed = true;
    for (const opened of this.#open.values()) {
      opened.dispose();
    }
    this.#open.clear();
    this.#changes.dispose();
  }

  /** What a former reading of a transcript came to, where it is worth to be asked for. */
  async #savedReading(opened: RecognisedTranscript): Promise<SavedReading | undefined> {
    const { files, format, layout, main, bytes } = opened;
    if (!files.alive || (layout === undefined && bytes < leastResumed)) {
      return undefined;
    }
    const packed = await this.#memory.resume(main);
    return packed && unpackReading(importerOf(format), packed);
  }

  async #filesFor({ kept }: OpenRequest): Promise<TranscriptResult<TranscriptFiles>> {
    if (kept === undefined) {
      return ok(diskFiles);
    }
    const { kept: reads } = this.#options;
    return reads === undefined
      ? failed('not-found', 'There are no kept sessions here.')
      : KeptFiles.of(reads, kept);
  }

  #ask<T>(
    at: SessionAt,
    answer: (session: RecordedSession, opened: OpenTranscript) => T,
  ): Promise<TranscriptResult<T>> {
    const opened = this.#open.get(at.transcript);
    const session = opened?.session(at) ?? notOpen;
    return Promise.resolve(
      session.ok && opened !== undefined
        ? ok(answer(session.value, opened))
        : (session as typeof notOpen),
    );
  }
}
