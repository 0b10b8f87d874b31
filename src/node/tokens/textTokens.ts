import { BytePairs } from './bytePairs.ts';
import type { ByteRanks } from './byteRanks.ts';
import { cutAt, lastLineStart } from './textCuts.ts';

/** Longest piece, in UTF-16 units. A longer run without a break is counted in parts of this length. */
export const longestPiece = 4096;

/** Longest text given to the regular expression, which would run out of stack within a run of millions. */
const longestWindow = 2 ** 18;

/** Pieces whose counts are remembered: those that are more than one token. */
const remembered = 20_000;

/**
 * Counts tokens of texts with one vocabulary. What names a special token counts as the text it is, as it does in what
 * people write.
 *
 * Exact, with two exceptions: a run without a break (letters, blanks, signs) of more than 4096 UTF-16 units is counted
 * in parts, and so is a stretch of more than 2^18 units without a line's beginning. Each cut can change the count by a
 * token or two: less than 0.1 % of the units.
 */
export class TextTokens {
  private readonly pairs: BytePairs;
  private readonly split: RegExp;
  private readonly encoder = new TextEncoder();
  private readonly bytes = new Uint8Array(longestPiece * 3);
  private known = new Map<string, number>();

  /** `split`: how the vocabulary's texts fall into pieces; with the flags `g` and `u`. */
  constructor(ranks: ByteRanks, split: RegExp) {
    this.pairs = new BytePairs(ranks, this.bytes.length);
    this.split = split;
  }

  /** Tokens of a text; 0 for an empty one. Lone surrogates count as U+FFFD. */
  count(text: string): number {
    let count = 0;
    let start = 0;
    while (text.length - start > longestWindow) {
      const end = lastLineStart(text, start, start + longestWindow);
      count += this.countWindow(text.slice(start, end));
      start = end;
    }
    return count + this.countWindow(text.slice(start));
  }

  private countWindow(text: string): number {
    let count = 0;
    for (const piece of text.match(this.split) ?? []) {
      count += piece.length > longestPiece ? this.countLong(piece) : this.countPiece(piece);
    }
    return count;
  }

  private countLong(piece: string): number {
    let count = 0;
    for (let start = 0; start < piece.length;) {
      const end = cutAt(piece, start + longestPiece);
      count += this.countPiece(piece.slice(start, end));
      start = end;
    }
    return count;
  }

  private countPiece(piece: string): number {
    const before = this.known.get(piece);
    if (before !== undefined) {
      return before;
    }
    const { written } = this.encoder.encodeInto(piece, this.bytes);
    const count = this.pairs.count(this.bytes, written);
    if (this.known.size >= remembered) {
      this.known = new Map();
    }
    this.known.set(piece, count);
    return count;
  }
}
