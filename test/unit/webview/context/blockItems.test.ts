import assert from 'node:assert/strict';
import type {
  OwnBlockRow,
  RecordedBlockRow,
  RecordedCallRow,
} from '../../../../src/ports/transcriptRows.ts';
import { BlockItems } from '../../../../webview/context/data/blockItems.ts';
import { blockShare } from '../../../../webview/context/data/blockShare.ts';
import { BlockSelection } from '../../../../webview/context/data/blockSelection.ts';
import { blockStates } from '../../../../webview/context/data/blockStates.ts';
import { blockEvents, blockKin } from '../../../../webview/context/data/blockStory.ts';
import { blockTokens, countedAnswers } from '../../../../webview/context/data/blockTokens.ts';
import { blockTwins } from '../../../../webview/context/data/blockTwins.ts';
import {
  countText,
  fidelityWords,
  markWords,
  turnsText,
  windowWords,
} from '../../../../webview/context/data/blockWords.ts';
import { textMatches } from '../../../../webview/context/data/textMatches.ts';

function block(index: number, fields: Partial<RecordedBlockRow> = {}): RecordedBlockRow {
  return {
    ...{ id: `tool_${String(index + 1).padStart(3, '0')}`, kind: 'tool_result', native: '' },
    ...{ turn: index, length: 400 + index, tokens: 100, description: `text ${index}` },
    ...{ fidelity: 'whole', origin: { file: 0, offset: 0, bytes: 1, path: [] } },
    ...fields,
  };
}

function call(output: readonly number[], tokens: number): RecordedCallRow {
  return {
    ...{ index: 0, native: '', model: 'm', question: 1, counts: 'call', branch: 0 },
    ...{ outcome: 'ok', windowBlocks: 0, estimate: 0, output, usage: { output: tokens } },
  };
}

const own: OwnBlockRow = {
  ...{ block: 0, id: 'own-1', visibility: 'archived', protected: true, pinned: true, version: 2 },
  ...{ inline: false, artifact: 'key', exact: 97, sources: [], chain: [] },
};

describe('tokens of a block', () => {
  const counted = countedAnswers([call([0, 1], 120), call([1, 3], 50), call([3, 4], 900)]);

  it('are exact where our runtime counted them, then the provider’s, else an estimate', () => {
    assert.deepEqual(blockTokens(0, block(0), own, counted), { tokens: 97, by: 'exact' });
    assert.deepEqual(blockTokens(0, block(0), undefined, counted), { tokens: 120, by: 'provider' });
    assert.deepEqual(blockTokens(9, block(9), undefined, counted), { tokens: 100, by: 'estimate' });
  });

  it('are not the provider’s where an answer had more blocks, or more than is shown', () => {
    assert.equal(counted.has(1), false);
    assert.deepEqual(blockTokens(3, block(3), undefined, counted), { tokens: 100, by: 'estimate' });
  });

  it('are told apart in words', () => {
    assert.equal(countText({ tokens: 12345, by: 'estimate' }), '≈ 12,345');
    assert.equal(countText({ tokens: 12345, by: 'exact' }), '12,345');
  });
});

describe('what was said before', () => {
  const read = { tool: 'Read', path: '/a.ts' };

  it('is found by kind, tool, length and first words', () => {
    const same = { length: 900, description: 'same', tool: 'Bash' };
    const blocks = [block(0, same), block(1, same), block(2, { ...same, tool: 'Grep' })];

    assert.deepEqual([...blockTwins(blocks, [])], [[1, { why: 'again', of: 0 }]]);
  });

  it('is a file that was read again, but not after a call that wrote to it', () => {
    const blocks = [
      block(0, read),
      block(1, read),
      block(2, { kind: 'tool_call', tool: 'Edit', path: '/a.ts' }),
      block(3, read),
    ];

    assert.deepEqual([...blockTwins(blocks, [])], [[1, { why: 'reread', of: 0 }]]);
  });

  it('is told from what was needed again because a patch had taken it out', () => {
    const patches = [{ call: 1, left: [0, 1], back: [], created: [] }];

    assert.deepEqual(
      [...blockTwins([block(0, read), block(1, read)], patches)],
      [[1, { why: 'lost', of: 0, patch: 0 }]],
    );
  });

  it('is not told of short texts, of stubs and of texts that are not whole', () => {
    const same = { description: 'same', length: 900 };
    const odd = [{ length: 20 }, { fidelity: 'sealed' as const }, { standsFor: 0 }];

    for (const fields of odd) {
      const blocks = [block(0, { ...same, ...fields }), block(1, { ...same, ...fields })];
      assert.equal(blockTwins(blocks, []).size, 0);
    }
  });
});

