import { placeAfterBytes, type TextLines, wholePlace } from './textLines.ts';

/** A place in a text as a reader names it. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** UTF-16 units from the beginning of the line, from 1; may lie behind its end. */
  readonly char: number;
}

/** Which part of a text is wanted. */
export interface PageQuery {
  readonly from: TextPlace;
  /** From 1; without it as many as fit. */
  readonly maxLines?: number | undefined;
  /** UTF-16 units, from 1. */
  readonly maxChars: number;
  /** Bytes in UTF-8, from 4. */
  readonly maxBytes: number;
}

/** A part of a text, as it is: joined, all pages give the text again. */
export interface TextPage {
  readonly text: string;
  /** Its first character. */
  readonly first: TextPlace;
  /** Its last character. */
  readonly last: TextPlace;
  /** Where the next page begins; absent at the end of the text. */
  readonly next?: TextPlace;
}

/**
 * The page from a place on; undefined where there is nothing. It ends with a line if one fits whole, else inside a line;
 * never between the halves of a pair, and with at least one character. Linear in the page.
 */
export function textPage(lines: TextLines, query: PageQuery): TextPage | undefined {
  const { text } = lines;
  const start = wholePlace(text, lines.startOf(query.from.line) + query.from.char - 1);
  if (start >= text.length) {
    return undefined;
  }
  const end = pageEnd(lines, start, query);
  return {
    text: text.slice(start, end),
    first: placeOf(lines, start),
    last: placeOf(lines, end - 1),
    ...(end < text.length && { next: placeOf(lines, end) }),
  };
}

/** How a reader names a place. */
export function placeOf(lines: TextLines, place: number): TextPlace {
  const line = lines.lineAt(place);
  return { line, char: place - lines.startOf(line) + 1 };
}

function pageEnd(lines: TextLines, start: number, query: PageQuery): number {
  const { text } = lines;
  const firstLine = lines.lineAt(start);
  const afterLines =
    query.maxLines === undefined ? text.length : lines.startOf(firstLine + query.maxLines);
  const room = Math.min(start + query.maxChars, placeAfterBytes(text, start, query.maxBytes));
  if (afterLines <= room || room >= text.length) {
    return Math.min(afterLines, text.length);
  }
  const lastLine = lines.startOf(lines.lineAt(room));
  if (lastLine > start) {
    return lastLine;
  }
  const whole = wholePlace(text, room);
  // Half of a pair, or a character of more bytes than there is room for.
  const least = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  return Math.max(whole, least);
}
