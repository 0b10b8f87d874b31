/* A transcripts worker that knows the made formats. */
import { parentPort, workerData } from 'node:worker_threads';
import { DirectTranscripts } from '../../src/node/transcripts/directTranscripts.ts';
import { serveTranscripts } from '../../src/node/transcripts/serveTranscripts.ts';
import type { TranscriptsWorkerData } from '../../src/node/transcripts/transcriptsMessages.ts';
import { madeFormats } from './madeTranscripts.ts';

if (parentPort !== null) {
  const { prefix } = workerData as TranscriptsWorkerData;
  serveTranscripts(parentPort, new DirectTranscripts({ prefix, formats: madeFormats }));
}
