/* Entry of the worker thread that reads transcripts. */
import { parentPort, workerData } from 'node:worker_threads';
import { DirectTranscripts } from './directTranscripts.ts';
import { serveTranscripts } from './serveTranscripts.ts';
import { AskedMemory } from './storedMemory.ts';
import type { TranscriptsWorkerData } from './transcriptsMessages.ts';

if (parentPort === null) {
  throw new Error('The transcripts worker runs as a worker thread only.');
}
const { prefix, memory: port } = workerData as TranscriptsWorkerData;
const memory = port && new AskedMemory(port);
serveTranscripts(parentPort, new DirectTranscripts({ prefix, ...(memory && { memory }) }));
