import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { Emitter } from '../../core/lifecycle.ts';
import type { Log } from '../../ports/log.ts';
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
  TranscriptFailure,
  TranscriptFileList,
  TranscriptFileRow,
  TranscriptQuery,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
  TranscriptState,
} from '../../ports/transcripts.ts';
import type { TranscriptMemory } from '../../ports/transcriptStore.ts';
import { fail } from '../../ports/result.ts';
import type {
  TranscriptMethod,
  TranscriptsReply,
  TranscriptsRequest,
  TranscriptsWorkerData,
} from './transcriptsMessages.ts';
import { answerMemory } from './storedMemory.ts';
import { answerKeptReads, type KeptReads } from './keptReads.ts';
import { cancelled } from './transcriptReading.ts';

/** Where the reader's program is, and what its worker may take. */
export interface WorkerTranscriptsOptions {
  /** The worker's program: an absolute path or a file URL. */
  readonly workerPath: string | URL;
  readonly log: Log;
  /** What transcripts are remembered by; if absent, all is read each time. */
  readonly index?: TranscriptMemory;
  /** Where sessions that are kept are read from, asked when one is; if absent, none is kept. */
  readonly kept?: () => KeptReads;
  /** MiB of objects after which the worker ends; 1536 if absent. */
  readonly memory?: number;
  /** Milliseconds with nothing open and no call after which the worker is ended; a minute if absent. */
  readonly idle?: number;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  /** Of an `open`: its transcript is not known yet. */
  readonly method: TranscriptMethod;
}

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  /** Newest states of what is open. */
  readonly open: Map<string, TranscriptState>;
}

const ended: TranscriptFailure = {
  code: 'reader-ended',
  message: 'The reader of transcripts ended before it answered; the file may be too large for it.',
};

/**
 * Reads transcripts in a worker thread, which starts with the first call, ends when nothing is open for a while, and
 * starts again with the next call after it ended. What was open in one that ended is told as `failed` and is to be
 * opened again by who wants it.
 */
export class WorkerTranscripts implements TranscriptSource {
  readonly #options: WorkerTranscriptsOptions;
  readonly #changes = new Emitter<TranscriptState>();
  readonly onDidChange = this.#changes.event;
  #running: Running | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #started = 0;
  #disposed = false;

  constructor(options: WorkerTranscriptsOptions) {
    this.#options = options;
  }

  find(query: TranscriptQuery, signal?: AbortSignal): Promise<TranscriptResult<FoundTranscripts>> {
    return this.#ask('find', [query], signal);
  }

  lost(
    known: readonly TranscriptRow[],
    query: TranscriptQuery,
  ): Promise<TranscriptResult<readonly TranscriptRow[]>> {
    return this.#ask('lost', [known, query]);
  }

  files(path: string): Promise<TranscriptResult<TranscriptFileList>> {
    return this.#ask('files', [path]);
  }

  bytes(
    file: TranscriptFileRow,
    unit: TranscriptFileList['unit'],
    offset: number,
    length: number,
  ): Promise<TranscriptResult<FileBytes>> {
    return this.#ask('bytes', [file, unit, offset, length]);
  }

  open(request: OpenRequest, signal?: AbortSignal): Promise<TranscriptResult<TranscriptState>> {
    return this.#ask('open', [request], signal);
  }

  async close(transcript: string): Promise<void> {
    if (this.#running?.open.delete(transcript) === true) {
      await this.#ask('close', [transcript]);
    }
  }

  state(transcript: string): Promise<TranscriptResult<TranscriptState>> {
    return this.#ask('state', [transcript]);
  }

  overview(at: SessionAt): Promise<TranscriptResult<rows.SessionOverview>> {
    return this.#ask('overview', [at]);
  }

