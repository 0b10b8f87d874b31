import { fail, ok, type Result } from '../../ports/result.ts';
import type { RuleProblem, TextRules } from '../../ports/textRules.ts';
import { IdleWorker, WorkerEnded } from '../idleWorker.ts';
import type { TextRulesReply, TextRulesRequest } from './textRulesMessages.ts';

/** Milliseconds that a rule may take: a sound one needs less for the longest export, 64 Mi characters. */
const usualPatience = 10_000;

/** Where the program is that carries rules out, and how long it may take. */
export interface WorkerTextRulesOptions {
  /** The worker's program: an absolute path or a file URL. */
  readonly workerPath: string | URL;
  /** Milliseconds after which a rule is stopped; 10,000 if absent. */
  readonly patience?: number;
}

/** Carries rules out in a worker thread, which is ended when a rule takes too long, and starts anew with the next. */
export class WorkerTextRules implements TextRules {
  readonly #worker: IdleWorker<TextRulesRequest, TextRulesReply>;
  #tail: Promise<unknown> = Promise.resolve();

  constructor({ workerPath, patience = usualPatience }: WorkerTextRulesOptions) {
    this.#worker = new IdleWorker({ workerPath, deadline: patience, idle: 60_000 });
  }

  replace(
    texts: readonly string[],
    rule: string,
    by: string,
  ): Promise<Result<readonly string[], RuleProblem>> {
    // The time of a rule counts from when it begins: none is stopped for what another took.
    const done = this.#tail.then(() => this.#carryOut({ texts, rule, by }));
    this.#tail = done.catch(() => undefined);
    return done;
  }

  /** Ends the worker; rules that wait are answered `ended`. */
  dispose(): void {
    void this.#worker.dispose();
  }

  async #carryOut(
    question: Omit<TextRulesRequest, 'id'>,
  ): Promise<Result<readonly string[], RuleProblem>> {
    try {
      const reply = await this.#worker.ask(question);
      return 'texts' in reply ? ok(reply.texts) : fail(reply.problem);
    } catch (error) {
      if (error instanceof WorkerEnded) {
        return fail(error.reason === 'slow' ? 'slow' : 'ended');
      }
      throw error;
    }
  }
}
