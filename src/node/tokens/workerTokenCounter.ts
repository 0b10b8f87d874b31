import { Worker } from 'node:worker_threads';
import type { TokenCounter, TokenFamily } from '../../ports/tokens.ts';
import type { TokensReply, TokensRequest } from './tokensMessages.ts';

/** Where the counter's program is, and how long its worker may live. */
export interface WorkerTokenCounterOptions {
  /** The worker's program: an absolute path or a file URL. */
  readonly workerPath: string | URL;
  /** Milliseconds without a question after which the worker is ended and its memory given back; five minutes if absent. */
  readonly idle?: number;
}

interface Waiting {
  readonly resolve: (counts: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

/** A worker and the calls it has not answered. */
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  /** What made it end, where it said so. */
  error?: Error;
}

const gone = 'The token counter ended before it answered.';

/**
 * Counts in a worker thread, which starts with the first call and reads a vocabulary with the first text for it. It
 * ends when it has long been idle, and starts again with the next call after it ended. Calls are answered in order; a
 * call whose worker ended is rejected and not made again, since its text may be why.
 */
export class WorkerTokenCounter implements TokenCounter {
  private readonly options: WorkerTokenCounterOptions;
  private running: Running | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private disposed = false;
  private lastId = 0;

  constructor(options: WorkerTokenCounterOptions) {
    this.options = options;
  }

  count(texts: readonly string[], family: TokenFamily): Promise<readonly number[]> {
    if (this.disposed) {
      return Promise.reject(new Error(gone));
    }
    if (texts.length === 0) {
      return Promise.resolve([]);
    }
    this.lastId += 1;
    const request: TokensRequest = { id: this.lastId, family, texts };
    return new Promise((resolve, reject) => {
      const running = (this.running ??= this.start());
      clearTimeout(this.idleTimer);
      running.waiting.set(request.id, { resolve, reject });
      running.worker.ref();
      running.worker.postMessage(request);
    });
  }

  /** Ends the worker; calls that wait are rejected. */
  dispose(): void {
    this.disposed = true;
    this.stop();
  }

  private start(): Running {
    const running: Running = { worker: new Worker(this.options.workerPath), waiting: new Map() };
    running.worker
      .on('message', (reply: TokensReply) => this.settle(running, reply))
      .on('error', (error: Error) => (running.error = error))
      .on('exit', () => this.abandon(running));
    return running;
  }

  private settle({ worker, waiting }: Running, reply: TokensReply): void {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) {
      // An idle counter does not keep the process alive, and in the end gives its memory back.
      worker.unref();
      this.idleTimer = setTimeout(() => this.stop(), this.options.idle ?? 300_000).unref();
    }
    if ('counts' in reply) {
      call?.resolve(reply.counts);
    } else {
      call?.reject(new Error(reply.why));
    }
  }

  /** The worker is no more. */
  private abandon(running: Running): void {
    if (this.running === running) {
      this.running = undefined;
    }
    for (const { reject } of running.waiting.values()) {
      reject(new Error(gone, { cause: running.error }));
    }
    running.waiting.clear();
  }

  private stop(): void {
    clearTimeout(this.idleTimer);
    const running = this.running;
    if (running !== undefined) {
      this.abandon(running);
      void running.worker.terminate();
    }
  }
}
