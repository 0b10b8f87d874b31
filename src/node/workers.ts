import * as path from 'node:path';
import type { Log } from '../ports/log.ts';
import { builtGrammars } from './structure/grammarPaths.ts';
import { WorkerParser } from './structure/workerParser.ts';
import { WorkerTokenCounter } from './tokens/workerTokenCounter.ts';
import type { KeptReads } from './transcripts/keptReads.ts';
import { WorkerTranscripts } from './transcripts/workerTranscripts.ts';

/** What works in threads of its own. Each thread starts with the first call that needs it. */
export interface Workers {
  readonly parser: WorkerParser;
  readonly counter: WorkerTokenCounter;
  readonly transcripts: WorkerTranscripts;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Makes what works in threads. `distFolder`: where their bundles are. `kept`: where kept sessions are read from. */
export function builtWorkers(distFolder: string, log: Log, kept?: () => KeptReads): Workers {
  const parser = new WorkerParser({
    workerPath: path.join(distFolder, 'structureWorker.js'),
    paths: builtGrammars(path.join(distFolder, 'grammars')),
    log,
  });
  const counter = new WorkerTokenCounter({ workerPath: path.join(distFolder, 'tokensWorker.js') });
  const transcripts = new WorkerTranscripts({
    workerPath: path.join(distFolder, 'transcriptsWorker.js'),
    log,
    ...(kept && { kept }),
  });
  return {
    ...{ parser, counter, transcripts },
    async close() {
      counter.dispose();
      transcripts.dispose();
      await parser.close();
    },
  };
}
