/*
 * What characters cost in tokens, by their kind and what stands before them. The numbers were fitted (least squares,
 * none below 0) to the vocabulary o200k over sources in several languages, English and other prose, messages in
 * Chinese, Japanese and Korean, JSON, logs, base64 and hexadecimal digits.
 */

/** Kinds of characters. `joiner`: signs that hold names and paths together. `astral`: surrogates. */
export const kinds = {
  lower: 0,
  upper: 1,
  digit: 2,
  blank: 3,
  newline: 4,
  joiner: 5,
  sign: 6,
  latin: 7,
  greek: 8,
  script: 9,
  symbol: 10,
  han: 11,
  kana: 12,
  hangul: 13,
  wide: 14,
  astral: 15,
} as const;

/** Charges of one kind, in tokens, all at least 0. */
export interface Charge {
  /** For the first of a run, after: a letter, a digit, a blank, a newline, anything else. */
  readonly first: readonly [number, number, number, number, number];
  /** For the others of a run: the second, third and fourth, fifth to eighth, those behind. */
  readonly next: readonly [number, number, number, number];
}

/** Where it matters only whether a character is the first of its run. */
function plain(first: number, next: number): Charge {
  return { first: [first, first, first, first, first], next: [next, next, next, next] };
}

/** In the order of `kinds`. */
export const charges: readonly Charge[] = [
  { first: [0.8, 0.91, 0.15, 0.43, 0.69], next: [0.4, 0, 0, 0.35] },
  { first: [0.54, 1.38, 0, 1.33, 1.45], next: [0.28, 0.28, 0, 0] },
  { first: [1.48, 0.92, 2.04, 1.04, 2.07], next: [0, 0, 0, 0] },
  { first: [0.46, 0.46, 0.46, 0.46, 0.46], next: [1.12, 0.01, 0.01, 0.01] },
  { first: [1.21, 0.68, 1.06, 0.3, 0], next: [0.06, 0.06, 0.06, 0.06] },
  { first: [0, 0, 0.6, 1.73, 0.53], next: [0.69, 0.07, 0.07, 0.07] },
  { first: [0.73, 0, 0.63, 0.97, 0.33], next: [0.08, 0.38, 0.38, 0.38] },
  plain(0.6, 1.35),
  plain(0, 0.25),
  plain(0.45, 0.32),
  plain(0.8, 0.6),
  plain(1.23, 0.69),
  plain(0.6, 0.58),
  plain(0.21, 0.81),
  plain(0.9, 0.5),
  plain(1.8, 1.9),
];

/** By kind: which of the five charges for the first of a run holds after it. */
export const contexts: readonly number[] = [0, 0, 1, 2, 3, 4, 4, 0, 4, 4, 4, 4, 4, 4, 4, 4];

/** By kind: those with the same number make one run. */
export const runGroups: readonly number[] = [0, 0, 2, 3, 4, 5, 5, 0, 8, 9, 10, 11, 12, 13, 14, 15];

/**
 * In hundredths, by kind: for one that repeats the character before it, since long lines of one sign are few tokens; -1
 * where that is nothing special.
 */
export const repeatedCharges = Int8Array.of(
  ...[4, 4, -1, -1, -1, 4, 4, -1, -1, -1, 35, -1, -1, -1, -1, -1],
);

/** In hundredths, by kind up to `sign`: among random letters and digits, such as base64, in which there are no words. */
export const randomCharges = Uint8Array.of(75, 66, 47, 0, 0, 50, 180);
