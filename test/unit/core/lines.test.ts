import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  contentLines,
  countEols,
  eolName,
  hasMixedEols,
  joinLines,
  majorityEol,
  splitLines,
} from '../../../src/core/edit/lines.ts';
import { unicodeOnly } from '../../../src/core/edit/textCodec.ts';
import { decodeUtf16, encodeUtf16 } from '../../../src/core/edit/utf16.ts';
import { encodeLines, splicedBytes, viewBytes } from '../../../src/node/fileText.ts';
import { valueOf } from '../../fakes/hostBench.ts';
import {
  anySplices,
  anyText,
  byteView,
  splicedText,
  splicesFor,
  textView,
} from '../../fakes/texts.ts';

const facts = { path: '/w/a.txt', version: 'v', size: 0, dirty: false, open: false };

describe('lines', () => {
  it('split at LF, CRLF and lone CR and at nothing else', () => {
    const lines = splitLines('a\nb\r\nc\rd\fe\vf\u0085g\u2028h\u2029i');

    assert.deepEqual(lines, [
      { text: 'a', eol: '\n' },
      { text: 'b', eol: '\r\n' },
      { text: 'c', eol: '\r' },
      { text: 'd\fe\vf\u0085g\u2028h\u2029i', eol: '' },
    ]);
  });

  it('do not begin another line after a final line end, and are none in an empty text', () => {
    assert.equal(splitLines('a\n').length, 1);
    assert.equal(splitLines('a\n\n').length, 2);
    assert.deepEqual(splitLines(''), []);
  });

  it('put together again are the text they were split from', () => {
    fc.assert(fc.property(anyText, (text) => joinLines(splitLines(text)) === text));
  });

  it('of a content argument are the same with and without a final line end', () => {
    assert.deepEqual(contentLines('a\r\nb'), ['a', 'b']);
    assert.deepEqual(contentLines('a\nb\n'), ['a', 'b']);
    assert.deepEqual(contentLines('\n'), ['']);
    assert.deepEqual(contentLines('a\n\n'), ['a', '']);
    assert.deepEqual(contentLines(''), []);
  });

  it('have a majority line end unless two are equally frequent', () => {
    assert.equal(majorityEol({ lf: 1, crlf: 2, cr: 0 }), '\r\n');
    assert.equal(majorityEol({ lf: 2, crlf: 2, cr: 0 }), undefined);
    assert.equal(majorityEol({ lf: 0, crlf: 0, cr: 1 }), '\r');
    assert.equal(majorityEol({ lf: 0, crlf: 0, cr: 0 }), undefined);
  });

  it('have a name for their ends', () => {
    assert.equal(eolName({ lf: 1, crlf: 0, cr: 0 }), 'LF');
    assert.equal(eolName({ lf: 0, crlf: 1, cr: 0 }), 'CRLF');
    assert.equal(eolName({ lf: 0, crlf: 0, cr: 1 }), 'CR');
    assert.equal(eolName({ lf: 9, crlf: 1, cr: 0 }), 'mixed');
    assert.equal(eolName({ lf: 0, crlf: 0, cr: 0 }), 'none');
    assert.equal(hasMixedEols({ lf: 9, crlf: 0, cr: 0 }), false);
  });
});

describe('ByteView and TextView', () => {
  it('agree on lines and line ends of any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [bytes, memory] = [byteView(text), textView(text)];

        assert.deepEqual(bytes.lines(1, bytes.lineCount), splitLines(text));
        assert.deepEqual(memory.lines(1, memory.lineCount), splitLines(text));
        assert.deepEqual(bytes.eol, countEols(splitLines(text)));
        assert.deepEqual(memory.eol, bytes.eol);
      }),
    );
  });

  it('agree on any range of lines, clamped to the file', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: -3, max: 9 }), fc.integer({ min: -3, max: 9 }), check),
    );

    function check(text: string, first: number, last: number): void {
      assert.deepEqual(byteView(text).lines(first, last), textView(text).lines(first, last));
    }
  });

  it('leave a byte order mark out of the lines, and count it in the bytes', () => {
    const view = byteView('\uFEFFa\n\uFEFFb', 'utf8bom');

    assert.deepEqual(
      view.lines(1, 2).map((line) => line.text),
      ['a', '\uFEFFb'],
    );
    assert.equal(byteView('\uFEFF', 'utf8bom').lineCount, 0);
  });

  it('handle more lines than fit the first table', () => {
    const text = 'x\r\n'.repeat(5000);

    assert.equal(byteView(text).lineCount, 5000);
    assert.deepEqual(byteView(text).lines(4999, 5001), textView(text).lines(4999, 5001));
  });
});

describe('spliced bytes', () => {
  it('are what the splices make of the lines, in UTF-8 with and without a mark and in UTF-16', async () => {
    const encodings = fc.constantFrom('utf8', 'utf8bom', 'utf16le', 'utf16be', 'utf16lenobom');
    await fc.assert(
      fc.asyncProperty(anyText, anySplices, encodings, async (text, steps, encoding) => {
        const written = text.startsWith('\uFEFF') ? text.slice(1) : text;
        const codec = { ...unicodeOnly, encodingFor: () => encoding };
        const encoded = async (whole: string): Promise<Buffer> =>
          Buffer.concat(valueOf(await encodeLines(facts.path, splitLines(whole), encoding, codec)));
        const view = valueOf(await viewBytes(facts, await encoded(written), codec));
        const splices = splicesFor(view.lineCount, steps);

        const after = Buffer.concat(valueOf(await splicedBytes(view, splices, codec)));

        const wanted = splicedText(splitLines(written), splices);
        assert.deepEqual(after, await encoded(wanted));
      }),
    );
  });

  it('are the old bytes before the first splice and after the last', () => {
    const before = 'ä\r\nb\rc\n';
    const after = '\u2028\r\n\uFEFFend';
    const view = byteView(`${before}old\n${after}`);

    const parts = view.spliced([{ line: 4, count: 1, lines: [{ text: 'new', eol: '\n' }] }]);

    assert.deepEqual(Buffer.concat(parts), Buffer.from(`${before}new\n${after}`));
    assert.equal(parts[0]?.buffer, view.bytes.buffer);
    assert.equal(parts.at(-1)?.buffer, view.bytes.buffer);
  });
});

describe('UTF-16', () => {
  it('comes back as it was written', () => {
    const encodings = fc.constantFrom('utf16le' as const, 'utf16be' as const);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), encodings, (text, encoding) => {
        assert.equal(decodeUtf16(encodeUtf16(text, encoding), encoding), text);
      }),
    );
  });

  it('is refused where it is half a pair or half a unit', () => {
    assert.equal(decodeUtf16(Uint8Array.from([0xff, 0xfe, 0x3d, 0xd8]), 'utf16le'), undefined);
    assert.equal(decodeUtf16(Uint8Array.from([0xfe, 0xff, 0x00]), 'utf16be'), undefined);
  });
});