  calls(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedCallRow[]>> {
    return this.#ask('calls', [at, range]);
  }

  patches(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedPatchRow[]>> {
    return this.#ask('patches', [at, range]);
  }

  blocks(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedBlockRow[]>> {
    return this.#ask('blocks', [at, range]);
  }

  callWindow(at: SessionAt, call: number): Promise<TranscriptResult<readonly number[]>> {
    return this.#ask('callWindow', [at, call]);
  }

  compositions(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.CompositionRow[]>> {
    return this.#ask('compositions', [at, range]);
  }

  text(at: SessionAt, query: TextQuery): Promise<TranscriptResult<TextPart>> {
    return this.#ask('text', [at, query]);
  }

  search(
    at: SessionAt,
    words: string,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<SearchHits>> {
    return this.#ask('search', [at, words], signal);
  }

  hits(
    request: Pick<OpenRequest, 'path' | 'kept'>,
    words: string,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<TextHits>> {
    return this.#ask('hits', [request, words], signal);
  }

  place(at: SessionAt, block: number): Promise<TranscriptResult<RecordPlace>> {
    return this.#ask('place', [at, block]);
  }

  report(at: SessionAt, options: ReportOptions): Promise<TranscriptResult<string>> {
    return this.#ask('report', [at, options]);
  }

  /** Ends the worker; calls that wait are answered `reader-ended`. */
  dispose(): void {
    this.#disposed = true;
    this.#changes.dispose();
    this.#stop();
  }

  #ask<T>(
    method: TranscriptMethod,
    args: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<TranscriptResult<T>> {
    if (this.#disposed) {
      return Promise.resolve(fail(ended));
    }
    if (signal?.aborted === true) {
      return Promise.resolve(cancelled);
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<TranscriptResult<T>>((resolve) => {
      const running = (this.#running ??= this.#start());
      const send = (request: TranscriptsRequest): void => running.worker.postMessage(request);
      const giveUp = (): void => send({ cancel: id });
      clearTimeout(this.#idleTimer);
      running.waiting.set(id, {
        method,
        resolve: (value) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(value);
        },
      });
      running.worker.ref();
      send({ id, method, args });
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #start(): Running {
    this.#started += 1;
    const { workerPath, index, kept, memory } = this.#options;
    const ports = {
      ...(index && { memory: answered((port) => answerMemory(port, index)) }),
      ...(kept && { kept: answered((port) => answerKeptReads(port, kept)) }),
    };
    const workerData: TranscriptsWorkerData = { prefix: `t${String(this.#started)}.`, ...ports };
    const worker = new Worker(workerPath, {
      workerData,
      transferList: Object.values(ports),
      resourceLimits: { maxOldGenerationSizeMb: memory ?? 1536 },
    });
    const running: Running = { worker, waiting: new Map(), open: new Map() };
    worker
      .on('message', (reply: TranscriptsReply) => this.#take(running, reply))
      .on('error', (error) => this.#options.log.error('The transcripts worker failed.', error))
      .on('exit', () => this.#abandon(running));
    return running;
  }

  #take(running: Running, reply: TranscriptsReply): void {
    const { waiting, open, worker } = running;
    if ('state' in reply) {
      const { state } = reply;
      if (open.has(state.transcript)) {
        open.set(state.transcript, state);
      }
      this.#changes.fire(state);
      return;
    }
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    const value = reply.value as TranscriptResult<unknown> | undefined;
    if (call?.method === 'open' && value?.ok === true) {
      const state = value.value as TranscriptState;
      open.set(state.transcript, state);
    }
    if (waiting.size === 0) {
      // An idle reader does not keep the process alive, and in the end gives its memory back.
      worker.unref();
      if (open.size === 0) {
        this.#idleTimer = setTimeout(() => this.#stop(), this.#options.idle ?? 60_000).unref();
      }
    }
    call?.resolve(reply.value as never);
  }

  /** The worker is no more. */
  #abandon(running: Running): void {
    if (this.#running === running) {
      this.#running = undefined;
    }
    for (const { resolve } of running.waiting.values()) {
      resolve(fail(ended) as never);
    }
    running.waiting.clear();
    for (const state of running.open.values()) {
      const { revision } = state;
      this.#changes.fire({
        ...state,
        revision: revision + 1,
        reading: 'failed',
        following: false,
        failure: ended,
      });
    }
    running.open.clear();
  }

  #stop(): void {
    clearTimeout(this.#idleTimer);
    const running = this.#running;
    if (running !== undefined) {
      this.#abandon(running);
      void running.worker.terminate();
    }
  }
}

/** A port to ask through, whose other end is answered. */
function answered(answer: (port: MessagePort) => void): MessagePort {
  const { port1, port2 } = new MessageChannel();
  answer(port1);
  return port2;
}
