import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitLines } from '../../../src/core/edit/lines.ts';
import {
  planDelete,
  planInsert,
  planReplace,
  planWrite,
} from '../../../src/core/edit/planLines.ts';
import type { Splice } from '../../../src/ports/editHost.ts';
import { anyText, byteView, splicedText, textView, tidyText } from '../../fakes/texts.ts';

/** The text after one or more splices. */
function after(text: string, ...splices: readonly Splice[]): string {
  return splicedText(splitLines(text), splices);
}

describe('planReplace', () => {
  const replaced = (text: string, first: number, last: number, texts: string[]): string =>
    after(text, planReplace(byteView(text), first, last, texts));

  it('gives each new line the end of the line it stands for', () => {
    assert.equal(replaced('a\r\nb\nc\n', 1, 2, ['A', 'B']), 'A\r\nB\nc\n');
  });

  it('gives further lines the majority end, and the last one the end of the last old line', () => {
    assert.equal(replaced('a\r\nb\nc\r\nd', 2, 2, ['B', 'B2', 'B3']), 'a\r\nB\nB2\r\nB3\nc\r\nd');
  });

  it('leaves a missing final line end missing', () => {
    assert.equal(replaced('a\nb', 2, 2, ['B', 'C']), 'a\nB\nC');
    assert.equal(replaced('a\nb', 1, 2, ['A']), 'A');
  });

  it('closes a blank last line, which would be lost otherwise', () => {
    assert.equal(replaced('a\r\nb', 2, 2, ['B', '']), 'a\r\nB\r\n\r\n');
    assert.equal(replaced('a\nb', 2, 2, ['']), 'a\n\n');
  });

  it('takes the end of the neighbour above where no end is the most frequent', () => {
    assert.equal(replaced('a\nb\r\nc', 3, 3, ['C', 'D']), 'a\nb\r\nC\r\nD');
  });

  it('removes the lines where there are no texts', () => {
    assert.equal(replaced('a\nb\nc\n', 2, 2, []), 'a\nc\n');
  });

  it('keeps blank lines and takes dollar signs literally', () => {
    const texts = ['', "$& $$ $` $' $1 $<n>", '', ''];

    assert.equal(replaced('a\nb\nc\n', 2, 2, texts), `a\n${texts.join('\n')}\nc\n`);
  });

  it('puts exactly the texts between what is before and after', () => {
    const texts = fc.array(fc.constantFrom('', 'a', 'b', '}'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(tidyText, fc.nat(), fc.nat(), texts, (text, from, count, added) => {
        const lines = splitLines(text);
        fc.pre(lines.length > 0);
        const first = 1 + (from % lines.length);
        const last = Math.min(lines.length, first + (count % 4));

        const now = splitLines(replaced(text, first, last, added)).map((line) => line.text);

        const old = lines.map((line) => line.text);
        const wanted = [...old.slice(0, first - 1), ...added, ...old.slice(last)];
        assert.deepEqual(now, wanted);
      }),
    );
  });
});

describe('planInsert', () => {
  const inserted = (text: string, line: number, texts: string[]): string =>
    after(text, planInsert(byteView(text), line, texts));

  it('inserts at the top, in the middle and at the end', () => {
    assert.equal(inserted('a\nb\n', 0, ['x']), 'x\na\nb\n');
    assert.equal(inserted('a\nb\n', 1, ['x', 'y']), 'a\nx\ny\nb\n');
    assert.equal(inserted('a\nb\n', 2, ['x']), 'a\nb\nx\n');
  });

  it('uses the majority end, at a tie that of the line above, and LF in an empty file', () => {
    assert.equal(inserted('a\r\nb\r\nc\n', 3, ['x']), 'a\r\nb\r\nc\nx\r\n');
    assert.equal(inserted('a\r\nb\n', 1, ['x']), 'a\r\nx\r\nb\n');
    assert.equal(inserted('a\r\nb\n', 0, ['x']), 'x\r\na\r\nb\n');
    assert.equal(inserted('', 0, ['x']), 'x\n');
  });

  it('leaves a missing final line end missing', () => {
    assert.equal(inserted('a\r\nb', 2, ['x', 'y']), 'a\r\nb\r\nx\r\ny');
    assert.equal(inserted('a\nb\r\nc', 3, ['x']), 'a\nb\r\nc\r\nx');
    assert.equal(inserted('a', 1, ['x']), 'a\nx');
    assert.equal(inserted('a', 1, ['x', '']), 'a\nx\n\n');
  });

  it('inserts blank lines', () => {
    assert.equal(inserted('a\nb\n', 1, ['', '']), 'a\n\n\nb\n');
  });
});

describe('planDelete', () => {
  it('takes the lines out and nothing else', () => {
    const rest = (text: string, first: number, last: number): string =>
      after(text, planDelete(byteView(text), first, last));

    assert.equal(rest('a\r\nb\nc', 2, 2), 'a\r\nc');
    assert.equal(rest('a\nb\nc', 2, 3), 'a\n');
    assert.equal(rest('a\n', 1, 1), '');
    assert.equal(rest('a\rb\n\nc', 2, 2), 'a\r\rc');
  });
});

describe('planWrite', () => {
  const written = (text: string, content: string): string =>
    after(text, ...planWrite(byteView(text), splitLines(content)));

  it('makes exactly the wanted text of a file with the same line ends', () => {
    fc.assert(
      fc.property(tidyText, tidyText, (text, content) => {
        const eol = splitLines(text)[0]?.eol ?? '';
        const wanted = splitLines(content);
        const ends =
          eol === '' ? wanted : wanted.map((line) => ({ ...line, eol: line.eol && eol }));

        assert.equal(written(text, content), ends.map((line) => line.text + line.eol).join(''));
      }),
    );
  });

  it('makes the wanted lines of any file, whatever its line ends are', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, content) => {
        const wanted = splitLines(content);

        const now = splitLines(written(text, content));

        const bare = (lines: typeof wanted): unknown =>
          lines.map((line) => [line.text, line.eol === '']);
        assert.deepEqual(bare(now), bare(wanted));
      }),
    );
  });

  it('gives splices in order and without overlap', () => {
    fc.assert(
      fc.property(tidyText, tidyText, (text, content) => {
        const splices = planWrite(textView(text), splitLines(content));

        const ends = splices.map((splice) => splice.line + splice.count);
        splices.slice(1).forEach((splice, index) => assert.ok(splice.line >= (ends[index] ?? 0)));
      }),
    );
  });

  it('is nothing for an equal text, also where it comes with other line ends', () => {
    assert.deepEqual(planWrite(byteView('a\r\nb\r\n'), splitLines('a\nb\n')), []);
    assert.deepEqual(planWrite(byteView(''), []), []);
  });

  it('keeps the bytes of lines that stay in a file with mixed line ends', () => {
    assert.equal(written('a\r\nb\nc\r\nd\r\ne', 'a\nB\nc\nd\nE'), 'a\r\nB\r\nc\r\nd\r\nE');
  });

  it('adds and removes a final line end', () => {
    assert.equal(written('a\r\nb', 'a\nb\n'), 'a\r\nb\r\n');
    assert.equal(written('a\r\nb\r\n', 'a\nb'), 'a\r\nb');
  });

  it('is right where the new text repeats the end of the old one', () => {
    assert.equal(written('a\nb\nb\n', 'a\nb\nb\nb\nb\n'), 'a\nb\nb\nb\nb\n');
    assert.equal(written('x\ny\nx\ny\n', 'x\ny\n'), 'x\ny\n');
  });

  it('touches only what differs', () => {
    const splices = planWrite(byteView('a\nb\nc\nd\ne\n'), splitLines('a\nB\nc\nd\nE\n'));

    assert.deepEqual(
      splices.map(({ line, count }) => [line, count]),
      [
        [2, 1],
        [5, 1],
      ],
    );
  });

  it('takes a large rewrite as one block, in time', () => {
    const old = Array.from({ length: 150_000 }, (_, index) => `old ${index}\n`).join('');
    const content = Array.from({ length: 150_000 }, (_, index) => `new ${index}\n`).join('');

    assert.equal(written(old, content) === content, true);
  });
});
