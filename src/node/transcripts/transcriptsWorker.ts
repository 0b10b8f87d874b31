/* Entry of the worker thread that reads transcripts. */
import { parentPort, workerData } from 'node:worker_threads';
import { DirectTranscripts } from './directTranscripts.ts';
import { AskedKeptReads } from './keptReads.ts';
import { serveTranscripts } from './serveTranscripts.ts';
import type { TranscriptsWorkerData } from './transcriptsMessages.ts';

if (parentPort === null) {
  throw new Error('The transcripts worker runs as a worker thread only.');
}
const { prefix, kept } = workerData as TranscriptsWorkerData;
const reads = kept && new AskedKeptReads(kept);
serveTranscripts(parentPort, new DirectTranscripts({ prefix, ...(reads && { kept: reads }) }));
