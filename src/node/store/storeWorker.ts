/* Entry of the worker thread that owns the SQLite connection. */
import { parentPort, workerData } from 'node:worker_threads';
import { buffersOf } from '../handOver.ts';
import { StoreEngine } from './storeEngine.ts';
import { toStoreError } from './storeErrors.ts';
import type { StoreFileOptions, StoreReply, StoreRequest } from './storeMessages.ts';

const port = parentPort;
if (port === null) {
  throw new Error('The store worker runs as a worker thread only.');
}
const engine = new StoreEngine(workerData as StoreFileOptions);

function answer({ id, method, args }: StoreRequest): StoreReply {
  try {
    const call = engine[method].bind(engine) as (...args: readonly unknown[]) => unknown;
    return { id, ok: true, value: call(...args) };
  } catch (error) {
    const { code, message } = toStoreError(error);
    return { id, ok: false, code, message };
  }
}

port.on('message', (request: StoreRequest) => {
  const reply = answer(request);
  // Megabytes that nothing else here has.
  const isWhole = reply.ok && request.method === 'keptBytes';
  port.postMessage(reply, isWhole ? buffersOf(reply.value) : []);
  if (request.method === 'close') {
    port.close();
  }
});
