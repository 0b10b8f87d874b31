import assert from 'node:assert/strict';
import { findDifference } from '../../../src/core/edit/difference.ts';
import { parseFileArgument } from '../../../src/core/edit/fileArgument.ts';
import { FileQueue } from '../../../src/core/edit/fileQueue.ts';
import { lineHash } from '../../../src/core/edit/lineHash.ts';
import { indentStyle, numberedLines } from '../../../src/core/edit/numberedLines.ts';
import { assertFails, lf, valueOf } from '../../fakes/hostBench.ts';
import { byteView } from '../../fakes/texts.ts';

describe('a file argument', () => {
  const parsed = (file: string, lines?: string): unknown =>
    valueOf(parseFileArgument(file, lines)).range;

  it('may end with a line, a range, or ALL', () => {
    const all = { kind: 'all' };
    assert.deepEqual(parsed('a.ts:5'), { kind: 'lines', first: 5, last: 5 });
    assert.deepEqual(parsed('a.ts:5-15'), { kind: 'lines', first: 5, last: 15 });
    assert.deepEqual(parsed('a.ts:0'), { kind: 'lines', first: 0, last: 0 });
    assert.deepEqual(parsed('a.ts:ALL'), all);
    assert.deepEqual(parsed('a.ts:all'), all);
    assert.deepEqual(parsed('a.ts:5-ALL'), {
      kind: 'lines',
      first: 5,
      last: Number.MAX_SAFE_INTEGER,
    });
    assert.equal(parsed('a.ts'), undefined);
  });

  it('keeps colons that are no range in the path', () => {
    assert.deepEqual(valueOf(parseFileArgument('C:\\a\\b.ts:7', undefined)), {
      path: 'C:\\a\\b.ts',
      range: { kind: 'lines', first: 7, last: 7 },
      whole: 'C:\\a\\b.ts:7',
    });
    assert.equal(valueOf(parseFileArgument('a:b.ts', undefined)).path, 'a:b.ts');
    assert.equal(valueOf(parseFileArgument('a.ts:', undefined)).path, 'a.ts:');
    assert.equal(valueOf(parseFileArgument('a.ts:x-3', undefined)).path, 'a.ts:x-3');
  });

  it('is the whole path where the lines are said apart', () => {
    assert.deepEqual(valueOf(parseFileArgument('odd:5', ' 1-2 ')), {
      path: 'odd:5',
      range: { kind: 'lines', first: 1, last: 2 },
      whole: undefined,
    });
    assert.equal(valueOf(parseFileArgument('a.ts:5', '')).path, 'a.ts');
  });

  it('is refused where the range is none', () => {
    assertFails(parseFileArgument('a.ts:9-2', undefined), 'bad-arguments');
    assertFails(parseFileArgument('a.ts', 'one'), 'bad-arguments');
    assertFails(parseFileArgument('a.ts', '-3'), 'bad-arguments');
    assertFails(parseFileArgument('a.ts:99999999999999999999', undefined), 'bad-arguments');
  });
});

