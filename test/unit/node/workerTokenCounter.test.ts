import assert from 'node:assert/strict';
import { WorkerTokenCounter } from '../../../src/node/tokens/workerTokenCounter.ts';
import type { TokenFamily } from '../../../src/ports/tokens.ts';
import { libraryCount } from '../../fakes/tokenTables.ts';

const realWorker = new URL('../../../src/node/tokens/tokensWorker.ts', import.meta.url);

/** A worker that answers with the number of its thread, ends at `exit`, throws at `throw` and never answers `wait`. */
const numberedWorker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ id, texts }) => {
      if (texts.includes('exit')) process.exit(1);
      if (texts.includes('throw')) throw new Error('broken');
      if (texts.includes('wait')) return;
      if (texts.includes('refuse')) parentPort.postMessage({ id, why: 'refused' });
      else parentPort.postMessage({ id, counts: texts.map(() => threadId) });
    });
  `)}`,
);

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('WorkerTokenCounter', () => {
  let counter: WorkerTokenCounter;
  const start = (workerPath = numberedWorker, idle?: number): WorkerTokenCounter =>
    (counter = new WorkerTokenCounter({ workerPath, ...(idle !== undefined && { idle }) }));
  const thread = async (): Promise<number | undefined> => (await counter.count(['x'], 'o200k'))[0];

  afterEach(() => counter.dispose());

  it('counts texts in order with the vocabulary asked for', async () => {
    start(realWorker);
    const texts = ['hello world', '', '中文字', 'const x = 1;\n'];
    const asked: TokenFamily[] = ['o200k', 'cl100k', 'o200k'];

    const counts = await Promise.all(asked.map((family) => counter.count(texts, family)));

    assert.deepEqual(
      counts,
      asked.map((family) => texts.map((text) => libraryCount(text, family))),
    );
    assert.notDeepEqual(counts[0], counts[1]);
  });

  it('rejects what the worker does not know, and goes on', async () => {
    start(realWorker);

    await assert.rejects(counter.count(['x'], 'none' as TokenFamily));

    assert.deepEqual(await counter.count(['hello'], 'o200k'), [1]);
  });

  it('answers nothing for no texts without starting a worker', async () => {
    start(new URL('file:///nowhere/worker.js'));

    assert.deepEqual(await counter.count([], 'o200k'), []);
  });

  it('rejects with the reason where the worker could not count', async () => {
    start();

    await assert.rejects(counter.count(['refuse'], 'o200k'), /refused/);
  });

  for (const end of ['exit', 'throw']) {
    it(`rejects all calls that wait when the worker ends (${end}), and starts another one`, async () => {
      start();
      const first = await thread();

      const calls = await Promise.allSettled([
        counter.count(['wait'], 'o200k'),
        counter.count([end], 'o200k'),
        counter.count(['x'], 'o200k'),
      ]);

      assert.deepEqual(
        calls.map(({ status }) => status),
        ['rejected', 'rejected', 'rejected'],
      );
      const second = await thread();
      assert.notEqual(second, first);
    });
  }

  it('rejects where the worker cannot start', async () => {
    start(new URL('file:///nowhere/worker.js'));

    await assert.rejects(counter.count(['x'], 'o200k'));
  });

  it('ends the worker when it was idle long enough, and starts another one for the next call', async () => {
    start(numberedWorker, 1);
    const first = await thread();

    for (let tries = 0; tries < 50 && (await thread()) === first; tries += 1) {
      await later(20);
    }

    assert.notEqual(await thread(), first);
  });

  it('keeps the worker as long as it is not idle', async () => {
    start();

    assert.equal(await thread(), await thread());
  });

  it('rejects what waits and what comes when it is disposed', async () => {
    start();
    const waiting = counter.count(['wait'], 'o200k');

    counter.dispose();

    await assert.rejects(waiting, /ended/);
    await assert.rejects(counter.count(['x'], 'o200k'), /ended/);
  });
});
