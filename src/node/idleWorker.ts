import { Worker } from 'node:worker_threads';

/** How a worker is started, and how long it may live. */
export interface IdleWorkerOptions {
  /** The worker's program: an absolute path or a file URL. */
  readonly workerPath: string | URL;
  /** What the program gets when it starts. */
  readonly workerData?: unknown;
  /** Milliseconds a question may take before the worker is ended; no limit if absent. */
  readonly deadline?: number | undefined;
  /** Milliseconds without a question after which the worker is ended and its memory given back; five minutes if absent. */
  readonly idle?: number | undefined;
  /** The worker threw, and is about to end. */
  readonly onError?: (error: Error) => void;
}

/** Thrown for a question whose worker ended before it answered. */
export class WorkerEnded extends Error {
  readonly reason: 'gone' | 'slow';
  /** Whether the worker was at this question when it ended; only that one can be to blame. */
  readonly wasAtIt: boolean;

  constructor(reason: 'gone' | 'slow', wasAtIt: boolean, cause?: Error) {
    super('The worker ended before it answered.', { cause });
    this.name = 'WorkerEnded';
    this.reason = reason;
    this.wasAtIt = wasAtIt;
  }
}

/** `Omit` of each member of a union. */
type DistributedOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: WorkerEnded) => void;
}

/** A worker and the questions it has not answered, the oldest first. */
interface Running<Reply> {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting<Reply>>;
  /** What made it end, where it said so. */
  error?: Error;
}

/**
 * A worker thread that answers questions in order. It starts with the first question, ends when it has long been idle,
 * and starts again with the next question after it ended. While it is idle it does not keep the process alive.
 */
export class IdleWorker<
  Request extends { readonly id: number },
  Reply extends { readonly id: number },
> {
  private readonly options: IdleWorkerOptions;
  private running: Running<Reply> | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private lastId = 0;
  private disposed = false;

  constructor(options: IdleWorkerOptions) {
    this.options = options;
  }

  /**
   * Asks; `id` is found here. Rejects with `WorkerEnded`, also after `dispose`; another question may then succeed. With
   * `step`, a number that is another one with each step of the work, the deadline is that of each step, and up to a
   * quarter longer.
   */
  ask(question: DistributedOmit<Request, 'id'>, step?: () => number): Promise<Reply> {
    if (this.disposed) {
      return Promise.reject(new WorkerEnded('gone', false));
    }
    this.lastId += 1;
    const id = this.lastId;
    const { deadline } = this.options;
    return new Promise<Reply>((resolve, reject) => {
      const running = (this.running ??= this.start());
      clearTimeout(this.idleTimer);
      const timer =
        deadline === undefined
          ? undefined
          : step === undefined
            ? setTimeout(() => this.giveUp(running), deadline)
            : this.watchSteps(running, deadline, step);
      running.waiting.set(id, {
        resolve: (reply) => {
          clearTimeout(timer);
          resolve(reply);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      running.worker.ref();
      running.worker.postMessage({ ...question, id });
    });
  }

  /** Ends the worker for good; questions that wait are rejected. Resolves when the thread is no more. */
  async dispose(): Promise<void> {
    this.disposed = true;
    await this.stop();
  }

  private start(): Running<Reply> {
    const { workerPath, workerData, onError } = this.options;
    const running: Running<Reply> = {
      worker: new Worker(workerPath, { workerData }),
      waiting: new Map(),
    };
    running.worker
      .on('message', (reply: Reply) => this.settle(running, reply))
      .on('error', (error: Error) => {
        running.error = error;
        onError?.(error);
      })
      .on('exit', () => this.abandon(running, 'gone'));
    return running;
  }

  private settle({ worker, waiting }: Running<Reply>, reply: Reply): void {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) {
      worker.unref();
      clearTimeout(this.idleTimer);
      this.idleTimer = setTimeout(() => void this.stop(), this.options.idle ?? 300_000).unref();
    }
    call?.resolve(reply);
  }

  private watchSteps(running: Running<Reply>, deadline: number, step: () => number) {
    let [last, since] = [step(), performance.now()];
    return setInterval(() => {
      const now = step();
      if (now !== last) {
        [last, since] = [now, performance.now()];
      } else if (performance.now() - since >= deadline) {
        this.giveUp(running);
      }
    }, deadline / 4);
  }

  private giveUp(running: Running<Reply>): void {
    this.abandon(running, 'slow');
    void running.worker.terminate();
  }

  /** The worker is no more. */
  private abandon(running: Running<Reply>, reason: 'gone' | 'slow'): void {
    if (this.running === running) {
      this.running = undefined;
    }
    let wasAtIt = true;
    for (const { reject } of running.waiting.values()) {
      reject(new WorkerEnded(reason, wasAtIt, running.error));
      wasAtIt = false;
    }
    running.waiting.clear();
  }

  private async stop(): Promise<void> {
    clearTimeout(this.idleTimer);
    const { running } = this;
    if (running !== undefined) {
      this.abandon(running, 'gone');
      await running.worker.terminate();
    }
  }
}
