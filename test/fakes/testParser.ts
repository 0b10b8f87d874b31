import { fileURLToPath } from 'node:url';
import { packagedGrammars } from '../../src/node/structure/grammarPaths.ts';
import type { WorkerParserOptions } from '../../src/node/structure/workerParser.ts';
import { WorkerParser } from '../../src/node/structure/workerParser.ts';
import { FakeLog } from './workbench.ts';

/** Where the grammars lie while testing. */
export const testGrammars = packagedGrammars(
  fileURLToPath(new URL('../../node_modules', import.meta.url)),
);

/** The parser with its real worker, from source. */
export function testParser(over: Partial<WorkerParserOptions> = {}): WorkerParser {
  return new WorkerParser({
    workerPath: new URL('../../src/node/structure/structureWorker.ts', import.meta.url),
    paths: testGrammars,
    log: new FakeLog(),
    ...over,
  });
}
