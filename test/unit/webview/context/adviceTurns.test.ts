import assert from 'node:assert/strict';
import type { RecordedCallRow } from '../../../../src/ports/transcriptRows.ts';
import { adviceOf, madeAdvice, steadyCalls } from './madeAdvice.ts';
import { madeCall, madeComposition } from './madeTurns.ts';

const limits = { window: 200_000, trigger: 167_000, known: 'usual' } as const;
const sizes = (tokens: readonly number[]) =>
  tokens.map((one) => madeComposition([['tool_result', one]]));

describe('advice about a compaction to come', () => {
  const growing = [100_000, 110_000, 120_000, 130_000, 140_000, 150_000];
  const made = { calls: steadyCalls(6), compositions: sizes(growing), limits };

  it('tells in how many turns the window is full, by the growth of the last turns', () => {
    const [one] = madeAdvice(made);

    assert.equal(one?.title, 'The window will be full in about 2 turns.');
    assert.equal(one?.tokens, 150_000);
    assert.match(one?.why ?? '', /grew by 10,000 a turn over the last 5 turns/);
    assert.match(one?.why ?? '', /compacts at 167,000 tokens, which is usual/);
  });

  it('takes the trend from the last fall on', () => {
    const compositions = sizes([160_000, 20_000, 30_000, 40_000, 50_000, 60_000]);

    assert.deepEqual(adviceOf('compaction', { ...made, compositions }), [
      ['The window will be full in about 11 turns.', 60_000],
    ]);
  });

  it('says that it is full where it is', () => {
    const compositions = sizes(growing.map((tokens) => tokens + 30_000));

    assert.deepEqual(adviceOf('compaction', { ...made, compositions }), [
      ['The window is full: it will be compacted at any turn.', 180_000],
    ]);
  });

  it('says nothing of a slow growth, of none, of a short trend, and where no limit is known', () => {
    const slow = sizes([100_000, 100_100, 100_200, 100_300, 100_400, 100_500]);
    const still = sizes([150_000, 150_000, 150_000, 150_000, 150_000, 150_000]);
    const short = sizes([160_000, 160_000, 20_000, 60_000, 90_000, 140_000]);

    for (const compositions of [slow, still, short]) {
      assert.deepEqual(adviceOf('compaction', { ...made, compositions }), []);
    }
    assert.deepEqual(adviceOf('compaction', { ...made, limits: { known: 'no' } }), []);
  });
});

describe('advice about misses of the cache', () => {
  const minute = 60_000;
  /** A call whose cache was read up to a number of tokens, after a pause. */
  const call = (index: number, read: number, at: number): RecordedCallRow =>
    madeCall(index, { at, usage: { input: 50_000, cacheRead: read, cacheWritten: 50_000 - read } });
  const pauses = (misses: number): readonly RecordedCallRow[] =>
    Array.from({ length: 6 }, (_, index) =>
      call(index, index > 0 && index <= misses ? 0 : 49_000, index * 10 * minute),
    );

  it('sums what was lost for the same reason, and says who tells the reason', () => {
    const [one] = madeAdvice({ calls: pauses(3) });

    assert.equal(one?.title, 'The cache missed 3 times after a pause.');
    assert.equal(one?.tokens, 150_000);
    assert.equal(one?.by, 'provider');
    assert.match(one?.known ?? '', /as we see it/);
  });

  it('leaves two misses alone', () => {
    assert.deepEqual(adviceOf('misses', { calls: pauses(2) }), []);
  });

  it('tells the provider’s reason as the provider’s', () => {
    const calls = pauses(3).map((one) => ({
      ...one,
      usage: { ...one.usage, missReason: 'tools_changed' },
    }));

    assert.match(madeAdvice({ calls })[0]?.known ?? '', /the provider says/);
  });
});
