/**
 * Finds lines in a text: their indexes from 0, at most `most`. `slow`: the expression took too long on this text, and
 * was stopped. Never throws.
 */
export type LineFinder = (
  text: string,
  expression: RegExp,
  most: number,
) => readonly number[] | 'slow';
