import fc from 'fast-check';
import { ByteView } from '../../src/core/edit/byteView.ts';
import { joinLines } from '../../src/core/edit/lines.ts';
import { TextView } from '../../src/core/edit/textView.ts';
import type { Line, Splice } from '../../src/ports/editHost.ts';

const facts = { path: '/w/a.txt', version: 'v', size: 0, dirty: false, open: false };

/** A view of a text as the bytes of a UTF-8 file. */
export function byteView(text: string, encoding = 'utf8'): ByteView {
  return new ByteView({ ...facts, encoding }, new TextEncoder().encode(text));
}

/** A view of a text in memory. */
export function textView(text: string, encoding = 'utf8'): TextView {
  return new TextView({ ...facts, encoding }, text);
}

/** Texts with every line end, and with characters that some programs take for one. */
export const anyText = fc
  .array(
    fc.constantFrom(
      ...['a', 'b', ' ', '\t', '', '\n', '\n', '\r\n', '\r\n', '\r', '\f', '\v'],
      ...['\u0085', '\u2028', '\u2029', 'é', '中', '😀', '\uFEFF', '$&'],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** Texts of lines, few enough that equal lines are common. */
export const anyWord = fc.constantFrom('', 'a', 'b', '}', 'x y', '中', '$& $1');

/** Texts of which all lines have the same end, with or without one at the last. */
export const tidyText = fc
  .tuple(fc.array(anyWord, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  .map(([words, eol, closed]) => words.join(eol) + (closed && words.length > 0 ? eol : ''));

/** Splices that fit a file of so many lines, in order and without overlap; positions are shares of the file. */
export const anySplices = fc.array(
  fc.tuple(fc.nat(4), fc.nat(3), fc.array(anyWord, { maxLength: 3 })),
  { maxLength: 4 },
);

/** Turns steps of (lines skipped, lines replaced, texts) into splices of a file with `lineCount` lines. */
export function splicesFor(
  lineCount: number,
  steps: readonly (readonly [number, number, readonly string[]])[],
): Splice[] {
  const splices: Splice[] = [];
  let line = 1;
  for (const [skip, count, texts] of steps) {
    line += skip;
    if (line + count > lineCount + 1) {
      break;
    }
    splices.push({ line, count, lines: texts.map((text) => ({ text, eol: '\n' })) });
    line += count;
  }
  return splices;
}

/** What splices make of lines, done the plain way. */
export function spliced(lines: readonly Line[], splices: readonly Splice[]): Line[] {
  let result = [...lines];
  for (const { line, count, lines: added } of splices.toReversed()) {
    result = result.slice(0, line - 1).concat(added, result.slice(line - 1 + count));
  }
  return result;
}

/** The text that splices make of a text's lines. */
export function splicedText(lines: readonly Line[], splices: readonly Splice[]): string {
  return joinLines(spliced(lines, splices));
}
