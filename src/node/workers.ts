import * as path from 'node:path';
import type { Log } from '../ports/log.ts';
import type { TranscriptMemory } from '../ports/transcriptStore.ts';
import { builtGrammars } from './structure/grammarPaths.ts';
import { WorkerParser } from './structure/workerParser.ts';
import { WorkerTokenCounter } from './tokens/workerTokenCounter.ts';
import type { KeptReads } from './transcripts/keptReads.ts';
import { WorkerTextRules } from './textRules/workerTextRules.ts';
import { WorkerTranscripts } from './transcripts/workerTranscripts.ts';

/** What works in threads of its own. Each thread starts with the first call that needs it. */
export interface Workers {
  readonly parser: WorkerParser;
  readonly counter: WorkerTokenCounter;
  readonly transcripts: WorkerTranscripts;
  readonly textRules: WorkerTextRules;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** What the threads are given besides their programs. */
export interface WorkerParts {
  /** Where their bundles are. */
  readonly distFolder: string;
  readonly log: Log;
  /** What transcripts are remembered by. */
  readonly index: TranscriptMemory;
  /** Where kept sessions are read from, asked when one is. */
  readonly kept: () => KeptReads;
}

/** Makes what works in threads. */
export function builtWorkers({ distFolder, log, index, kept }: WorkerParts): Workers {
  const parser = new WorkerParser({
    workerPath: path.join(distFolder, 'structureWorker.js'),
    paths: builtGrammars(path.join(distFolder, 'grammars')),
    log,
  });
  const counter = new WorkerTokenCounter({ workerPath: path.join(distFolder, 'tokensWorker.js') });
  const transcripts = new WorkerTranscripts({
    workerPath: path.join(distFolder, 'transcriptsWorker.js'),
    log,
    index,
    kept,
  });
  const textRules = new WorkerTextRules({
    workerPath: path.join(distFolder, 'textRulesWorker.js'),
  });
  return {
    ...{ parser, counter, transcripts, textRules },
    async close() {
      counter.dispose();
      transcripts.dispose();
      textRules.dispose();
      await parser.close();
    },
  };
}
