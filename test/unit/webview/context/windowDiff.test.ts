import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runsOf } from '../../../../src/ports/runs.ts';
import { longestIncreasing } from '../../../../webview/context/data/longestIncreasing.ts';
import { windowDiff } from '../../../../webview/context/data/windowDiff.ts';
import { block, listsOf, sampleSession } from './sampleSession.ts';

const total = 24;
const kinds = ['system_prompt', 'tool_schemas', 'tool_result', 'user_message'] as const;

/** Blocks of a few kinds and tools, some of which stand for others. */
const blockLists = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      tool: fc.constantFrom('read', 'run'),
      call: fc.constantFrom(undefined, 'c1', 'c2'),
      standsFor: fc.option(fc.nat(total - 1), { nil: undefined }),
    }),
    { minLength: total, maxLength: total },
  )
  .map((all) =>
    all.map(({ kind, tool, call, standsFor }, index) =>
      block(index, {
        ...{ kind, tool },
        ...(call !== undefined && { call }),
        ...(standsFor !== undefined && { standsFor }),
      }),
    ),
  );

/** Some of the blocks, each at most once, in any order. */
const windows = fc.shuffledSubarray([...Array(total).keys()]);

/** The length of a longest increasing subsequence, found the slow way. */
function longestLength(values: readonly number[]): number {
  const lengths: number[] = [];
  for (const [at, value] of values.entries()) {
    const before = lengths.filter((_, index) => (values[index] ?? 0) < value);
    lengths[at] = Math.max(0, ...before) + 1;
  }
  return Math.max(0, ...lengths);
}

function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

describe('a longest increasing subsequence', () => {
  it('ascends, and none is longer', () => {
    fc.assert(
      fc.property(windows, (values) => {
        const places = longestIncreasing(values);

        const kept = values.filter((_, place) => places.has(place));

        assert.deepEqual(kept, ascending(kept));
        assert.equal(kept.length, longestLength(values));
      }),
    );
  });
});

describe('what makes one window into another', () => {
  it('puts every block of both windows into exactly one group', () => {
    fc.assert(
      fc.property(windows, windows, blockLists, (before, after, blocks) => {
        const { added, removed, changed, moved, sums } = windowDiff(
          runsOf(before),
          runsOf(after),
          blocks,
        );

        const shared = before.filter((one) => after.includes(one));
        const formers = [...removed, ...changed.map((pair) => pair.before), ...shared];
        const laters = [...added, ...changed.map((pair) => pair.after), ...shared];
        assert.deepEqual(ascending(formers), ascending(before));
        assert.deepEqual(ascending(laters), ascending(after));
        assert.equal(sums.same.blocks + moved.length, shared.length);
      }),
    );
  });

  it('has sums that come to the tokens of each window', () => {
    fc.assert(
      fc.property(windows, windows, blockLists, (before, after, blocks) => {
        const { sums } = windowDiff(runsOf(before), runsOf(after), blocks);
        const { same, moved, added, removed, changedBefore, changedAfter } = sums;

        const sum = (window: readonly number[]): number =>
          window.reduce((tokens, one) => tokens + (blocks[one]?.tokens ?? 0), 0);

        assert.equal(
          same.tokens + moved.tokens + removed.tokens + changedBefore.tokens,
          sum(before),
        );
        assert.equal(same.tokens + moved.tokens + added.tokens + changedAfter.tokens, sum(after));
      }),
    );
  });

  it('takes as few blocks as can be for moved', () => {
    fc.assert(
      fc.property(windows, windows, (before, after) => {
        const blocks = [...Array(total).keys()].map((index) => block(index));
        const places = after
          .filter((one) => before.includes(one))
          .map((one) => before.indexOf(one));

        const { moved } = windowDiff(runsOf(before), runsOf(after), blocks);

        assert.equal(moved.length, places.length - longestLength(places));
      }),
    );
  });

  it('finds nothing between a window and itself, and takes added for removed the other way round', () => {
    fc.assert(
      fc.property(windows, windows, (before, after) => {
        const blocks = [...Array(total).keys()].map((index) =>
          block(index, { kind: index % 2 === 0 ? 'user_message' : 'tool_call', tool: `t${index}` }),
        );
        const none = windowDiff(runsOf(before), runsOf(before), blocks);
        const there = windowDiff(runsOf(before), runsOf(after), blocks);
        const back = windowDiff(runsOf(after), runsOf(before), blocks);

        assert.deepEqual([none.added, none.removed, none.changed, none.moved], [[], [], [], []]);
        assert.deepEqual(ascending(there.added), ascending(back.removed));
        assert.deepEqual(ascending(there.removed), ascending(back.added));
      }),
    );
  });

  it('says of one block that went elsewhere that it alone moved, with both places', () => {
    const blocks = [...Array(5).keys()].map((index) => block(index));

    const { moved } = windowDiff(runsOf([0, 1, 2, 3, 4]), runsOf([0, 2, 3, 4, 1]), blocks);

    assert.deepEqual(moved, [{ block: 1, from: 1, to: 4 }]);
  });
});

