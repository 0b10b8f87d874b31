/** Most blocks that a search in texts gives. */
export const mostHits = 10_000;

/** What is searched for, word by word, in lower case. */
export function askedWords(words: string): readonly string[] {
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Whether a text has all of the words of `askedWords`, case ignored. */
export function hasWords(text: string, asked: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return asked.every((word) => lower.includes(word));
}
