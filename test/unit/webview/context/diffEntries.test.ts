import assert from 'node:assert/strict';
import type { RecordedPatchRow } from '../../../../src/ports/transcriptRows.ts';
import {
  comparedTurns,
  diffEntries,
  diffItems,
  diffTable,
  headItems,
  patchThatTook,
} from '../../../../webview/context/data/diffEntries.ts';
import { textDiff, unfolded } from '../../../../webview/context/data/textDiff.ts';
import { windowDiff } from '../../../../webview/context/data/windowDiff.ts';
import { block } from './sampleSession.ts';

const blocks = [
  block(0, { kind: 'system_prompt' }),
  block(1, { tool: 'a' }),
  block(2, { tool: 'b' }),
  block(3, { kind: 'system_prompt' }),
  block(4, { kind: 'user_message' }),
  block(5, { kind: 'tool_call' }),
];
const diff = windowDiff([0, 3, 4, 5], [3, 5, 2, 3, 5, 6], blocks);

describe('the lines of a comparison', () => {
  it('are the blocks of each group under its title, and only the title of a closed one', () => {
    const items = diffItems(diff);
    const lines = (closed: readonly ('removed' | 'changed')[]): unknown =>
      diffEntries(items, new Set(closed)).map((entry) =>
        entry.kind === 'group' ? `${entry.group} ${entry.count}` : entry.item.block,
      );

    assert.deepEqual(lines([]), ['changed 1', 3, 'removed 1', 1, 'added 1', 5, 'moved 1', 4]);
    assert.deepEqual(lines(['removed', 'changed']), [
      ...['changed 1', 'removed 1', 'added 1', 5, 'moved 1', 4],
    ]);
  });

  it('begin with what became of system prompt and tools', () => {
    assert.deepEqual(
      headItems(diffItems(diff), blocks).map(({ block: index, before }) => [before, index]),
      [[0, 3]],
    );
  });

  it('have a table whose columns come to the tokens of each window', () => {
    const sum = (side: 1 | 2): number =>
      diffTable(diff).reduce((tokens, row) => tokens + row[side].tokens, 0);

    assert.deepEqual([sum(1), sum(2)], [1 + 2 + 3 + 5, 4 + 5 + 3 + 6]);
  });
});

describe('the turns that are compared', () => {
  it('are the chosen one and the one before, or any other', () => {
    assert.deepEqual(comparedTurns(4, undefined, 9), [3, 4]);
    assert.deepEqual(comparedTurns(4, 7, 9), [7, 4]);
    assert.deepEqual(comparedTurns(4, 70, 9), [8, 4]);
  });

  it('are none for the first turn, and for a session without turns', () => {
    assert.equal(comparedTurns(0, undefined, 9), undefined);
    assert.equal(comparedTurns(-1, 3, 0), undefined);
  });
});

describe('the patch that took a block', () => {
  const patches = [
    [2, 0],
    [3, 1],
    [5, 1],
  ].map(([call = 0, left = 0]): RecordedPatchRow => ({
    ...{ id: '', kind: 'archive', actor: 'user', call, trigger: '', reason: '' },
    ...{ provenance: 'recorded', because: '', left: [left, left + 1], back: [], created: [] },
    recovery: 'transcript',
  }));

  it('is the newest between the two turns, whichever comes first', () => {
    assert.equal(patchThatTook(1, [2, 3], patches), 1);
    assert.equal(patchThatTook(1, [2, 6], patches), 2);
    assert.equal(patchThatTook(1, [6, 2], patches), 2);
    assert.equal(patchThatTook(0, [2, 6], patches), undefined);
  });
});

describe('the difference of two texts', () => {
  it('folds what is equal, and unfolds it', () => {
    const lines = [...Array(20).keys()].map((line) => `line ${line}`);
    const folded = textDiff('a', lines.join('\n'), [...lines.slice(0, 19), 'new'].join('\n'));
    const fold = folded.file.rows.find((row) => row.kind === 'folded') ?? assert.fail();
    assert.equal(fold.kind === 'folded' && fold.count, 16);

    const { file } = unfolded(folded, fold);

    assert.equal(file.rows.filter((row) => row.kind === 'same').length, 19);
    assert.equal(
      file.rows.some((row) => row.kind === 'folded'),
      false,
    );
  });
});
