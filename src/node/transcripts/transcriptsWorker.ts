/* Entry of the worker thread that reads transcripts. */
import { parentPort, workerData } from 'node:worker_threads';
import { DirectTranscripts } from './directTranscripts.ts';
import { AskedKeptReads } from './keptReads.ts';
import { serveTranscripts } from './serveTranscripts.ts';
import { AskedMemory } from './storedMemory.ts';
import type { TranscriptsWorkerData } from './transcriptsMessages.ts';

if (parentPort === null) {
  throw new Error('The transcripts worker runs as a worker thread only.');
}
const { prefix, ...ports } = workerData as TranscriptsWorkerData;
const memory = ports.memory && new AskedMemory(ports.memory);
const kept = ports.kept && new AskedKeptReads(ports.kept);
serveTranscripts(
  parentPort,
  new DirectTranscripts({ prefix, ...(memory && { memory }), ...(kept && { kept }) }),
);
