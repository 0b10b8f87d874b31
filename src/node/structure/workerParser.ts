import { Worker } from 'node:worker_threads';
import { putRecent } from '../../core/recent.ts';
import type { Log } from '../../ports/log.ts';
import type {
  DefinitionAt,
  NamedDefinition,
  Parsed,
  SourceText,
  StructureParser,
  StructureProblem,
  TagRange,
} from '../../ports/structure.ts';
import type {
  GrammarPaths,
  Question,
  StructureReply,
  StructureRequest,
} from './structureMessages.ts';

/** Where the parser's program and files are, and how long it may take. */
export interface WorkerParserOptions {
  /** The worker's program: an absolute path or a file URL. */
  readonly workerPath: string | URL;
  readonly paths: GrammarPaths;
  readonly log: Log;
  /** Milliseconds a question may take before the worker is ended; 10 000 if absent. */
  readonly deadline?: number;
  /** Milliseconds without a question after which the worker is ended and its memory given back; five minutes if absent. */
  readonly idle?: number;
}

interface Waiting {
  readonly request: StructureRequest;
  readonly settle: (reply: StructureReply) => void;
}

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** Texts remembered that could not be parsed. */
const hopelessKept = 100;

const gone = 'The parser ended before it answered.';
const tooSlow = 'The parser took too long.';

/**
 * The parser in a worker thread, which starts with the first question, ends when it has long been idle, and starts
 * again with the next question after it ended. A text that made it end or run out of time is not tried again.
 */
export class WorkerParser implements StructureParser {
  private readonly options: WorkerParserOptions;
  private running: Running | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private closed = false;
  private lastId = 0;
  /** Versions that could not be parsed, by file. */
  private readonly hopeless = new Map<string, string>();

  constructor(options: WorkerParserOptions) {
    this.options = options;
  }

  definitionAt(source: SourceText, line: number): Promise<Parsed<DefinitionAt>> {
    return this.ask(source, { ask: 'definitionAt', line });
  }

  definitionsNamed(source: SourceText, name: string): Promise<Parsed<readonly NamedDefinition[]>> {
    return this.ask(source, { ask: 'definitionsNamed', name });
  }

  tagsAt(source: SourceText, line: number): Promise<Parsed<readonly TagRange[]>> {
    return this.ask(source, { ask: 'tagsAt', line });
  }

  tagsNamed(source: SourceText, name: string): Promise<Parsed<readonly TagRange[]>> {
    return this.ask(source, { ask: 'tagsNamed', name });
  }

  problems(source: SourceText): Promise<Parsed<readonly StructureProblem[]>> {
    return this.ask(source, { ask: 'problems' });
  }

  /** Ends the worker; later questions are not answered. */
  async close(): Promise<void> {
    this.closed = true;
    await this.stop();
  }

  private async ask<T>(source: SourceText, question: Question): Promise<Parsed<T>> {
    const { key, version, grammar } = source;
    if (this.closed) {
      return { parsed: false, why: gone };
    }
    if (this.hopeless.get(key) === version) {
      return { parsed: false, why: 'The parser failed on this text before.' };
    }
    let reply = await this.send({ key, version, grammar, text: undefined, question });
    if (reply.state === 'text-needed') {
      reply = await this.send({ key, version, grammar, text: source.text(), question });
    }
    return reply.state === 'done'
      ? { parsed: true, value: reply.value as T }
      : { parsed: false, why: reply.state === 'failed' ? reply.why : gone };
  }

  private send(asked: Omit<StructureRequest, 'id'>): Promise<StructureReply> {
    this.lastId += 1;
    const request: StructureRequest = { id: this.lastId, ...asked };
    return new Promise((resolve) => {
      const running = (this.running ??= this.start());
      clearTimeout(this.idleTimer);
      const timer = setTimeout(() => this.giveUp(running), this.options.deadline ?? 10_000);
      const settle = (reply: StructureReply): void => {
        clearTimeout(timer);
        resolve(reply);
      };
      running.waiting.set(request.id, { request, settle });
      running.worker.ref();
      running.worker.postMessage(request);
    });
  }

  private start(): Running {
    const { workerPath, paths, log } = this.options;
    const running: Running = {
      worker: new Worker(workerPath, { workerData: paths }),
      waiting: new Map(),
    };
    running.worker
      .on('message', (reply: StructureReply) => this.settle(running, reply))
      .on('error', (error) => log.error('The structure worker failed.', error))
      .on('exit', () => this.abandon(running, gone));
    return running;
  }

  private settle({ worker, waiting }: Running, reply: StructureReply): void {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) {
      // An idle parser does not keep the process alive, and in the end gives its memory back.
      worker.unref();
      this.idleTimer = setTimeout(() => void this.stop(), this.options.idle ?? 300_000).unref();
    }
    call?.settle(reply);
  }

  private giveUp(running: Running): void {
    this.options.log.warn(tooSlow);
    this.abandon(running, tooSlow);
    void running.worker.terminate();
  }

  /** The worker is no more; only the question it was at can be to blame. */
  private abandon(running: Running, why: string): void {
    if (this.running === running) {
      this.running = undefined;
    }
    const [first] = running.waiting.values();
    if (first !== undefined && !this.closed) {
      putRecent(this.hopeless, first.request.key, first.request.version, hopelessKept);
    }
    for (const { request, settle } of running.waiting.values()) {
      settle({ id: request.id, state: 'failed', why });
    }
    running.waiting.clear();
  }

  private async stop(): Promise<void> {
    clearTimeout(this.idleTimer);
    const running = this.running;
    this.running = undefined;
    await running?.worker.terminate();
  }
}
