/* A transcripts worker that knows the made formats. */
import { parentPort, workerData } from 'node:worker_threads';
import { DirectTranscripts } from '../../src/node/transcripts/directTranscripts.ts';
import { serveTranscripts } from '../../src/node/transcripts/serveTranscripts.ts';
import { AskedMemory } from '../../src/node/transcripts/storedMemory.ts';
import type { TranscriptsWorkerData } from '../../src/node/transcripts/transcriptsMessages.ts';
import { madeFormats } from './madeTranscripts.ts';

if (parentPort !== null) {
  const { prefix, memory: port } = workerData as TranscriptsWorkerData;
  const memory = port && new AskedMemory(port);
  const options = { prefix, formats: madeFormats, ...(memory && { memory }) };
  serveTranscripts(parentPort, new DirectTranscripts(options));
}
