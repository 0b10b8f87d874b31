import type { StructureProblem } from '../../ports/structure.ts';
import { codeChars, lineComment, preprocessorBranch } from './codeChars.ts';
import { languageOf } from './languages.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

interface Open {
  readonly char: string;
  readonly line: number;
  readonly column: number;
}

/** Brackets that do not pair up, for a language without a parser. Quotes and comments are left out as usual. */
export function bracketProblems(lines: readonly string[], language: string): StructureProblem[] {
  const open: Open[] = [];
  const found: StructureProblem[] = [];
  const state = { comment: false, quote: '' };
  const comment = lineComment(language);
  const tell = (place: Open, message: string): void => {
    found.push({ line: place.line, column: place.column, message, unpaired: true });
  };
  const closeBracket = (place: Open): void => {
    const match = open.findLastIndex((one) => closers[one.char] === place.char);
    if (match < 0) {
      tell(place, `"${place.char}" closes nothing.`);
      return;
    }
    for (const skipped of open.splice(match).slice(1)) {
      tell(
        skipped,
        `"${skipped.char}" is not closed before the "${place.char}" of line ${place.line}.`,
      );
    }
  };
  const branches: (readonly Open[])[] = [];
  for (const [index, text] of lines.entries()) {
    const branch = preprocessorBranch(text);
    if (branch === 'if') {
      branches.push([...open]);
    } else if (branch === 'else') {
      open.splice(0, Infinity, ...(branches.at(-1) ?? open));
    } else if (branch === 'end') {
      branches.pop();
    }
    for (const { char, index: offset } of codeChars(text, state, comment)) {
      const place = { char, line: index + 1, column: offset + 1 };
      if (char in closers) {
        open.push(place);
      } else if (')]}'.includes(char)) {
        closeBracket(place);
      }
    }
  }
  for (const place of open) {
    tell(place, `"${place.char}" is never closed.`);
  }
  return found.toSorted((one, other) => one.line - other.line || one.column - other.column);
}

/**
 * Brackets by which lines alone would leave the rest out of balance, such as `}` for one that closes more than is
 * opened; empty where they pair up, or where brackets mean nothing in the language. Lines that begin inside a text or a
 * comment may be judged wrong.
 */
export function surplusBrackets(lines: readonly string[], path: string): string {
  const { id, prose, markup } = languageOf(path);
  if (prose === true || markup !== undefined) {
    return '';
  }
  const surplus = new Map<string, number>();
  const state = { comment: false, quote: '' };
  const comment = lineComment(id);
  for (const text of lines) {
    for (const { char } of codeChars(text, state, comment)) {
      const opened = closers[char] === undefined ? openers[char] : char;
      if (opened !== undefined) {
        surplus.set(opened, (surplus.get(opened) ?? 0) + (opened === char ? 1 : -1));
      }
    }
  }
  return [...surplus]
    .map(([opened, count]) =>
      (count > 0 ? opened : (closers[opened] ?? '')).repeat(Math.min(3, Math.abs(count))),
    )
    .join('');
}
