import type { TokenCounter, TokenFamily } from '../../ports/tokens.ts';
import { IdleWorker, WorkerEnded } from '../idleWorker.ts';
import type { TokensReply, TokensRequest } from './tokensMessages.ts';

/** Where the counter's program is, and how long its worker may live. */
export interface WorkerTokenCounterOptions {
  /** The worker's program: an absolute path or a file URL. */
  readonly workerPath: string | URL;
  /** Milliseconds without a question after which the worker is ended and its memory given back; five minutes if absent. */
  readonly idle?: number;
}

/**
 * Counts in a worker thread, which reads a vocabulary with the first text for it. Calls are answered in order; a call
 * whose worker ended is rejected and not made again, since its text may be why.
 */
export class WorkerTokenCounter implements TokenCounter {
  private readonly worker: IdleWorker<TokensRequest, TokensReply>;

  constructor(options: WorkerTokenCounterOptions) {
    this.worker = new IdleWorker(options);
  }

  async count(texts: readonly string[], family: TokenFamily): Promise<readonly number[]> {
    if (texts.length === 0) {
      return [];
    }
    const reply = await this.worker.ask({ family, texts }).catch((error: unknown) => {
      throw error instanceof WorkerEnded
        ? new Error('The token counter ended before it answered.', { cause: error.cause })
        : error;
    });
    if ('counts' in reply) {
      return reply.counts;
    }
    throw new Error(reply.why);
  }

  /** Ends the worker; calls that wait are rejected. */
  dispose(): void {
    void this.worker.dispose();
  }
}
