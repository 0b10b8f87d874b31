/** A place in a text: offset in UTF-16 units, and row and column from 0. */
interface Place {
  readonly index: number;
  readonly row: number;
  readonly column: number;
}

/** The one stretch by which two texts differ. */
export interface TextEdit {
  readonly start: Place;
  readonly oldEnd: Place;
  readonly newEnd: Place;
}

/** UTF-16 units that are compared at once, which is far faster than one by one. */
const block = 4096;

/** The least stretch that turns one text into the other, by what they have in common at both ends. Cost: linear. */
export function textEdit(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (before.slice(start, start + block) === after.slice(start, start + block)) {
    start += block;
    if (start >= shorter) {
      break;
    }
  }
  start = Math.min(start, shorter);
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) {
    start++;
  }
  // Never between the halves of a surrogate pair.
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) {
    start--;
  }
  let common = 0;
  while (common + block < shorter - start && endBlock(before, common) === endBlock(after, common)) {
    common += block;
  }
  while (
    common < shorter - start &&
    before.charCodeAt(before.length - 1 - common) === after.charCodeAt(after.length - 1 - common)
  ) {
    common++;
  }
  if (common > 0 && isLow(before.charCodeAt(before.length - common))) {
    common--;
  }
  const from = placeAfter(before, { index: 0, row: 0, column: 0 }, start);
  return {
    start: from,
    oldEnd: placeAfter(before, from, before.length - common),
    newEnd: placeAfter(after, from, after.length - common),
  };
}

/** The block of text before the last `common` units. */
function endBlock(text: string, common: number): string {
  return text.slice(text.length - common - block, text.length - common);
}

function placeAfter(text: string, from: Place, index: number): Place {
  let { row } = from;
  let lineStart = from.index - from.column;
  for (let at = text.indexOf('\n', from.index); at >= 0 && at < index;) {
    row++;
    lineStart = at + 1;
    at = text.indexOf('\n', lineStart);
  }
  return { index, row, column: index - lineStart };
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
