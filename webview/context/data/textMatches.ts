/** Most places that are marked in a text. */
export const mostMatches = 1000;

/** A piece of a text: a place that was looked for, with its number from 0, or what is between. */
export interface TextPiece {
  readonly text: string;
  readonly match: number | undefined;
}

/**
 * A text cut at the places that have the words, at most `mostMatches` of them; nothing is left out. Case is ignored,
 * but in texts with letters that are longer in lower case.
 */
export function textMatches(text: string, words: string): readonly TextPiece[] {
  const lower = text.toLowerCase();
  // Places would be others.
  const isLonger = lower.length !== text.length;
  const [looked, wanted] = isLonger ? [text, words] : [lower, words.toLowerCase()];
  const pieces: TextPiece[] = [];
  let [from, match] = [0, 0];
  let at = wanted === '' ? -1 : looked.indexOf(wanted);
  while (at >= 0 && match < mostMatches) {
    if (at > from) {
      pieces.push({ text: text.slice(from, at), match: undefined });
    }
    from = at + wanted.length;
    pieces.push({ text: text.slice(at, from), match });
    match++;
    at = looked.indexOf(wanted, from);
  }
  if (from < text.length) {
    pieces.push({ text: text.slice(from), match: undefined });
  }
  return pieces;
}
