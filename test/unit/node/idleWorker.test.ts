import assert from 'node:assert/strict';
import { IdleWorker, WorkerEnded } from '../../../src/node/idleWorker.ts';

/** Counts to `steps`, one in 40 milliseconds, and then does nothing more; answers at `answer`. */
const program = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, at, steps, answer }) => {
    let step = 0;
    const counting = setInterval(() => {
      step = Math.min(steps, step + 1);
      Atomics.store(at, 0, step);
      if (step === answer) {
        clearInterval(counting);
        parentPort.postMessage({ id, step });
      }
    }, 40);
  });`;

interface Question {
  readonly id: number;
  readonly at: Int32Array<SharedArrayBuffer>;
  readonly steps: number;
  readonly answer: number;
}

describe('A worker that is asked with steps', () => {
  const workerPath = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  let worker: IdleWorker<Question, { readonly id: number; readonly step: number }>;
  let at: Int32Array<SharedArrayBuffer>;
  const step = (): number => Atomics.load(at, 0);
  beforeEach(() => {
    worker = new IdleWorker({ workerPath, deadline: 300 });
    at = new Int32Array(new SharedArrayBuffer(4));
  });
  afterEach(() => worker.dispose());

  it('has the deadline for each of them', async () => {
    const reply = await worker.ask({ at, steps: 20, answer: 20 }, step);

    assert.equal(reply.step, 20);
  });

  it('is ended when one of them takes too long', async () => {
    const ended = await worker
      .ask({ at, steps: 3, answer: 4 }, step)
      .catch((error: unknown) => error);

    assert.ok(ended instanceof WorkerEnded);
    assert.deepEqual([ended.reason, step()], ['slow', 3]);
  });

  it('has one deadline for all where nobody counts them', async () => {
    const ended = worker.ask({ at, steps: 20, answer: 20 });

    await assert.rejects(ended, { name: 'WorkerEnded', reason: 'slow' });
  });
});
