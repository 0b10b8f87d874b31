import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  CaseAnswer,
  ListedTool,
  MakeCaseBench,
  UserAnswer,
} from '../contract/cases/caseBench.ts';
import { CaseBench, caseFiles, layOutCases } from '../contract/cases/caseBench.ts';
import type { WorkerParser } from '../../src/node/structure/workerParser.ts';
import { testParser } from './testParser.ts';
import { Workbench } from './workbench.ts';

const files = fileURLToPath(new URL(`../../${caseFiles}`, import.meta.url));

/** The case files over the file adapter, with the whole object graph of the headless server. */
class FileCases extends CaseBench {
  readonly kind = 'files';
  private readonly bench: Workbench;

  constructor(bench: Workbench) {
    super(bench.folder);
    this.bench = bench;
  }

  call(tool: string, args: unknown, session = 'A'): Promise<CaseAnswer> {
    return this.bench.call(tool, args, { caller: { client: 'case-client', session } });
  }

  setting(key: string, value: unknown): Promise<void> {
    if (key === 'files.encoding') {
      this.bench.encoding = typeof value === 'string' ? value : undefined;
    }
    if (key === 'chipboard.edit.guardedFiles') {
      this.bench.settings.set({ guardedFiles: value as readonly string[] });
    }
    if (key === 'chipboard.chips.max') {
      this.bench.settings.set({ maxChips: value as number });
    }
    return Promise.resolve();
  }

  get workspaceFolder(): string {
    return this.bench.folder;
  }

  get questions(): readonly string[] {
    return this.bench.consent.questions.map(({ changes }) =>
      changes.map(({ file, diff }) => `${file}\n${diff}`).join('\n'),
    );
  }

  answerQuestions(answer: UserAnswer, asked: () => void = () => undefined): void {
    this.bench.consent.asked = asked;
    this.bench.consent.answer =
      answer === 'never'
        ? new Promise(() => undefined)
        : answer === 'allow'
          ? 'allowed'
          : 'refused';
  }

  tools(): Promise<readonly ListedTool[]> {
    return Promise.resolve(this.bench.runtime.tools.list() as readonly unknown[] as ListedTool[]);
  }

  disconnect(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): Promise<void> {
    this.bench.dispose();
    return Promise.resolve();
  }
}

/** One parser for all benches, as its worker takes a moment to start. */
let parser: WorkerParser | undefined;

/** Ends what the benches share. */
export async function closeFileCases(): Promise<void> {
  await parser?.close();
  parser = undefined;
}

/** Makes a bench over the file adapter. */
export const makeFileCases: MakeCaseBench = (folder = '.') => {
  const bench = new Workbench(
    [folder === '.' ? 'cases' : join('cases', folder)],
    (parser ??= testParser()),
  );
  layOutCases(files, join(bench.root, 'cases'));
  return Promise.resolve(new FileCases(bench));
};
