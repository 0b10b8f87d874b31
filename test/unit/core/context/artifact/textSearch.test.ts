import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextLines } from '../../../../../src/core/context/artifact/textLines.ts';
import {
  searchText,
  type SearchResult,
} from '../../../../../src/core/context/artifact/textSearch.ts';

const find = (text: string, words: string, more: object = {}): SearchResult =>
  searchText(new TextLines(text), {
    ...{ words, from: { line: 1, char: 1 }, maxBytes: 100_000 },
    ...more,
  });

describe('a search in a text', () => {
  it('shows lines with the words in any case, and one line around them', () => {
    const result = find('one\ntwo\nThe ERROR\nfour\nfive\nerror two\n', 'Error');

    assert.equal(result.matches, 2);
    assert.deepEqual(result.rows, ['2- two', '3: The ERROR', '4- four', '5- five', '6: error two']);
    assert.equal(result.next, undefined);
  });

  it('takes the words literally', () => {
    for (const words of ['a.c', '(x)', '[a-z]', '\\d', '$^', 'a|b', '{1}', 'a-b/c*+?']) {
      assert.deepEqual(find(`abc xx 1 a b\n${words}\n`, words).matches, 1, words);
    }
  });

  it('shows a line once, with one row for both its matches and the context of another', () => {
    const result = find('x x\nx\nz', 'x');

    assert.deepEqual(result.rows, ['1: x x', '2: x', '3- z']);
    assert.deepEqual([result.matches, result.shown], [3, 3]);
  });

  it('shows the part of a long line that has the match, and says where it is', () => {
    const text = `${'-'.repeat(5000)}needle${'-'.repeat(5000)}needle`;
    const { matches, rows } = find(text, 'NEEDLE');

    assert.equal(matches, 2);
    assert.deepEqual(
      rows.map((row) => row.split(':')[0]),
      ['1 (characters 4921-5160)', '1 (characters 9927-10012)'],
    );
    assert.ok(rows.every((row) => row.includes('needle')));
  });

  it('counts all matches where it shows some, and goes on where it stopped', () => {
    const text = Array.from({ length: 500 }, (_, index) => `hit ${index}\n`).join('');
    const seen: string[] = [];
    let from = { line: 1, char: 1 };
    let pages = 0;
    for (let going = true; going; pages += 1) {
      const result = find(text, 'hit', { from, maxBytes: 700 });
      assert.equal(result.matches, 500);
      assert.ok(Buffer.byteLength(result.rows.join('\n')) <= 700);
      seen.push(...result.rows.filter((row) => /^\d+: /.test(row)));
      going = result.next !== undefined;
      from = result.next ?? from;
    }

    assert.deepEqual(
      seen,
      Array.from({ length: 500 }, (_, index) => `${index + 1}: hit ${index}`),
    );
    assert.ok(pages > 5);
  });

  it('shows at least one match, and finds nothing in nothing', () => {
    assert.equal(find('a match', 'match', { maxBytes: 1 }).rows.length, 1);
    assert.deepEqual(find('', 'x'), { matches: 0, shown: 0, rows: [] });
  });

  it('shows every match exactly once over all its pages, whatever the text', () => {
    const texts = fc
      .array(fc.constantFrom('ab', 'AB', 'x', '\n', '\r\n', '😀', '-'.repeat(150)), {
        maxLength: 80,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 900 }), (text, maxBytes) => {
        let shown = 0;
        let from = { line: 1, char: 1 };
        for (;;) {
          const result = find(text, 'aB', { from, maxBytes });
          assert.equal(result.matches, [...text.matchAll(/ab/gi)].length);
          shown += result.shown;
          if (result.next === undefined) {
            assert.equal(shown, result.matches);
            return;
          }
          from = result.next;
        }
      }),
    );
  });
});