describe('the list of blocks', () => {
  const blocks = [
    block(0, { tokens: 10, tool: 'Read', path: '/b.ts' }),
    block(1, { tokens: 300, tool: 'Read', path: '/b.ts' }),
    block(2, { tokens: 200, kind: 'user_message' }),
    block(3, { tokens: 50 }),
  ];
  const patches = [{ call: 2, left: [0, 1], back: [], created: [] }];
  const lists = { calls: [], compositions: [], patches: [], blocks };
  const items = new BlockItems().update({ lists, own: [own], version: 1 });
  const states = blockStates({ blocks, patches, turn: 2, window: [1, 3] });
  const list = { search: '', sort: 'order', group: 'none', closed: [] };

  function listed(change: object, scope: 'window' | 'left' | 'all' | 'waste' = 'all') {
    const selection = new BlockSelection();
    const choice = { items, states, list: { ...list, ...change }, scope, hits: undefined };
    selection.update({ ...choice, ...(change as { hits?: ReadonlySet<string> }) });
    return {
      selection,
      indices: selection.entries.map((entry) =>
        entry.kind === 'row' ? entry.row.index : entry.title,
      ),
    };
  }

  it('has those of the window, those that left before, all, or what was said before', () => {
    assert.deepEqual(listed({}, 'window').indices, [1, 2]);
    assert.deepEqual(listed({}, 'left').indices, [0]);
    assert.deepEqual(listed({}, 'all').indices, [0, 1, 2, 3]);
    assert.deepEqual(listed({}, 'waste').indices, [1]);
  });

  it('sums what it lists, folded rows too', () => {
    const { selection } = listed({ group: 'kind', closed: ['Tool results'] }, 'all');

    assert.deepEqual(selection.sum, { blocks: 4, tokens: 97 + 300 + 200 + 50 });
    assert.equal(selection.lineOf(2), 2);
    assert.equal(selection.lineOf(0), -1);
  });

  it('is ordered as it came, by tokens or by age', () => {
    assert.deepEqual(listed({}).indices, [0, 1, 2, 3]);
    assert.deepEqual(listed({ sort: 'tokens' }).indices, [1, 2, 0, 3]);
    assert.deepEqual(listed({ sort: 'age' }).indices, [3, 2, 1, 0]);
  });

  it('is grouped by turn, file, tool and kind', () => {
    const titles = (group: string): readonly unknown[] =>
      listed({ group }).indices.filter((one) => typeof one === 'string');

    assert.deepEqual(titles('turn'), ['Turn 1', 'Turn 2', 'Turn 3', 'Turn 4']);
    assert.deepEqual(titles('file'), ['/b.ts', 'No file']);
    assert.deepEqual(titles('kind'), ['Tool results', 'User']);
  });

  it('is searched in ids, words, tools, paths and fields, and by hits in contents', () => {
    assert.deepEqual(listed({ search: 'tool_003' }).indices, [2]);
    assert.deepEqual(listed({ search: 'b.ts text' }).indices, [0, 1]);
    assert.deepEqual(listed({ search: 'is:pinned' }).indices, [0]);
    assert.deepEqual(listed({ search: 'inside', hits: new Set(['tool_004']) }).indices, [3]);
  });

  it('keeps the items of blocks of which nothing changed', () => {
    const made = new BlockItems();
    const [first] = made.update({ lists, own: [], version: 1 });

    const [same, ...others] = made.update({ lists, own: [{ ...own, block: 3 }], version: 2 });

    assert.equal(same, first);
    assert.equal(others.at(-1)?.own?.pinned, true);
  });
});

describe('what is said of a block', () => {
  it('marks what is not as with most blocks', () => {
    const count = { tokens: 1, by: 'exact' } as const;
    const row = block(0, { fidelity: 'cut', failed: true });

    assert.deepEqual(markWords({ id: 'a', index: 0, row, own, count, twin: undefined }), [
      ...['failed', 'cut', 'archived', 'pinned', 'protected', 'stub in the view', 'artifact kept'],
    ]);
  });

  it('says what is missing of a text, and nothing of one that is whole', () => {
    assert.equal(fidelityWords('whole'), undefined);
    assert.match(fidelityWords('sealed') ?? '', /encrypted/);
  });

  it('counts turns', () => {
    assert.deepEqual([-1, 0, 1, 2000].map(turnsText), ['later', 'new', '1 turn', '2,000 turns']);
  });

  it('says whose total it is, and what no block accounts for', () => {
    const states = { turn: 4, sent: [0, 1], seen: [0, 1, 2] };
    const composition = {
      total: 1000,
      measured: true,
      shares: [],
      unattributed: 300,
      estimate: 700,
      scale: 1,
    };

    assert.equal(
      windowWords(states, composition, 'wide'),
      'Turn 5: 2 blocks, 1,000 tokens by the provider, 300 of them in no block, 1 block seen before is not in it',
    );
    assert.equal(
      windowWords(states, { ...composition, measured: false }, 'narrow'),
      'Turn 5: 2 blocks, 1,000 tokens estimated',
    );
  });

  it('tells its share of the window only where it is in it', () => {
    assert.equal(blockShare({ tokens: 100 }, true, { scale: 2, total: 1000 }), 0.2);
    assert.equal(blockShare({ tokens: 100 }, false, { scale: 2, total: 1000 }), undefined);
  });

  it('tells what patches did to it, in their order', () => {
    const patches = [
      { left: [], back: [], created: [3, 5] },
      { left: [4, 6], back: [], created: [] },
      { left: [], back: [0, 9], created: [] },
    ];

    assert.deepEqual(blockEvents(4, patches), [
      { what: 'made', patch: 0 },
      { what: 'left', patch: 1 },
      { what: 'back', patch: 2 },
    ]);
  });

  it('finds its call or result, what it stands for and what stands for it', () => {
    const rows = [block(0, { call: 'c' }), block(1, { call: 'c' }), block(2, { standsFor: 1 })];

    assert.deepEqual(blockKin(1, rows), { standsFor: undefined, stubs: [2], chain: [0] });
    assert.equal(blockKin(2, rows).standsFor, 1);
  });
});

describe('a search in a text', () => {
  it('cuts the text at every place, case ignored, and leaves nothing out', () => {
    const pieces = textMatches('An apple, an APPLE', 'apple');

    assert.deepEqual(
      pieces.map(({ text, match }) => [text, match]),
      [
        ['An ', undefined],
        ['apple', 0],
        [', an ', undefined],
        ['APPLE', 1],
      ],
    );
  });

  it('marks the right places where letters are longer in lower case', () => {
    assert.deepEqual(textMatches('İİ x', 'x').at(-1), { text: 'x', match: 0 });
  });
});
