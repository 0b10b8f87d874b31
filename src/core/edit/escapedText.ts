/** A backslash and the character after it. */
const pair = /\\(.)/gs;

/** Signs after a `\n` that make it part of a pattern or a quantifier, and signs before it. */
const patternAfter = /^(?:[?+*|$\]]|\/(?![/*])|\{\d)/;
const patternBefore = /[/|^]$/;

/**
 * What is told of a text that has no line break, but `\n` as two characters: it may have been escaped twice, or be a
 * line of code that means `\n`.
 */
export type Escapes =
  | { readonly kind: 'none' }
  /** Escaped twice beyond doubt; `text` is what was meant. */
  | { readonly kind: 'twice'; readonly text: string }
  | { readonly kind: 'perhaps' };

/**
 * Judges whether a text was escaped twice. Beyond doubt only if it has no line break, at least two `\n`, none of them in
 * quotes or beside signs of a pattern, and one of them ends the text or stands before an indent or a further one.
 */
export function escapesOf(text: string): Escapes {
  if (/[\n\r]/.test(text)) {
    return { kind: 'none' };
  }
  const plain = quotesEscaped(text) ? text.replaceAll('\\"', '"') : text;
  const breaks = [...plain.matchAll(pair)].filter((match) => match[1] === 'n');
  if (breaks.length < 2) {
    return { kind: 'none' };
  }
  const quoted = quotedBreaks(plain);
  const doubtful = breaks.filter(({ index }) => quoted.has(index) || isInPattern(plain, index));
  if (doubtful.length === breaks.length) {
    return { kind: 'none' };
  }
  const certain = breaks.some(({ index }) => /^(?:$| {2}|\t|\\[nt])/.test(plain.slice(index + 2)));
  return doubtful.length > 0 || !certain
    ? { kind: 'perhaps' }
    : { kind: 'twice', text: decoded(text) };
}

/** Whether every double quote has a backslash before it, as in a text that was escaped twice. */
function quotesEscaped(text: string): boolean {
  return text.includes('"') && !/(?<!\\)(?:\\\\)*"/.test(text);
}

function isInPattern(text: string, index: number): boolean {
  const after = text.slice(index + 2, index + 6);
  // What ends a comment is no pattern.
  const before = text.slice(Math.max(0, index - 2), index);
  return patternAfter.test(after) || (patternBefore.test(before) && before !== '*/');
}

/** Offsets of the `\\n` that are inside quotes which open before them and close after. Cost: linear. */
function quotedBreaks(text: string): ReadonlySet<number> {
  const last = lastQuotes(text);
  const closes = (quote: string, from: number): boolean => (last.get(quote) ?? -1) >= from;
  const found = new Set<number>();
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') {
      const isBreak = text.charAt(at + 1) === 'n' && quote !== '';
      if (isBreak && closes(quote, at)) {
        found.add(at);
      }
      at++;
      // Between lines no quotes are open, except where they enclose the place itself.
      if (isBreak && !closes(quote, at + 1)) {
        quote = '';
      }
    } else if (quote === '' ? /["'`]/.test(char) : char === quote) {
      quote = quote === '' ? char : '';
    }
  }
  return found;
}

/** Where each kind of quote comes last, not behind a backslash. */
function lastQuotes(text: string): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') {
      at++;
    } else if (/["'`]/.test(char)) {
      last.set(char, at);
    }
  }
  return last;
}

/** The text as JSON reads it; where that is not possible, with its line breaks and tabs only. */
function decoded(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
    return text.replace(pair, (whole, char: string) => signs[char] ?? whole);
  }
}
