import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitLines } from '../../../src/core/edit/lines.ts';
import { diffRows, unfoldRows } from '../../../src/panel/diffRows.ts';
import type { DiffPart, DiffRow } from '../../../src/protocol/diff.ts';

/** Rows in short: `1=1 text`, `1- text`, `1+ text` with changed parts in [ ], `1=1 … 5`. */
function short(rows: readonly DiffRow[]): string[] {
  const all = (parts: readonly DiffPart[]): string =>
    parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
  return rows.map((row) => {
    switch (row.kind) {
      case 'same':
        return `${row.before}=${row.after} ${row.text}`;
      case 'removed':
        return `${row.before}- ${all(row.parts)}`;
      case 'added':
        return `${row.after}+ ${all(row.parts)}`;
      case 'folded':
        return `${row.before}=${row.after} … ${row.count}`;
    }
  });
}

/** The lines of one side, folds opened; ends that are shown are taken off. */
function side(rows: readonly DiffRow[], before: string, other: 'removed' | 'added'): string[] {
  return rows.flatMap((row) => {
    if (row.kind === 'folded') {
      const open = unfoldRows(before, rows, row);
      return open.map((line) => (line.kind === 'same' ? line.text : 'wrong'));
    }
    if (row.kind === 'same') {
      return [row.text];
    }
    const text = row.parts.map((part) => part.text).join('');
    return row.kind === other ? [] : [text.replace(/[␍␊]+$/, '')];
  });
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('diffRows', () => {
  it('shows three equal lines around a change and folds the others', () => {
    const { rows, added, removed, left } = diffRows(
      numbered(20),
      numbered(20).replace('line 10\n', 'line ten\nnew\n'),
    );

    assert.deepEqual(short(rows), [
      '1=1 … 6',
      ...['7=7 line 7', '8=8 line 8', '9=9 line 9'],
      ...['10- line [10]', '10+ line [ten]', '11+ [new]'],
      ...['11=12 line 11', '12=13 line 12', '13=14 line 13'],
      '14=15 … 7',
    ]);
    assert.deepEqual({ added, removed, left }, { added: 2, removed: 1, left: 0 });
  });

  it('folds between two changes, and shows a single line rather than a fold', () => {
    const text = numbered(30);
    const far = text.replace('line 2\n', 'B\n').replace('line 20\n', 'T\n');
    const near = text.replace('line 2\n', 'B\n').replace('line 10\n', 'T\n');

    assert.ok(short(diffRows(text, far).rows).includes('6=6 … 11'));
    assert.ok(short(diffRows(text, near).rows).includes('6=6 line 6'));
  });

  it('gives one fold for equal texts, and nothing for empty ones', () => {
    assert.deepEqual(short(diffRows(numbered(9), numbered(9)).rows), ['1=1 … 9']);
    assert.deepEqual(diffRows('', ''), { rows: [], added: 0, removed: 0, left: 0 });
  });

  it('shows the ends of lines where only they differ', () => {
    const { rows } = diffRows('a\r\nb\r\nc', 'a\nb\r\nc\n');

    assert.deepEqual(short(rows), ['1- a[␍␊]', '1+ a[␊]', '2=2 b', '3- c', '3+ c[␊]']);
  });

  it('matches lines by their texts where all ends changed and a line came in', () => {
    const { rows } = diffRows('a\r\nb\r\n', 'a\nnew\nb\n');

    assert.deepEqual(short(rows), ['1- a[␍␊]', '2- b[␍␊]', '1+ a[␊]', '2+ [new]', '3+ b[␊]']);
  });

  it('shows a carriage return that became a line end of its own', () => {
    const { rows } = diffRows('a\rb\n', 'a\r\nb\n');

    assert.deepEqual(short(rows), ['1- a[␍]', '1+ a[␍␊]', '2=2 b']);
  });

  it('compares no words in very long lines, nor in lines that have little in common', () => {
    const long = 'word '.repeat(500);

    assert.deepEqual(short(diffRows(`${long}a`, `${long}b`).rows), [
      `1- [${long}a]`,
      `1+ [${long}b]`,
    ]);
    assert.deepEqual(short(diffRows('one two', 'three, four').rows), [
      '1- [one two]',
      '1+ [three, four]',
    ]);
  });

  it('compares texts without spaces by characters', () => {
    assert.deepEqual(short(diffRows('保存失败的调用', '保存成功的调用').rows), [
      '1- 保存[失败]的调用',
      '1+ 保存[成功]的调用',
    ]);
  });

  it('finds a small edit in a million lines', () => {
    const text = numbered(1_000_000);

    const { rows } = diffRows(text, text.replace('line 500000\n', 'changed\n'));

    assert.equal(rows.length, 10);
    assert.deepEqual(unfoldRows(text, rows, { before: 999_999, count: 9 }).length, 2);
  });

  it('takes a million entirely different lines as removed and added, and counts what it leaves out', () => {
    const { rows, added, removed, left } = diffRows(
      numbered(1_000_000),
      numbered(1_000_000).replaceAll('line', 'other'),
    );

    assert.deepEqual({ added, removed, left }, { added: 1e6, removed: 1e6, left: 2e6 - 2000 });
    assert.equal(rows.length, 2000);
  });

  it('leaves out rows whose texts are too long in all', () => {
    const { rows, left } = diffRows('', `a\n${'x'.repeat(2_000_000)}\nb\n`);

    assert.deepEqual(short(rows), ['1+ [a]']);
    assert.equal(left, 2);
  });

  it('unfolds a part of a fold, and nothing beyond it', () => {
    const { rows } = diffRows(numbered(20), `new\n${numbered(20)}`);

    const open = unfoldRows(numbered(20), rows, { before: 18, count: 20 });

    assert.deepEqual(short(open), ['18=19 line 18', '19=20 line 19', '20=21 line 20']);
    assert.deepEqual(unfoldRows(numbered(20), rows, { before: 2, count: 5 }), []);
  });

  it('has both texts in its rows, whatever they are', () => {
    const line = fc.constantFrom('a', 'b', 'let x = 1;', 'let y = 1;', '', ' ', '\u2028', 'é 𝒳');
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 40 })
      .map((lines) => lines.flat().join(''));
    const ending = fc.constantFrom('', 'end', 'other end');

    fc.assert(
      fc.property(text, text, text, ending, ending, (head, one, other, end, otherEnd) => {
        const [before, after] = [head + one + head + end, head + other + head + otherEnd];
        const { rows, added, removed } = diffRows(before, after);

        const texts = (whole: string): string[] => splitLines(whole).map((each) => each.text);
        assert.deepEqual(side(rows, before, 'added'), texts(before));
        assert.deepEqual(side(rows, before, 'removed'), texts(after));
        assert.equal(rows.filter((row) => row.kind === 'added').length, added);
        assert.equal(rows.filter((row) => row.kind === 'removed').length, removed);
        assert.equal(added + removed === 0, before === after);
      }),
    );
  });
});
