import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { OwnBlockRow } from '../../../../src/ports/transcriptRows.ts';
import { countedAnswers } from '../../../../webview/context/data/blockTokens.ts';
import {
  largestBlocks,
  lastPatch,
  pinnedBlocks,
} from '../../../../webview/context/data/gaugeBlocks.ts';
import { historyPath, pressureHistory } from '../../../../webview/context/data/gaugeHistory.ts';
import { kindParts, largestKinds } from '../../../../webview/context/data/gaugeKinds.ts';
import { windowGauge } from '../../../../webview/context/data/gaugeWindow.ts';
import {
  counterSentence,
  counterWord,
  gaugeText,
  historyText,
  limitText,
  lineText,
  patchSentence,
} from '../../../../webview/context/data/gaugeWords.ts';
import { turnFigures } from '../../../../webview/context/data/turnFigures.ts';
import type { TurnFigure } from '../../../../webview/context/data/turnFigures.ts';
import { turnLayout } from '../../../../webview/context/data/turnLayout.ts';
import { madeCall, madeComposition, madePatch, noLists } from './madeTurns.ts';
import { block, listsOf, sampleSession } from './sampleSession.ts';

/** Figures of calls with these totals. */
function figuresOf(totals: readonly number[], measured = true): readonly TurnFigure[] {
  return turnFigures({
    ...noLists,
    calls: totals.map((_, index) => madeCall(index)),
    compositions: totals.map((total) => madeComposition([['tool_result', total]], { measured })),
  });
}

function figureOf(total: number, measured = true): TurnFigure {
  const [figure] = figuresOf([total], measured);
  assert.ok(figure);
  return figure;
}

describe('the gauge of a window', () => {
  it('adds up: used, free, buffer and the answer’s part are the limit until the room is passed', () => {
    fc.assert(
      fc.property(fc.nat(300_000), fc.nat(40_000), fc.nat(20_000), (total, output, buffer) => {
        const limits = { window: 200_000, output, buffer, known: 'own' } as const;

        const { used, free = NaN, over, window } = windowGauge({ total }, limits);

        assert.equal(used + free + buffer + output - over, window);
        assert.ok(free >= 0 && over >= 0 && (free === 0 || over === 0));
      }),
    );
  });

  it('invents no share, no room and no end where nobody tells the limit', () => {
    const figure = figureOf(500);
    const gauge = windowGauge(figure, { known: 'no' });

    assert.deepEqual([gauge.window, gauge.share, gauge.free], [undefined, undefined, undefined]);
    assert.equal(limitText(gauge, { known: 'no' }), 'tokens; the limit is unknown');
    assert.doesNotMatch(gaugeText(gauge, figure, { known: 'no' }), /%|free/);
  });

  it('has the marks as lines, highest first, with what is left up to each, and ends at the highest', () => {
    const limits = { window: 900, output: 100, trigger: 800, soft: 400, known: 'usual' } as const;

    const { lines, top } = windowGauge({ total: 500 }, limits);

    assert.deepEqual(
      lines.map(({ id, left, isUsual }) => [id, left, isUsual]),
      [
        ['trigger', 300, true],
        ['soft', -100, false],
      ],
    );
    assert.equal(top, 900);
    assert.equal(windowGauge({ total: 1000 }, limits).top, 1000);
    assert.deepEqual(
      [300, 0, -100].map((left) => lineText({ left }, true)),
      ['300 to go', 'reached', 'reached, 100 over'],
    );
  });

  it('says all of the picture in words, and that an estimate is one', () => {
    const limits = { window: 1000, output: 100, buffer: 50, trigger: 700, known: 'own' } as const;
    const figure = figureOf(600, false);

    assert.equal(
      gaugeText(windowGauge(figure, limits), figure, limits),
      '≈ 600 of 1,000 tokens, 60 %; free 250; buffer 50; kept for the answer 100; agent compacts at 700, ≈ 100 to go',
    );
  });

  it('tells apart who counted: the provider, a tokenizer, or we', () => {
    const [exact, ours] = [figureOf(5), figureOf(5, false)];
    const tokenizer = madeCall(0, { inputBy: 'tokenizer' });

    assert.deepEqual(
      [counterWord(exact, undefined), counterWord(ours, tokenizer), counterWord(ours, undefined)],
      ['provider', 'tokenizer', 'estimate'],
    );
    assert.equal(counterSentence(exact, undefined), 'Counted by the provider.');
    assert.match(
      counterSentence(ours, tokenizer),
      /^Counted by a tokenizer .* not by the provider/,
    );
    assert.match(counterSentence({ ...ours, ofQuestion: true }, undefined), /whole question/);
  });
});

