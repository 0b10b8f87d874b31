import assert from 'node:assert/strict';
import fc from 'fast-check';
import { labelPlaces, limitLines, scaleTop } from '../../../../webview/context/data/limitLines.ts';
import { patchMarks, patchTurns } from '../../../../webview/context/data/patchMarks.ts';
import { turnsOf } from '../../../../webview/context/data/sessionTurns.ts';
import { turnFigures } from '../../../../webview/context/data/turnFigures.ts';
import {
  columnAt,
  columnOf,
  leftOf,
  peakOf,
  turnAfterKey,
  turnLayout,
} from '../../../../webview/context/data/turnLayout.ts';
import {
  heightOf,
  linesPath,
  ribbonCalls,
  ribbonColumns,
  stackPaths,
  sumColumns,
  windowColumns,
} from '../../../../webview/context/data/turnPaths.ts';
import { madeCall, madeComposition, madePatch, noLists } from './madeTurns.ts';

/** Figures of calls with these totals. */
function figuresOf(totals: readonly number[]) {
  return turnFigures({
    ...noLists,
    calls: totals.map((_, index) => madeCall(index)),
    compositions: totals.map((total) => madeComposition([['tool_result', total]])),
  });
}

describe('the columns of turns', () => {
  it('have every call once, in order, and a call is found in its column', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 1500 }), (n, w) => {
        const layout = turnLayout(n, w);
        assert.equal(layout.columns[0]?.from, 0);
        assert.equal(layout.columns.at(-1)?.to, n);
        assert.ok(layout.columns.length <= w && layout.width <= w + 1e-6);
        for (const [at, { from, to }] of layout.columns.entries()) {
          assert.ok(from < to && from === (layout.columns[at - 1]?.to ?? 0));
          assert.equal(columnOf(layout, from), at);
          assert.equal(columnOf(layout, to - 1), at);
          assert.equal(columnAt(layout, (at + 0.5) * layout.columnWidth), at);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are as wide as they may be while few, and places beside the picture mean its ends', () => {
    const layout = turnLayout(3, 1000);

    assert.equal(layout.columnWidth, 28);
    assert.equal(columnAt(layout, -50), 0);
    assert.equal(columnAt(layout, 900), 2);
    assert.equal(leftOf(layout, 3), 84);
    assert.equal(columnAt(turnLayout(0, 1000), 5), -1);
  });

  it('show of the calls that share one the largest, so that a drop stays where it is', () => {
    const totals = Array.from({ length: 2000 }, (_, at) => 1000 + (at % 250) * 100);
    const figures = figuresOf(totals);
    const layout = turnLayout(2000, 500);

    const columns = windowColumns(figures, layout).map((parts) =>
      parts.reduce((sum, tokens) => sum + tokens, 0),
    );

    for (const [at, { from, to }] of layout.columns.entries()) {
      assert.equal(columns[at], Math.max(...totals.slice(from, to)));
    }
    const drops = columns.filter((tokens, at) => tokens < (columns[at - 1] ?? 0));
    assert.equal(drops.length, 7);
  });

  it('choose the call that is drawn where one is chosen by a place', () => {
    const figures = figuresOf([5, 9, 9, 2]);

    assert.equal(
      peakOf({ from: 0, to: 4 }, (turn) => heightOf(figures[turn])),
      1,
    );
  });

  it('show the session’s sum up to their last call', () => {
    assert.deepEqual(sumColumns(figuresOf([5, 6, 7, 8]), turnLayout(4, 2)), [
      [11, 0],
      [26, 0],
    ]);
  });
});

describe('the shapes of columns', () => {
  it('are one path for each layer, as high as its share of the whole, one on the other', () => {
    const paths = stackPaths([[10, 30], [40]], { columnWidth: 4 }, { top: 40, height: 100 });

    assert.deepEqual(paths, ['M0 75h4V100h-4zM4 0h4V100h-4z', 'M0 0h4V75h-4z']);
  });

  it('of the ribbon show the call that lost most, and are empty without a count', () => {
    const usage = (input: number, cacheRead: number) => ({
      usage: { input, cacheRead, cacheWritten: input - cacheRead },
    });
    const calls = [
      madeCall(0, usage(50_000, 0)),
      madeCall(1, usage(50_000, 50_000)),
      madeCall(2, usage(50_000, 20_000)),
      madeCall(3),
    ];
    const compositions = calls.map(() => madeComposition([['other', 50_000]]));
    const figures = turnFigures({ ...noLists, calls, compositions });

    const shown = ribbonCalls(figures, turnLayout(4, 1));

    assert.deepEqual(shown, [2]);
    assert.deepEqual(ribbonColumns(figures, [2, 3]), [[0.4, 0.6, 0], []]);
  });

  it('of separations leave out lines that would stand on each other', () => {
    assert.equal(linesPath([1, 3, 9], 5, 6), 'M1 0v5M9 0v5');
  });
});

