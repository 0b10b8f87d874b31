/** Where the lines of a text begin. `\n`, `\r\n` and a lone `\r` end a line; a final line end begins no other line. */
export class TextLines {
  readonly text: string;
  private readonly starts: readonly number[];

  /** Linear in the text. */
  constructor(text: string) {
    const starts: number[] = [];
    let begins = true;
    for (let index = 0; index < text.length; index += 1) {
      if (begins) {
        starts.push(index);
      }
      const unit = text.charCodeAt(index);
      begins = unit === 10 || (unit === 13 && text.charCodeAt(index + 1) !== 10);
    }
    this.text = text;
    this.starts = starts;
  }

  /** Number of lines; 0 for an empty text. */
  get count(): number {
    return this.starts.length;
  }

  /** Where a line begins, from 1; the end of the text for a line that is not there. */
  startOf(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  /** The line that a place is in, from 1. Logarithmic. */
  lineAt(place: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.startOf(middle + 1) <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Math.max(1, low);
  }

  /** A line without what ends it. */
  lineText(line: number): string {
    return this.text.slice(this.startOf(line), this.startOf(line + 1)).replace(/\r?\n$|\r$/, '');
  }
}

/** The place, or the one before it where it would be between the halves of a pair. */
export function wholePlace(text: string, place: number): number {
  const before = text.charCodeAt(place - 1);
  const at = text.charCodeAt(place);
  const isSplit = before >= 0xd800 && before <= 0xdbff && at >= 0xdc00 && at <= 0xdfff;
  return isSplit ? place - 1 : place;
}

/** Where a part of a text ends that begins at a place and has at most so many bytes in UTF-8. Linear in the part. */
export function placeAfterBytes(text: string, from: number, bytes: number): number {
  let used = 0;
  let place = from;
  while (place < text.length) {
    const code = text.codePointAt(place) ?? 0;
    used += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (used > bytes) {
      break;
    }
    place += code < 0x10000 ? 1 : 2;
  }
  return place;
}
