import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordedCallRow } from '../../../../src/ports/transcriptRows.ts';
import {
  cacheFigure,
  callBefore,
  MissCauses,
} from '../../../../webview/context/data/cacheRibbon.ts';
import { firstChange } from '../../../../webview/context/data/firstChange.ts';
import { cacheText, causesText } from '../../../../webview/context/data/turnWords.ts';
import { turnFigures } from '../../../../webview/context/data/turnFigures.ts';
import { madeBlock, madeCall, madeComposition, madePatch, noLists } from './madeTurns.ts';

/** A call that read and wrote so much, of an input of both and 10 more. */
function cached(index: number, read: number, written: number, more: Partial<RecordedCallRow> = {}) {
  const usage = { input: read + written + 10, cacheRead: read, cacheWritten: written };
  return madeCall(index, { usage, ...more });
}

describe('what the cache did for a call', () => {
  it('is read, written and missed, where missed is all that was not read', () => {
    const usages = fc.array(
      fc.record({ read: fc.nat(200_000), written: fc.nat(200_000), rest: fc.nat(5000) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(usages, (made) => {
        const calls = made.map(({ read, written, rest }, index) =>
          madeCall(index, {
            usage: { input: read + written + rest, cacheRead: read, cacheWritten: written },
          }),
        );
        for (const [index, { read, written, rest }] of made.entries()) {
          const figure = cacheFigure(calls, index);
          assert.equal(figure?.read, read);
          assert.equal(figure.written, written);
          assert.equal(figure.missed, written + rest);
          // No more can be lost than was missed.
          assert.ok((figure.lost ?? 0) <= figure.missed);
        }
      }),
    );
  });

  it('is a miss where the call before left more in the cache than was read', () => {
    const calls = [cached(0, 0, 50_000), cached(1, 50_000, 900), cached(2, 6000, 45_000)];

    const figures = calls.map((_, index) => cacheFigure(calls, index));

    assert.deepEqual(
      figures.map((figure) => [figure?.lost, figure?.isMiss]),
      [
        [undefined, false],
        [0, false],
        [44_900, true],
      ],
    );
  });

  it('is no miss where the window became shorter and all of it was read', () => {
    const calls = [cached(0, 0, 50_000), cached(1, 9000, 100)];

    assert.equal(cacheFigure(calls, 1)?.isMiss, false);
  });

  it('is no miss where the provider reads in steps, and unknown where it says nothing', () => {
    const usage = (input: number, cacheRead: number): Partial<RecordedCallRow> => ({
      usage: { input, cacheRead },
    });
    const calls = [
      madeCall(0, usage(89_192, 0)),
      madeCall(1, usage(89_457, 87_040)),
      madeCall(2, { usage: { input: 90_000 } }),
    ];

    assert.deepEqual(
      calls.map((_, index) => cacheFigure(calls, index)?.isMiss),
      [false, false, undefined],
    );
  });

  it('is told in shares of the input', () => {
    const calls = [madeCall(0, { usage: { input: 200, cacheRead: 150, cacheWritten: 49 } })];
    const compositions = [madeComposition([['other', 200]])];

    const [figure] = turnFigures({ ...noLists, calls, compositions });

    assert.equal(figure && cacheText(figure), 'read 75 %, written 25 %, missed 25 %');
  });

  it('is compared with the call before, requests for titles left out', () => {
    const calls = [madeCall(0), madeCall(1, { purpose: 'title' }), madeCall(2)];

    assert.equal(callBefore(calls, 2)?.index, 0);
    assert.equal(callBefore(calls, 0), undefined);
  });
});

describe('why the cache missed', () => {
  const kindsOf = (
    more: Partial<RecordedCallRow>,
    lists: Partial<ConstructorParameters<typeof MissCauses>[0]> = {},
  ): readonly string[] =>
    new MissCauses({ ...noLists, calls: [madeCall(0), madeCall(1, more)], ...lists })
      .of(1)
      .map(({ told, kind }) => `${told} ${kind}`);

  it('is told by us from the model, the branch, patches, system prompt, tools and pauses', () => {
    assert.deepEqual(kindsOf({ model: 'other' }), ['us model']);
    assert.deepEqual(kindsOf({ branch: 1 }), ['us branch']);
    assert.deepEqual(kindsOf({}, { patches: [madePatch(1)] }), ['us patch']);
    assert.deepEqual(kindsOf({}, { blocks: [madeBlock('system_prompt', 1)] }), ['us system']);
    assert.deepEqual(kindsOf({}, { blocks: [madeBlock('tool_schemas', 1)] }), ['us tools']);
    assert.deepEqual(kindsOf({ at: 5 * 60_000 + 1 }), ['us pause']);
  });

  it('is not a patch, a prompt or a pause of another place', () => {
    assert.deepEqual(kindsOf({}, { patches: [madePatch(0), madePatch(2)] }), ['us unseen']);
    assert.deepEqual(kindsOf({}, { blocks: [madeBlock('system_prompt', 0)] }), ['us unseen']);
    assert.deepEqual(kindsOf({ at: 5 * 60_000 }), ['us unseen']);
  });

  it('is the provider’s word first, where it gives one, and nothing for the first call', () => {
    const usage = { missReason: 'the prefix was evicted' };
    const causes = new MissCauses({
      ...noLists,
      calls: [madeCall(0), madeCall(1, { usage, model: 'other' })],
    });

    assert.deepEqual(causes.of(0), []);
    assert.equal(
      causesText(causes.of(1)),
      'the provider says: the prefix was evicted; as we see it: another model, which has a cache of its own',
    );
  });

  it('names every patch in between, also those before a title’s request', () => {
    const calls = [madeCall(0), madeCall(1, { purpose: 'title' }), madeCall(2)];
    const patches = [madePatch(1), madePatch(2, { kind: 'clear', actor: 'provider' })];

    const causes = new MissCauses({ ...noLists, calls, patches }).of(2);

    assert.deepEqual(
      causes.map(({ words, patch }) => [words, patch]),
      [
        ['compaction by the agent’s program (inferred)', 0],
        ['clearing by the provider (inferred)', 1],
      ],
    );
  });

  it('allows an hour where the cache was kept for one', () => {
    const usage = { cacheWrittenHour: 1 };
    const calls = (minutes: number): RecordedCallRow[] => [
      madeCall(0, { usage }),
      madeCall(1, { at: minutes * 60_000 }),
    ];
    const first = (minutes: number): string | undefined =>
      new MissCauses({ ...noLists, calls: calls(minutes) }).of(1)[0]?.words;

    assert.equal(first(50), 'the transcript shows no reason');
    assert.equal(first(70), 'a pause of 70 min; the cache was kept for an hour');
  });
});

describe('the first difference of two windows', () => {
  const indices = (runs: readonly number[]): number[] => {
    const all: number[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      for (let one = runs[at] ?? 0; one < (runs[at + 1] ?? 0); one += 1) {
        all.push(one);
      }
    }
    return all;
  };

  it('is none where the window only grew, and else the first block that is another one', () => {
    assert.equal(firstChange([0, 5], [0, 9]), undefined);
    assert.equal(firstChange([], [0, 9]), undefined);
    assert.deepEqual(firstChange([0, 5], [0, 2, 3, 9]), { position: 2, was: 2, is: 3 });
    assert.deepEqual(firstChange([0, 5], [0, 3]), { position: 3, was: 3 });
  });

  it('is what a look at every block finds, however the runs are cut', () => {
    const runs = fc
      .array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 4 })), { maxLength: 5 })
      .map((pairs) => pairs.flatMap(([start, length]) => [start, start + length]));
    fc.assert(
      fc.property(runs, runs, (before, now) => {
        const [old, present] = [indices(before), indices(now)];
        const position = old.findIndex((block, at) => present[at] !== block);
        const is = present[position];

        assert.deepEqual(
          firstChange(before, now),
          position < 0
            ? undefined
            : { position, was: old[position], ...(is !== undefined && { is }) },
        );
      }),
    );
  });
});
