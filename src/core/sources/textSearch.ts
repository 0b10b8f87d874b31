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

/** Characters of the longest line that is shown of a text. */
const longestLine = 160;

/** Characters that are shown before a word in a long line. */
const before = 16;

/** The line of a text in which the first of the words stands first, cut around the word; empty if it has none. O(text). */
export function lineWith(text: string, [word = '']: readonly string[]): string {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0 || word === '') {
    return '';
  }
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const from = Math.max(start, at - before);
  const to = Math.min(end < 0 ? text.length : end, from + longestLine);
  const line = text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${from > start ? '…' : ''}${line}${to < (end < 0 ? text.length : end) ? '…' : ''}`;
}