describe('the kinds of a window', () => {
  it('add up to its total for every call of a real session, the answer left out', () => {
    const lists = listsOf(sampleSession('codex', 'codex/compacted.jsonl'));
    const figures = turnFigures(lists);

    assert.ok(figures.length > 100);
    for (const figure of figures) {
      const parts = kindParts(figure);
      assert.equal(
        parts.reduce((sum, { tokens }) => sum + tokens, 0),
        figure.total,
      );
      const shares = parts.reduce((sum, { share }) => sum + share, 0);
      assert.ok(figure.total === 0 || Math.abs(shares - 1) < 1e-9);
    }
  });

  it('are named largest first', () => {
    const [figure] = turnFigures({
      ...noLists,
      calls: [madeCall(0)],
      compositions: [
        madeComposition(
          [
            ['user_message', 10],
            ['tool_result', 30],
          ],
          { unattributed: 20 },
        ),
      ],
    });
    assert.ok(figure);

    assert.deepEqual(
      largestKinds(kindParts(figure), 2).map(({ layer }) => layer),
      ['tool_result', 'unattributed'],
    );
  });
});

describe('the blocks that the gauge names', () => {
  it('are those with the most tokens by the best count, the first sent of equal ones', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 40 }), (sizes) => {
        const blocks = sizes.map((tokens, index) => block(index, { tokens }));
        const sent = blocks.map((_, index) => index).filter((index) => index % 3 !== 1);

        const largest = largestBlocks(sent, { blocks, own: [], counted: new Map() }, 5);

        const expected = sent
          .toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b)
          .slice(0, 5);
        assert.deepEqual(
          largest.map(({ index }) => index),
          expected,
        );
      }),
    );
  });

  it('are counted as the list of blocks counts them: exactly where our runtime did', () => {
    const blocks = [block(0, { tokens: 10 }), block(1, { tokens: 20 })];
    const own = [{ ...ownRow(0), exact: 99 }, ownRow(1)];
    const counted = countedAnswers([madeCall(0, { output: [1, 2], usage: { output: 21 } })]);

    const largest = largestBlocks([0, 1], { blocks, own, counted }, 5);

    assert.deepEqual(
      largest.map(({ index, count }) => [index, count.tokens, count.by]),
      [
        [0, 99, 'exact'],
        [1, 21, 'provider'],
      ],
    );
  });

  it('are pinned where the runtime says so, in order of appearance', () => {
    const blocks = [block(0), block(1), block(2)];
    const own = [{ ...ownRow(2), pinned: true }, ownRow(1), { ...ownRow(0), pinned: true }];

    const pins = pinnedBlocks({ blocks, own, counted: new Map() });

    assert.deepEqual(
      pins.map(({ index }) => index),
      [0, 2],
    );
  });
});

describe('the last patch', () => {
  it('is the last before the turn; at the newest turn also one that came after it; never a refused one', () => {
    const patches = [madePatch(2), madePatch(5), madePatch(9, { kind: 'refused' }), madePatch(10)];

    assert.deepEqual(
      [1, 2, 4, 9, 8].map((turn) => lastPatch(patches, turn, turn === 9 ? 10 : 100)),
      [-1, 0, 0, 3, 1],
    );
  });

  it('is told in one sentence: what, by whom, how it is known, what left and what came', () => {
    const blocks = [block(0), block(1), block(2), block(3)];

    assert.equal(
      patchSentence(madePatch(61, { left: [0, 3], created: [3, 4] }), blocks),
      'Compaction by the agent’s program (inferred) before turn 62: 3 blocks, about 6 tokens, left the window; 1 block, about 4 tokens, stands there instead.',
    );
    const undo = { kind: 'undo', actor: 'user', provenance: 'recorded', back: [0, 1] } as const;
    assert.equal(
      patchSentence(madePatch(0, undo), blocks),
      'Undo by the user (recorded) before turn 1: 1 block, about 1 token, came back.',
    );
    assert.match(patchSentence(madePatch(0), blocks), /: nothing left the window\.$/);
  });
});

describe('the history of a window', () => {
  it('tells first, last, the fullest and how many patches took something, and no share without a limit', () => {
    const figures = figuresOf([100, 900, 900, 300]);
    const patches = [madePatch(3, { left: [0, 2] }), madePatch(3, { kind: 'restore' })];
    const history = pressureHistory(figures, patches);
    assert.ok(history);

    assert.equal(
      historyText(history, 1000),
      'From 100 in turn 1 to 300 in turn 4; at most 900 in turn 2, 90 % of the limit. 1 patch took blocks out.',
    );
    assert.match(historyText(history, undefined), /at most 900 in turn 2\. 1 patch took/);
    assert.equal(pressureHistory([], []), undefined);
  });

  it('is drawn with a point for each column, as high as the fullest of its turns', () => {
    const figures = figuresOf([10, 40, 20, 30]);

    const path = historyPath(figures, turnLayout(4, 2), { top: 40, height: 100 });

    assert.equal(path, 'M0 100V0L0.5 0L1.5 25H2V100z');
    assert.equal(historyPath([], turnLayout(0, 10), { top: 1, height: 10 }), '');
  });
});

function ownRow(index: number): OwnBlockRow {
  return {
    ...{ block: index, id: `b${index}`, visibility: 'model', protected: false, pinned: false },
    ...{ version: 1, inline: true, artifact: '', sources: [], chain: [] },
  };
}
