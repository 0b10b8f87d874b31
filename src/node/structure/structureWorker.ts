/* Entry of the worker thread that parses. */
import { parentPort, workerData } from 'node:worker_threads';
import { StructureEngine } from './structureEngine.ts';
import type { GrammarPaths, StructureReply, StructureRequest } from './structureMessages.ts';

const port = parentPort;
if (port === null) {
  throw new Error('The structure worker runs as a worker thread only.');
}
const engine = new StructureEngine(workerData as GrammarPaths);

// One after another: a text must not be parsed twice because the second question came during the first.
let last: Promise<void> = Promise.resolve();

port.on('message', (request: StructureRequest) => {
  last = last.then(async () => {
    port.postMessage(await answer(request));
  });
});

async function answer(request: StructureRequest): Promise<StructureReply> {
  try {
    return await engine.answer(request);
  } catch (error) {
    return {
      id: request.id,
      state: 'failed',
      why: error instanceof Error ? error.message : String(error),
    };
  }
}
