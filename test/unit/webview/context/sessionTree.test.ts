import assert from 'node:assert/strict';
import type { ChildRow } from '../../../../src/ports/transcriptRows.ts';
import type { KnownSession } from '../../../../webview/context/data/sessionTreeRows.ts';
import { treeMove, treeRows, treeTitle } from '../../../../webview/context/data/sessionTreeRows.ts';

function child(session: readonly number[], title = ''): ChildRow {
  return { session, id: session.join('.'), title, label: 'explore', blocks: 3, calls: 2 };
}

const known = new Map<string, KnownSession>([
  [
    '',
    { children: [child([0], 'First'), child([1])], calls: 9, input: { tokens: 5, estimated: 0 } },
  ],
  ['0', { children: [child([0, 0]), child([0, 1])], calls: 2, input: undefined }],
]);

describe('the tree of conversations', () => {
  it('has what is opened, each line with its level and its place among its siblings', () => {
    const rows = treeRows(known, new Set(['', '0']));

    assert.deepEqual(
      rows.map(({ key, level, place, siblings, open }) => [key, level, place, siblings, open]),
      [
        ['', 1, 1, 1, true],
        ['0', 2, 1, 2, true],
        ['0.0', 3, 1, 2, undefined],
        ['0.1', 3, 2, 2, undefined],
        ['1', 2, 2, 2, undefined],
      ],
    );
    assert.deepEqual(
      treeRows(known, new Set([''])).map(({ key, open }) => [key, open]),
      [
        ['', true],
        ['0', false],
        ['1', undefined],
      ],
    );
    assert.deepEqual(treeRows(new Map(), new Set([''])), []);
  });

  it('is walked with the arrows: right opens and goes in, left folds and goes out', () => {
    const rows = treeRows(known, new Set(['', '0']));
    const folded = treeRows(known, new Set(['']));

    assert.deepEqual(treeMove(folded, 1, 'ArrowRight'), { fold: '0', open: true });
    assert.deepEqual(treeMove(rows, 1, 'ArrowRight'), { go: 2 });
    assert.deepEqual(treeMove(rows, 1, 'ArrowLeft'), { fold: '0', open: false });
    assert.deepEqual(treeMove(rows, 3, 'ArrowLeft'), { go: 1 });
    assert.deepEqual(treeMove(rows, 4, 'ArrowLeft'), { go: 0 });
    assert.equal(treeMove(rows, 2, 'ArrowRight'), undefined);
    assert.deepEqual(treeMove(rows, 4, 'ArrowDown'), { go: 4 });
    assert.deepEqual(treeMove(rows, 0, 'ArrowUp'), { go: 0 });
    assert.deepEqual(treeMove(rows, 2, 'End'), { go: 4 });
    assert.deepEqual(treeMove(rows, 2, 'Home'), { go: 0 });
    assert.equal(treeMove(rows, 2, 'x'), undefined);
  });

  it('names each conversation, also those without a title', () => {
    assert.equal(treeTitle({ path: [], title: 'Whole', label: '' }), 'Main conversation');
    assert.equal(treeTitle({ path: [0], title: 'First', label: 'explore' }), 'First');
    assert.equal(treeTitle({ path: [0], title: '', label: 'explore' }), 'explore');
    assert.equal(treeTitle({ path: [0], title: '', label: '' }), 'Subagent');
  });
});