describe('numbered lines', () => {
  it('show number, tab and text', () => {
    const shown = numberedLines(byteView('a\n\n\tc\n'), 1, 3, 1000);

    assert.deepEqual(shown, { content: '1\ta\n2\t\n3\t\tc', last: 3, cut: [] });
  });

  it('stop where the room ends, but show at least one line', () => {
    const view = byteView('a'.repeat(50) + '\nb\nc\n');

    assert.deepEqual(numberedLines(view, 1, 3, 10).last, 1);
    assert.deepEqual(numberedLines(view, 2, 3, 200).last, 3);
    assert.deepEqual(numberedLines(view, 4, 3, 200), { content: '', last: 3, cut: [] });
  });

  it('go over several blocks of lines without a gap', () => {
    const view = byteView(Array.from({ length: 900 }, (_, index) => `${index + 7}\n`).join(''));

    const shown = numberedLines(view, 7, 806, Infinity);

    const rows = shown.content.split('\n');
    assert.deepEqual(rows.slice(0, 2), ['7\t13', '8\t14']);
    assert.deepEqual([rows.length, rows.at(-1), shown.last], [800, '806\t812', 806]);
  });

  it('cut long lines with a mark, never between the halves of a character', () => {
    const text = 'x'.repeat(999) + '😀'.repeat(10);

    const shown = numberedLines(byteView(`${text}\nb\n`), 1, 2, 5000);

    assert.equal(shown.content, `1\t${'x'.repeat(999)}… [cut: 20 more characters of 1019]\n2\tb`);
    assert.deepEqual(shown.cut, [1]);
    assert.ok(shown.content.isWellFormed());
  });

  it('have a name for their indent', () => {
    assert.equal(indentStyle(lf('a', '\tb')), 'tabs');
    assert.equal(indentStyle(lf('a', '  b')), 'spaces');
    assert.equal(indentStyle(lf('\ta', '  b')), 'tabs and spaces');
    assert.equal(indentStyle(lf('a', ' * b')), undefined);
  });
});

describe('the first difference', () => {
  it('is named with line and column, invisible characters by name', () => {
    assert.match(
      findDifference(['  a'], ['\ta'], 5)?.text ?? '',
      /line 5, column 1 .* a space.* a tab/,
    );
    assert.match(findDifference(['a-b'], ['a\u2011b'], 1)?.text ?? '', /column 2 .*"-".*U\+2011/);
    assert.match(findDifference(['😀x'], ['😀y'], 1)?.text ?? '', /column 2 /);
    assert.match(findDifference(['a'], ['ab'], 1)?.text ?? '', /the end of the line.*"b"/);
    assert.match(findDifference(['a '], ['a'], 1)?.text ?? '', /Only blanks at the ends/);
  });

  it('says when only the number of lines differs', () => {
    assert.match(findDifference(['a', 'b'], ['a'], 1)?.text ?? '', /2 lines, the range has 1/);
  });

  it('is none for equal lines', () => {
    assert.equal(findDifference(['a', ''], ['a', ''], 1), undefined);
  });
});

describe('a line hash', () => {
  it('differs for lines that look alike', () => {
    const texts = ['', ' ', '\t', 'a', 'A', '\u00e1', 'a\u0301', 'ab', 'ba', '😀', '😁', 'a\0'];

    assert.equal(new Set(texts.map(lineHash)).size, texts.length);
    assert.ok(texts.map(lineHash).every(Number.isSafeInteger));
  });
});

describe('the file queue', () => {
  it('runs what is for one file one after another and in order, and the rest at once', async () => {
    const queue = new FileQueue();
    const order: string[] = [];
    const gate = Promise.withResolvers<undefined>();

    const first = queue.run(['a'], async () => {
      await gate.promise;
      order.push('a1');
    });
    const second = queue.run(['a', 'b'], () => Promise.resolve(order.push('a2 b1')));
    const third = queue.run(['b'], () => Promise.resolve(order.push('b2')));
    await queue.run(['c'], () => Promise.resolve(order.push('c1')));
    gate.resolve(undefined);
    await Promise.all([first, second, third]);

    assert.deepEqual(order, ['c1', 'a1', 'a2 b1', 'b2']);
  });

  it('goes on after a task that failed, and gives its error to its caller', async () => {
    const queue = new FileQueue();

    const broken = queue.run(['a'], () => Promise.reject(new Error('broken')));
    const next = queue.run(['a', 'a'], () => Promise.resolve('fine'));

    await assert.rejects(broken, /broken/);
    assert.equal(await next, 'fine');
  });

  it('never lets two calls wait for each other', async () => {
    const queue = new FileQueue();

    const results = await Promise.all([
      queue.run(['a', 'b'], () => Promise.resolve(1)),
      queue.run(['b', 'a'], () => Promise.resolve(2)),
    ]);

    assert.deepEqual(results, [1, 2]);
  });
});
