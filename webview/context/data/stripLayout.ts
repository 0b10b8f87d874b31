import type {
  CompositionRow,
  RecordedBlockKind,
  RecordedBlockRow,
} from '../../../src/ports/transcriptRows.ts';
import type { BlockStates } from './blockStates.ts';

/** One row of the picture: blocks side by side. */
export interface StripRow {
  /** Indices of blocks, in order. */
  readonly blocks: readonly number[];
  /** Where each ends, in pixels from the row's beginning; ascending. */
  readonly ends: Float64Array;
}

/** Both rows, in one scale. */
export interface StripLayout {
  readonly seen: StripRow;
  readonly sent: StripRow;
  /** Pixels of the longer row, with what no block accounts for. */
  readonly width: number;
  /** Where what no block accounts for stands behind the blocks of `sent`, in pixels; empty if there is none. */
  readonly rest: readonly [number, number];
}

/** What a layout is made for. */
export interface LayoutInput {
  readonly blocks: readonly Pick<RecordedBlockRow, 'tokens'>[];
  readonly states: Pick<BlockStates, 'seen' | 'sent'>;
  /** Of the turn: its total is what the lower row comes to. Absent: the plain estimates are drawn. */
  readonly composition: Pick<CompositionRow, 'scale' | 'unattributed'> | undefined;
  /** Pixels that the longer row has to fit into, or pixels of one token. */
  readonly size: { readonly fit: number } | { readonly perToken: number };
}

/** Lays both rows out: lengths by tokens, estimates scaled as the turn's composition says. O(blocks). */
export function stripLayout({ blocks, states, composition, size }: LayoutInput): StripLayout {
  const scale = composition?.scale ?? 1;
  const unattributed = composition?.unattributed ?? 0;
  const seenTotal = sumOf(states.seen, blocks) * scale;
  const sentTotal = sumOf(states.sent, blocks) * scale + unattributed;
  const longest = Math.max(seenTotal, sentTotal, 1);
  const perToken = 'fit' in size ? size.fit / longest : size.perToken;
  const row = (of: readonly number[]): StripRow => {
    const ends = new Float64Array(of.length);
    let end = 0;
    const perEstimate = scale * perToken;
    for (let place = 0; place < of.length; place++) {
      end += (blocks[of[place] ?? 0]?.tokens ?? 0) * perEstimate;
      ends[place] = end;
    }
    return { blocks: of, ends };
  };
  const sent = row(states.sent);
  const rest = sent.ends.at(-1) ?? 0;
  return {
    ...{ seen: row(states.seen), sent, width: longest * perToken },
    rest: [rest, rest + unattributed * perToken],
  };
}

function sumOf(
  indices: readonly number[],
  blocks: readonly Pick<RecordedBlockRow, 'tokens'>[],
): number {
  let sum = 0;
  for (const block of indices) {
    sum += blocks[block]?.tokens ?? 0;
  }
  return sum;
}

/** Where a place of a row begins and ends, in pixels. */
export function extentOf({ ends }: StripRow, place: number): readonly [number, number] {
  return [place <= 0 ? 0 : (ends[place - 1] ?? 0), ends[place] ?? 0];
}

/** Place of the block at a pixel of a row; -1 beyond its end. O(log blocks). */
export function placeAt({ ends }: StripRow, pixel: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > pixel) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low < ends.length ? low : -1;
}

/** Something that is drawn: one block, or several that are under a pixel each. */
export interface Piece {
  /** Pixels from the row's beginning. */
  readonly from: number;
  readonly to: number;
  /** Of the longest of them. */
  readonly kind: RecordedBlockKind;
  /** Whether that one is not in the window. */
  readonly gone: boolean;
  /** Number of blocks. */
  readonly count: number;
}

/** The pieces of a row between two pixels. Blocks without length are not drawn. O(blocks between). */
export function piecesBetween(
  row: StripRow,
  [from, to]: readonly [number, number],
  look: (block: number) => Pick<Piece, 'kind' | 'gone'>,
): readonly Piece[] {
  const pieces: Piece[] = [];
  const { blocks, ends } = row;
  const first = placeAt(row, from);
  if (first < 0) {
    return pieces;
  }
  let start = extentOf(row, first)[0];
  let begin = start;
  let longest = 0;
  let longestBlock = 0;
  let count = 0;
  // Thousands of blocks with every step of a scrub: nothing is made but what is drawn.
  for (let place = first; place < blocks.length && begin <= to; place++) {
    const end = ends[place] ?? 0;
    const length = end - begin;
    if (length > 0) {
      count++;
    }
    if (length > longest) {
      longest = length;
      longestBlock = blocks[place] ?? 0;
    }
    // Goes on until there is a pixel to draw; the last piece may be less.
    const isLast = place + 1 >= blocks.length || end > to;
    if (count > 0 && (end - start >= 1 || isLast)) {
      pieces.push({ from: start, to: end, ...look(longestBlock), count });
      start = end;
      longest = 0;
      count = 0;
    }
    begin = end;
  }
  return pieces;
}
