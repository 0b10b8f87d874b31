import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CaseAnswer, MakeCaseBench } from '../contract/cases/caseBench.ts';
import { CaseBench, caseFiles, layOutCases } from '../contract/cases/caseBench.ts';
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

  setting(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): Promise<void> {
    this.bench.dispose();
    return Promise.resolve();
  }
}

/** Makes a bench over the file adapter. */
export const makeFileCases: MakeCaseBench = (folder = '.') => {
  const bench = new Workbench([folder === '.' ? 'cases' : join('cases', folder)]);
  layOutCases(files, join(bench.root, 'cases'));
  return Promise.resolve(new FileCases(bench));
};
