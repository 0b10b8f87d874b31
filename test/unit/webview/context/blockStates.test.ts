import assert from 'node:assert/strict';
import { blockStates } from '../../../../webview/context/data/blockStates.ts';
import { stripBands } from '../../../../webview/context/data/stripBands.ts';
import {
  extentOf,
  piecesBetween,
  placeAt,
  stripLayout,
} from '../../../../webview/context/data/stripLayout.ts';

interface Block {
  readonly turn: number;
  readonly tokens: number;
  readonly standsFor?: number;
}

/** Six blocks of ten tokens; block 4 is the summary of 0 to 2, made before call 2. */
const blocks: readonly Block[] = [0, 0, 1, 1, 2, 2].map((turn) => ({ turn, tokens: 10 }));
const patches = [{ call: 2, left: [0, 3], back: [], created: [4, 5] }];
const states = blockStates({ blocks, patches, turn: 2, window: [4, 5, 3, 4] });
const layout = stripLayout({ blocks, states, composition: undefined, size: { fit: 600 } });

describe('where the blocks are at a turn', () => {
  it('tells in, left by a patch, and not in the window for no known reason', () => {
    assert.deepEqual(
      blocks.map((_, block) => states.presence(block)),
      ['left', 'left', 'left', 'in', 'in', 'beside'],
    );
    assert.deepEqual([states.leftBy(0), states.leftBy(3)], [0, undefined]);
    assert.deepEqual(states.sent, [4, 3]);
  });

  it('knows nothing yet of blocks and patches that came later', () => {
    const before = blockStates({ blocks, patches, turn: 1, window: [0, 4] });

    assert.deepEqual(
      blocks.map((_, block) => before.presence(block)),
      ['in', 'in', 'in', 'in', 'later', 'later'],
    );
    assert.deepEqual(before.seen, [0, 1, 2, 3]);
  });

  it('forgets that a block left once a patch brought it back', () => {
    const back = [...patches, { call: 2, left: [], back: [1, 2], created: [] }];
    const after = blockStates({ blocks, patches: back, turn: 2, window: [4, 5] });

    assert.deepEqual([after.leftBy(0), after.leftBy(1)], [0, undefined]);
    assert.equal(after.presence(1), 'beside');
  });
});

describe('the picture of the window', () => {
  it('draws both rows in one scale, so that what left makes the lower row shorter', () => {
    assert.deepEqual([...layout.seen.ends], [100, 200, 300, 400, 500, 600]);
    assert.deepEqual([...layout.sent.ends], [100, 200]);
  });

  it('comes to the total of the turn in the lower row: scaled blocks and what no block accounts for', () => {
    const composition = { scale: 1.5, unattributed: 20 };
    const perToken = 2;

    const { rest, sent } = stripLayout({ blocks, states, composition, size: { perToken } });

    assert.equal(sent.ends.at(-1), 20 * 1.5 * perToken);
    assert.deepEqual(rest, [60, (20 * 1.5 + 20) * perToken]);
  });

  it('finds the block at a pixel, and none beyond the end', () => {
    assert.deepEqual(
      [0, 99.9, 100, 150, 200].map((pixel) => placeAt(layout.sent, pixel)),
      [0, 0, 1, 1, -1],
    );
    assert.deepEqual(extentOf(layout.seen, 3), [300, 400]);
  });

  it('draws blocks under a pixel together, without losing any', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ turn: 0, tokens: 1 + (index % 7) }));
    const all = blockStates({ blocks: many, patches: [], turn: 0, window: [0, 5000] });
    const { seen } = stripLayout({
      blocks: many,
      states: all,
      composition: undefined,
      size: { fit: 800 },
    });

    const pieces = piecesBetween(seen, [0, 800], () => ({ kind: 'other', gone: false }));

    assert.ok(pieces.length <= 800);
    assert.equal(
      pieces.reduce((sum, { count }) => sum + count, 0),
      5000,
    );
    assert.ok(
      pieces.every(({ from, to }, at) => at === 0 || (from === pieces[at - 1]?.to && to > from)),
    );
  });

  it('draws only what is seen of a row that is longer than its place', () => {
    const pieces = piecesBetween(layout.seen, [250, 350], () => ({ kind: 'other', gone: false }));

    assert.deepEqual(
      pieces.map(({ from, to }) => [from, to]),
      [
        [200, 300],
        [300, 400],
      ],
    );
  });

  it('leads what a patch took out to its summary, and what stays to where it stands', () => {
    assert.deepEqual(stripBands({ blocks, patches, states, layout }), [
      { patch: 0, from: [0, 300], to: [0, 100] },
      { patch: undefined, from: [300, 400], to: [100, 200] },
      { patch: undefined, from: [400, 500], to: [0, 100] },
    ]);
  });

  it('leads what left without a trace to the gap, and a block with a stub to its stub', () => {
    const some = [10, 10, 10, 10].map((tokens, at) => ({
      ...{ turn: 0, tokens },
      ...(at === 3 ? { standsFor: 2 } : {}),
    }));
    const clear = [{ call: 0, left: [1, 3], back: [], created: [] }];
    const now = blockStates({ blocks: some, patches: clear, turn: 0, window: [0, 1, 3, 4] });
    const places = stripLayout({
      blocks: some,
      states: now,
      composition: undefined,
      size: { perToken: 1 },
    });

    assert.deepEqual(
      stripBands({ blocks: some, patches: clear, states: now, layout: places }).slice(1, 3),
      [
        { patch: 0, from: [10, 20], to: [10, 10] },
        { patch: 0, from: [20, 30], to: [10, 20] },
      ],
    );
  });

  it('leads to the later summary once the first was summed up itself', () => {
    const five: readonly Block[] = [0, 0, 0, 0].map(() => ({ turn: 0, tokens: 10 }));
    const twice = [
      { call: 0, left: [0, 1], back: [], created: [1, 2] },
      { call: 0, left: [1, 3], back: [], created: [3, 4] },
    ];
    const now = blockStates({ blocks: five, patches: twice, turn: 0, window: [3, 4] });
    const places = stripLayout({
      blocks: five,
      states: now,
      composition: undefined,
      size: { perToken: 1 },
    });

    const [first] = stripBands({ blocks: five, patches: twice, states: now, layout: places });

    assert.deepEqual(first, { patch: 0, from: [0, 10], to: [0, 10] });
  });
});
