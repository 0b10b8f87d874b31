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
import { IdleWorker, WorkerEnded } from '../idleWorker.ts';
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

/** Texts remembered that could not be parsed. */
const hopelessKept = 100;

const gone = 'The parser ended before it answered.';
const tooSlow = 'The parser took too long.';

/**
 * The parser in a worker thread. A text that made it end or run out of time is not tried again.
 */
export class WorkerParser implements StructureParser {
  private readonly log: Log;
  private readonly worker: IdleWorker<StructureRequest, StructureReply>;
  private closed = false;
  /** Versions that could not be parsed, by file. */
  private readonly hopeless = new Map<string, string>();

  constructor(options: WorkerParserOptions) {
    const { workerPath, paths, log, deadline = 10_000, idle } = options;
    this.log = log;
    this.worker = new IdleWorker({
      ...{ workerPath, workerData: paths, deadline, idle },
      onError: (error) => log.error('The structure worker failed.', error),
    });
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
    await this.worker.dispose();
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

  private async send(asked: Omit<StructureRequest, 'id'>): Promise<StructureReply> {
    try {
      return await this.worker.ask(asked);
    } catch (error) {
      if (!(error instanceof WorkerEnded)) {
        throw error;
      }
      return { id: 0, state: 'failed', why: this.whyEnded(error, asked) };
    }
  }

  private whyEnded(
    { reason, wasAtIt }: WorkerEnded,
    { key, version }: Omit<StructureRequest, 'id'>,
  ): string {
    if (wasAtIt && !this.closed) {
      putRecent(this.hopeless, key, version, hopelessKept);
      if (reason === 'slow') {
        this.log.warn(tooSlow);
      }
    }
    return reason === 'slow' ? tooSlow : gone;
  }
}
