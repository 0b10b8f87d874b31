import { fail, ok, type Result } from '../../ports/result.ts';
import { secretRules } from '../../core/redact.ts';
import type { RuleProblem, SecretsProblem, TextRules } from '../../ports/textRules.ts';
import { IdleWorker, WorkerEnded } from '../idleWorker.ts';
import type {
  RuleRequest,
  SecretsRequest,
  TextRulesReply,
  TextRulesRequest,
} from './textRulesMessages.ts';

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
    return this.#inTurn(() => this.#carryOut({ texts, rule, by }));
  }

  withoutSecrets(
    texts: readonly string[],
    by: string,
    home?: string,
  ): Promise<Result<readonly string[], SecretsProblem>> {
    return this.#inTurn(() => this.#leaveOut(texts, by, home));
  }

  /** Ends the worker; rules that wait are answered `ended`. */
  dispose(): void {
    void this.#worker.dispose();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  async #leaveOut(
    texts: readonly string[],
    by: string,
    home: string | undefined,
  ): Promise<Result<readonly string[], SecretsProblem>> {
    const at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const question: Omit<SecretsRequest, 'id'> = { texts, by, home, at };
    try {
      const reply = await this.#worker.ask(question, () => Atomics.load(at, 0));
      return ok('texts' in reply ? reply.texts : []);
    } catch (error) {
      if (error instanceof WorkerEnded) {
        const rule = secretRules(home)[Atomics.load(at, 0)]?.name ?? '';
        return fail({ rule, problem: problemOf(error) });
      }
      throw error;
    }
  }

  async #carryOut(
    question: Omit<RuleRequest, 'id'>,
  ): Promise<Result<readonly string[], RuleProblem>> {
    try {
      const reply = await this.#worker.ask(question);
      return 'texts' in reply ? ok(reply.texts) : fail(reply.problem);
    } catch (error) {
      if (error instanceof WorkerEnded) {
        return fail(problemOf(error));
      }
      throw error;
    }
  }
}

function problemOf({ reason }: WorkerEnded): SecretsProblem['problem'] {
  return reason === 'slow' ? 'slow' : 'ended';
}
