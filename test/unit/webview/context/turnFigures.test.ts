import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  estimateError,
  largestLayer,
  stackLayers,
  turnFigures,
  usedLayers,
} from '../../../../webview/context/data/turnFigures.ts';
import { errorText, totalText } from '../../../../webview/context/data/turnWords.ts';
import { madeCall, madeComposition, noLists } from './madeTurns.ts';

const part = (layer: (typeof stackLayers)[number], parts: readonly number[]): number | undefined =>
  parts[stackLayers.indexOf(layer)];

describe('the figures of turns', () => {
  it('add up: parts without the answer are the total, and totals are the session’s sum', () => {
    const shares = fc.uniqueArray(
      fc.record({
        kind: fc.constantFrom('user_message', 'tool_result', 'summary', 'other'),
        tokens: fc.nat(90_000),
      }),
      { selector: ({ kind }) => kind },
    );
    const turn = fc.record({ shares, unattributed: fc.nat(20_000), measured: fc.boolean() });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1 }), (made) => {
        const calls = made.map((_, index) => madeCall(index, { usage: { output: 7 } }));
        const compositions = made.map((one) =>
          madeComposition(
            one.shares.map(({ kind, tokens }) => [kind, tokens] as const),
            one,
          ),
        );

        const figures = turnFigures({ ...noLists, calls, compositions });

        for (const { total, parts } of figures) {
          assert.equal(
            parts.reduce((sum, tokens) => sum + tokens, 0),
            total + 7,
          );
        }
        const totals = compositions.map(({ total }) => total);
        const estimated = compositions.filter(({ measured }) => !measured);
        assert.equal(
          figures.at(-1)?.sum,
          totals.reduce((sum, total) => sum + total, 0),
        );
        assert.equal(
          figures.at(-1)?.sumEstimated,
          estimated.reduce((sum, { total }) => sum + total, 0),
        );
      }),
    );
  });

  it('of a count of a whole question are the estimates, since the sum of requests is no window', () => {
    const call = madeCall(0, { counts: 'question', usage: { input: 500, output: 90 } });
    const composition = madeComposition([['user_message', 40]], { unattributed: 460 });

    const [figure] = turnFigures({ ...noLists, calls: [call], compositions: [composition] });

    assert.ok(figure);
    assert.equal(figure.total, 40);
    assert.equal(figure.exact, false);
    assert.equal(figure.sum, 500);
    assert.deepEqual([part('unattributed', figure.parts), part('answer', figure.parts)], [0, 0]);
    assert.equal(
      totalText(figure),
      'about 40 tokens, estimated; the provider counted the whole question',
    );
  });

  it('end where the compositions end that are read so far', () => {
    const calls = [0, 1, 2].map((index) => madeCall(index));
    const compositions = [madeComposition([['other', 1]])];

    assert.equal(turnFigures({ ...noLists, calls, compositions }).length, 1);
  });

  it('name the largest part, the answer left out, and the layers that are used, from the bottom up', () => {
    const calls = [madeCall(0, { usage: { output: 9000 } })];
    const compositions = [
      madeComposition([
        ['tool_result', 30],
        ['system_prompt', 20],
      ]),
    ];

    const figures = turnFigures({ ...noLists, calls, compositions });

    assert.equal(figures[0] && largestLayer(figures[0]), 'tool_result');
    assert.deepEqual(usedLayers(figures), ['system_prompt', 'tool_result', 'answer']);
  });

  it('tell the error of the estimate only where there is a count to check it against', () => {
    const counted = madeComposition([['other', 100]], { unattributed: 100, estimate: 150 });
    const alone = madeComposition([['other', 100]], { measured: false });
    const lists = { calls: [madeCall(0), madeCall(1)], compositions: [counted, alone] };

    const [first, second] = turnFigures({ ...noLists, ...lists });

    assert.ok(first && second);
    assert.equal(estimateError(first, counted), -0.25);
    assert.equal(errorText(first, counted), 'our estimate of its blocks: 150 (−25 %)');
    assert.equal(estimateError(second, alone), undefined);
    assert.equal(errorText(second, alone), '');
  });
});