describe('the keys of the scrubber', () => {
  const place = { count: 100, patches: [20, 60] };
  const go = (key: string, turn: number, shift = false): number | undefined =>
    turnAfterKey(key, shift, turn, place);

  it('go by one, by ten, to the ends and from patch to patch, and never beyond', () => {
    assert.deepEqual([go('ArrowRight', 5), go('ArrowLeft', 5)], [6, 4]);
    assert.deepEqual([go('ArrowRight', 5, true), go('ArrowLeft', 5, true)], [15, 0]);
    assert.deepEqual([go('Home', 5), go('End', 5)], [0, 99]);
    assert.deepEqual([go('PageDown', 5), go('PageDown', 20), go('PageDown', 60)], [20, 60, 60]);
    assert.deepEqual([go('PageUp', 60), go('PageUp', 20)], [20, 20]);
    assert.equal(go('Tab', 5), undefined);
  });
});

describe('the marks of patches', () => {
  it('tell kind, actor and how it is known, and are one with a number where they would touch', () => {
    const patches = [
      madePatch(3, { provenance: 'recorded', actor: 'runtime', kind: 'offload' }),
      madePatch(50),
      madePatch(51, { actor: 'user' }),
      madePatch(100),
    ];

    const marks = patchMarks(patches, turnLayout(100, 1000));

    assert.deepEqual(
      marks.map(({ text, actor, recorded, turn, x }) => [text, actor, recorded, turn, x]),
      [
        ['O', 'runtime', true, 3, 30],
        ['C×2', 'several', false, 50, 500],
        ['C', 'client', false, 100, 1000],
      ],
    );
    assert.equal(
      marks[1]?.words,
      'Before turn 51: compaction by the agent’s program (inferred)\nBefore turn 52: compaction by the user (inferred)',
    );
  });

  it('lose no patch and stand apart, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 80 }), (calls) => {
        const patches = calls.map((call) => madePatch(call));

        const marks = patchMarks(patches, turnLayout(200, 300));

        const all = marks.flatMap((mark) => mark.patches);
        assert.deepEqual(
          all.toSorted((a, b) => a - b),
          [...patches.keys()],
        );
        assert.ok(marks.every(({ x }, at) => at === 0 || x - (marks[at - 1]?.x ?? 0) >= 26));
      }),
    );
  });

  it('lead to the calls after patches, each once; one after the last call to the last', () => {
    assert.deepEqual(
      patchTurns([madePatch(7), madePatch(2), madePatch(7), madePatch(9)], 9),
      [2, 7, 8],
    );
  });
});

describe('the lines of limits', () => {
  it('are named, highest first, with the room that output and buffer leave', () => {
    const lines = limitLines({
      ...{ window: 200_000, output: 20_000, buffer: 13_000, trigger: 160_000, soft: 90_000 },
      known: 'usual',
    });

    assert.deepEqual(
      lines.map(({ id, tokens, isUsual }) => [id, tokens, isUsual]),
      [
        ['window', 200_000, true],
        ['room', 167_000, true],
        ['trigger', 160_000, true],
        ['soft', 90_000, false],
      ],
    );
    assert.deepEqual(limitLines({ window: 9, known: 'recorded' }).length, 1);
    assert.deepEqual(limitLines(undefined), []);
  });

  it('give the height, but for a limit so far away that nothing could be read', () => {
    const lines = limitLines({ window: 1_000_000, soft: 30_000, known: 'recorded' });

    assert.equal(scaleTop(20_000, lines), 30_000 * 1.04);
    assert.equal(scaleTop(400_000, lines), 1_000_000 * 1.04);
  });

  it('have names that do not stand on each other, and stay in the picture', () => {
    assert.deepEqual(labelPlaces([10, 12, 60, 99], 11, 100), [10, 21, 60, 99]);
    assert.deepEqual(labelPlaces([95, 96], 11, 100), [89, 100]);
  });
});

describe('what is told of a session’s turns', () => {
  it('is worked out once for each version', () => {
    const session = { version: 1, lists: { ...noLists } };
    const first = turnsOf(session);

    assert.equal(turnsOf(session), first);
    session.version = 2;
    assert.notEqual(turnsOf(session), first);
  });
});
