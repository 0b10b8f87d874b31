import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextLines } from '../../../../../src/core/context/artifact/textLines.ts';
import {
  textPage,
  type PageQuery,
  type TextPage,
  type TextPlace,
} from '../../../../../src/core/context/artifact/textPage.ts';

const top: TextPlace = { line: 1, char: 1 };
const roomy = { maxBytes: 1_000_000 };

function pagesOf(text: string, limits: Omit<PageQuery, 'from'>): readonly TextPage[] {
  const lines = new TextLines(text);
  const pages: TextPage[] = [];
  for (let from: TextPlace | undefined = top; from !== undefined;) {
    const page: TextPage | undefined = textPage(lines, { from, ...limits });
    if (page === undefined) {
      break;
    }
    pages.push(page);
    from = page.next;
  }
  return pages;
}

/** Texts with all kinds of line ends, long lines, and pairs. */
const anyText = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '😀', '中', 'x'.repeat(30)), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

describe('the lines of a text', () => {
  it('are those that an editor shows, without another after the last line end', () => {
    const lines = new TextLines('a\nb\r\nc\rd');

    assert.equal(lines.count, 4);
    assert.deepEqual(
      [1, 2, 3, 4].map((line) => lines.lineText(line)),
      ['a', 'b', 'c', 'd'],
    );
    assert.equal(new TextLines('a\n').count, 1);
    assert.equal(new TextLines('').count, 0);
    assert.equal(new TextLines('\n\n').count, 2);
  });

  it('know in which of them a place is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = new TextLines(text);
        for (let place = 0; place < text.length; place += 1) {
          const line = lines.lineAt(place);
          assert.ok(lines.startOf(line) <= place && place < lines.startOf(line + 1));
        }
      }),
    );
  });
});

describe('pages of a text', () => {
  it('give the text again when they are joined, each within its limits and in whole characters', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 4, max: 80 }),
        fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
        (text, maxChars, maxBytes, maxLines) => {
          const pages = pagesOf(text, { maxChars, maxBytes, maxLines });

          assert.equal(pages.map((page) => page.text).join(''), text);
          for (const page of pages) {
            assert.ok(page.text.isWellFormed());
            assert.ok(page.text.length <= Math.max(maxChars, [...page.text].length === 1 ? 2 : 1));
            assert.ok(Buffer.byteLength(page.text) <= maxBytes);
            assert.ok(new TextLines(page.text).count <= (maxLines ?? Infinity));
          }
        },
      ),
    );
  });

  it('end with a line where one fits whole', () => {
    const text = 'one\ntwo\nthree\n';
    const pages = pagesOf(text, { ...roomy, maxChars: 9 });

    assert.deepEqual(
      pages.map((page) => page.text),
      ['one\ntwo\n', 'three\n'],
    );
    assert.deepEqual(pages[0]?.next, { line: 3, char: 1 });
    assert.deepEqual(pages[0]?.last, { line: 2, char: 4 });
  });

  it('go on inside a line that is longer than a page', () => {
    const pages = pagesOf(`${'x'.repeat(25)}\nthe end`, { ...roomy, maxChars: 10 });

    assert.deepEqual(
      pages.map(({ first, text }) => [first.line, first.char, text.length]),
      [
        [1, 1, 10],
        [1, 11, 10],
        [1, 21, 6],
        [2, 1, 7],
      ],
    );
  });

  it('begin with a whole character, also where the caller names its second half', () => {
    const page = textPage(new TextLines('a😀b'), {
      ...{ ...roomy, maxChars: 100 },
      from: { line: 1, char: 3 },
    });

    assert.equal(page?.text, '😀b');
    assert.deepEqual(page.first, { line: 1, char: 2 });
  });

  it('count characters from a line on, past its end too', () => {
    const lines = new TextLines('one\ntwo\nthree');
    const at = (line: number, char: number): string | undefined =>
      textPage(lines, { ...roomy, maxChars: 100, from: { line, char } })?.text;

    assert.equal(at(1, 5), 'two\nthree');
    assert.equal(at(2, 5), 'three');
    assert.equal(at(3, 6), undefined);
    assert.equal(at(4, 1), undefined);
  });
});