describe('blocks that are taken for one that changed', () => {
  const pairs = (before: number[], after: number[], blocks: ReturnType<typeof block>[]): unknown =>
    windowDiff(runsOf(before), runsOf(after), blocks).changed;

  it('are a text and its stub, there and back, and two stubs of one text', () => {
    const blocks = [block(0), block(1, { standsFor: 0 }), block(2, { standsFor: 0 })];

    assert.deepEqual(pairs([0], [1], blocks), [{ before: 0, after: 1, by: 'stub' }]);
    assert.deepEqual(pairs([1], [0], blocks), [{ before: 1, after: 0, by: 'restored' }]);
    assert.deepEqual(pairs([1], [2], blocks), [{ before: 1, after: 2, by: 'version' }]);
  });

  it('are system prompts and tools of one name, wherever they stand', () => {
    const blocks = [
      block(0, { kind: 'system_prompt' }),
      block(1, { kind: 'tool_schemas', tool: 'a' }),
      block(2, { kind: 'tool_schemas', tool: 'a' }),
      block(3, { kind: 'system_prompt' }),
      block(4, { kind: 'tool_schemas', tool: 'b' }),
    ];

    assert.deepEqual(pairs([0, 1], [4, 2, 3], blocks), [
      { before: 1, after: 2, by: 'name' },
      { before: 0, after: 3, by: 'name' },
    ]);
  });

  it('are results of one call, and blocks alike behind the same block', () => {
    const blocks = [
      block(0, { call: 'c' }),
      block(1, { kind: 'user_message' }),
      block(2, { call: 'c' }),
      block(3, { kind: 'assistant_message' }),
      block(4, { kind: 'user_message' }),
    ];

    assert.deepEqual(pairs([3, 1, 0], [2, 3, 4], blocks), [
      { before: 0, after: 2, by: 'call' },
      { before: 1, after: 4, by: 'place' },
    ]);
  });

  it('are not a summary and what it stands for, nor blocks alike in different places', () => {
    const blocks = [
      block(0, { kind: 'user_message' }),
      block(1),
      block(2, { kind: 'summary' }),
      block(3),
    ];

    assert.deepEqual(pairs([0, 1], [2, 3], blocks), []);
  });
});

describe('the comparison of turns of a real session', () => {
  it('has for each turn the estimate that its call has', () => {
    const session = sampleSession('gemini-cli', 'gemini/made-rewind-and-compression.jsonl');
    const { calls, blocks } = listsOf(session);
    for (const [at, call] of session.calls.entries()) {
      const former = session.calls[at - 1];

      const { sums } = windowDiff(former?.window ?? [], call.window, blocks);

      const { same, moved, added, removed, changedBefore, changedAfter } = sums;
      assert.equal(
        same.tokens + moved.tokens + added.tokens + changedAfter.tokens,
        calls[at]?.estimate,
      );
      assert.equal(
        same.tokens + moved.tokens + removed.tokens + changedBefore.tokens,
        calls[at - 1]?.estimate ?? 0,
      );
    }
  });

  it('takes an output that a note stands for as changed', () => {
    const session = sampleSession('gemini-cli', 'gemini/made-rewind-and-compression.jsonl');
    const { blocks } = listsOf(session);

    const { changed } = windowDiff(
      session.calls[3]?.window ?? [],
      session.calls[4]?.window ?? [],
      blocks,
    );

    assert.deepEqual(changed, [{ before: 4, after: 12, by: 'stub' }]);
  });

  it('takes four times as long, or little more, for windows of four times as many blocks', () => {
    const work = (count: number, times: number): number => {
      const blocks = [...Array(2 * count).keys()].map((index) => block(index));
      const before = runsOf(Array(count).keys());
      const after = runsOf([...Array(count).keys()].map((index) => 2 * count - 1 - index * 2));
      const began = process.cpuUsage();
      for (let time = 0; time < times; time++) {
        windowDiff(before, after, blocks);
      }
      return process.cpuUsage(began).user;
    };

    // Both take as long if it grows with the number; the second four times as long if with its square.
    work(5000, 8);
    const ratios = [1, 2, 3, 4, 5].map(() => work(20_000, 2) / work(5000, 8));

    assert.ok(Math.min(...ratios) < 2.5, ratios.map((ratio) => ratio.toFixed(1)).join(', '));
  });
});
