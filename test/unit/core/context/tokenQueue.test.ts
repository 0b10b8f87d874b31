import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TokenQueueOptions } from '../../../../src/core/context/tokenQueue.ts';
import { TokenQueue } from '../../../../src/core/context/tokenQueue.ts';
import { FakeTokenCounter } from '../../../fakes/fakeTokenCounter.ts';
import { FakeLog } from '../../../fakes/workbench.ts';

/** Everything that is due has been done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Rig {
  readonly queue: TokenQueue;
  readonly counter: FakeTokenCounter;
  readonly log: FakeLog;
  /** Each report, as `key=count` in order. */
  readonly reports: string[];
}

function rig(over: Partial<TokenQueueOptions> = {}, counter = new FakeTokenCounter()): Rig {
  const log = new FakeLog();
  const reports: string[] = [];
  const onCounts = (counts: ReadonlyMap<string, number>): void => {
    reports.push([...counts].map(([key, count]) => `${key}=${count}`).join(' '));
  };
  const queue = new TokenQueue({ counter, family: 'o200k', log, onCounts, ...over });
  return { queue, counter, log, reports };
}

describe('TokenQueue', () => {
  it('counts what is added in one go as one batch, with the family given', async () => {
    const { queue, counter, reports } = rig({ family: 'cl100k' });

    queue.add('a', 'x');
    queue.add('b', 'yy');
    assert.equal(counter.calls.length, 0);
    await settled();
    counter.calls[0]?.answer();
    await settled();

    assert.deepEqual(
      counter.calls.map(({ texts, family }) => [texts, family]),
      [[['x', 'yy'], 'cl100k']],
    );
    assert.deepEqual(reports, ['a=1 b=2']);
    assert.equal(queue.size, 0);
  });

  it('has one batch at the counter at a time and gathers the others', async () => {
    const { queue, counter, reports } = rig();
    queue.add('a', 'x');
    await settled();

    queue.add('b', 'yy');
    await settled();
    queue.add('c', 'zzz');
    await settled();
    assert.equal(counter.calls.length, 1);
    assert.equal(queue.size, 3);
    counter.calls[0]?.answer();
    await settled();
    counter.calls[1]?.answer();
    await settled();

    assert.deepEqual(reports, ['a=1', 'b=2 c=3']);
  });

  it('ends a batch before it has too many bytes, and gives a longer text one of its own', async () => {
    const { queue, counter, reports } = rig({ batchBytes: 8 }, new FakeTokenCounter(true));

    for (const [key, text] of Object.entries({ a: '12', b: '34', c: '5', d: '123456', e: '' })) {
      queue.add(key, text);
    }
    await settled();

    assert.deepEqual(
      counter.calls.map(({ texts }) => texts),
      [['12', '34'], ['5'], ['123456'], ['']],
    );
    assert.deepEqual(reports, ['a=2 b=2', 'c=1', 'd=6', 'e=0']);
  });

  it('counts the last text of a key, also when the one before is at the counter', async () => {
    const { queue, counter, reports } = rig();
    queue.add('a', 'old');
    queue.add('a', 'older');
    queue.add('b', 'y');
    await settled();

    queue.add('a', 'new text');
    counter.calls[0]?.answer();
    await settled();
    counter.calls[1]?.answer();
    await settled();

    assert.deepEqual(counter.calls[0]?.texts, ['older', 'y']);
    assert.deepEqual(reports, ['b=1', 'a=8']);
  });

  it('reports no empty set where every text of a batch was added again', async () => {
    const { queue, counter, reports } = rig();
    queue.add('a', 'old');
    await settled();

    queue.add('a', 'newer');
    counter.calls[0]?.answer();
    await settled();

    assert.deepEqual(reports, []);
  });

  it('goes on after a failure and tells the log once', async () => {
    const { queue, counter, reports, log } = rig();
    for (const key of ['a', 'b']) {
      queue.add(key, key);
      await settled();
      counter.calls.at(-1)?.fail(`no ${key}`);
      await settled();
    }

    queue.add('c', 'ccc');
    await settled();
    counter.calls.at(-1)?.answer();
    await settled();

    assert.deepEqual(reports, ['c=3']);
    assert.equal(log.lines.length, 1);
    assert.equal((log.errors[0] as Error).message, 'no a');
    assert.equal(queue.size, 0);
  });

  it('goes on after a listener that throws', async () => {
    const heard: string[] = [];
    const onCounts = (counts: ReadonlyMap<string, number>): void => {
      heard.push(...counts.keys());
      throw new Error('listener');
    };
    const { queue, log } = rig({ onCounts }, new FakeTokenCounter(true));

    queue.add('a', 'x');
    await settled();
    queue.add('b', 'y');
    await settled();

    assert.deepEqual(heard, ['a', 'b']);
    assert.equal(log.lines.length, 1);
  });

  it('is silent once it is disposed, and leaves the counter alone', async () => {
    const { queue, counter, reports, log } = rig({ batchBytes: 2 });
    queue.add('a', 'x');
    queue.add('b', 'y');
    await settled();

    queue.dispose();
    queue.add('c', 'z');
    counter.calls[0]?.answer();
    await settled();

    assert.equal(counter.calls.length, 1);
    assert.equal(counter.disposed, false);
    assert.deepEqual([reports, log.lines, queue.size], [[], [], 0]);
  });

  it('does not report a failure that comes after it is disposed', async () => {
    const { queue, counter, log } = rig();
    queue.add('a', 'x');
    await settled();

    queue.dispose();
    counter.calls[0]?.fail('ended');
    await settled();

    assert.deepEqual(log.lines, []);
  });

  it('reports every key once with the count of its last text, whatever the batches', async () => {
    const entries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.string()));
    await fc.assert(
      fc.asyncProperty(entries, fc.integer({ min: 1, max: 60 }), async (added, batchBytes) => {
        const known: [string, number][] = [];
        const onCounts = (counts: ReadonlyMap<string, number>): void => {
          known.push(...counts);
        };
        const { queue } = rig({ onCounts, batchBytes }, new FakeTokenCounter(true));

        for (const [key, text] of added) {
          queue.add(key, text);
        }
        await settled();

        const wanted = new Map(added.map(([key, text]) => [key, text.length]));
        assert.equal(known.length, wanted.size);
        assert.deepEqual(new Map(known), wanted);
      }),
    );
  });
});
