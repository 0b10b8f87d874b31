import type { MarkupKind } from './languages.ts';

/** A tag in a text, or the content of an element that holds raw text. Offsets count from 0, the end is after it. */
export interface Tag {
  readonly kind: 'start' | 'empty' | 'end';
  /** The name as it stands in the text; empty for a fragment of JSX. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The text between name and `>`. */
  readonly attributes: string;
  /** False if another tag, or the end of the text, came before the `>`. */
  readonly closed: boolean;
}

/** How a text is read: as a markup language, or as a program that has elements in it. */
export type TagDialect = MarkupKind | 'jsx';

/** Elements whose content is no markup. */
const rawText = new Set(['script', 'style', 'textarea', 'title']);

/** Most characters of an expression in braces. */
const longestBraces = 10_000;

const nameAt = /[A-Za-z_][\w.:-]*/y;

/** What is skipped as a whole, and how it ends. */
const skipped: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<%', '%>'],
  ['<!', '>'],
];

/** The tags of a text, in order. Comments, CDATA, instructions, raw text and `{{ … }}` are passed over. */
export function* readTags(text: string, dialect: TagDialect): Generator<Tag> {
  const brace = dialect === 'xml' || dialect === 'jsx' ? undefined : braceOf(dialect);
  // Braces that do not close are text; they are looked for once only, or the cost would not be linear.
  let braceAt = -1;
  let index = 0;
  const lastClose = text.lastIndexOf(dialect === 'svelte' ? '}' : '}}');
  while (index < text.length) {
    if (brace !== undefined && braceAt < index) {
      const found = text.indexOf(brace, index);
      braceAt = found < 0 || found > lastClose ? Infinity : found;
    }
    const tagStart = text.indexOf('<', index);
    if (tagStart < 0) {
      return;
    }
    const next = brace === undefined ? tagStart : Math.min(tagStart, braceAt);
    const over = skipAt(text, next, dialect);
    if (over > next) {
      index = over;
      continue;
    }
    const tag = tagAt(text, next, dialect);
    if (tag === undefined) {
      index = next + 1;
      continue;
    }
    yield tag;
    index = tag.end;
    const name = tag.name.toLowerCase();
    if (tag.kind === 'start' && (dialect === 'html' || dialect === 'vue' || dialect === 'svelte')) {
      index = rawText.has(name) ? endOfRaw(text, tag.end, name) : index;
    }
  }
}

function braceOf(dialect: TagDialect): string {
  return dialect === 'svelte' ? '{' : '{{';
}

/** Offset after what is passed over at this offset; the offset itself if nothing is. */
function skipAt(text: string, at: number, dialect: TagDialect): number {
  if (text[at] === '{') {
    const end = dialect === 'svelte' ? bracesEnd(text, at) : text.indexOf('}}', at) + 2;
    // Braces that never close are text.
    return end > at + 2 ? end : at + 1;
  }
  for (const [begin, end] of skipped) {
    if (text.startsWith(begin, at) && !(dialect === 'jsx' && begin !== '<!--')) {
      const close = text.indexOf(end, at + begin.length);
      return close < 0 ? text.length : close + end.length;
    }
  }
  return at;
}

function bracesEnd(text: string, from: number): number {
  let depth = 0;
  const limit = Math.min(text.length, from + longestBraces);
  for (let index = from; index < limit; index++) {
    const char = text[index];
    depth += char === '{' ? 1 : char === '}' ? -1 : 0;
    if (depth === 0) {
      return index + 1;
    }
  }
  return from;
}

function tagAt(text: string, start: number, dialect: TagDialect): Tag | undefined {
  const ending = text[start + 1] === '/';
  const from = start + (ending ? 2 : 1);
  nameAt.lastIndex = from;
  const name = nameAt.exec(text)?.[0] ?? '';
  if (name === '' && !(dialect === 'jsx' && text[from] === '>')) {
    return undefined;
  }
  // In a program, `<` after a name or a closing bracket compares or begins type arguments.
  if (
    dialect === 'jsx' &&
    !ending &&
    /[\w$)\]]\s*$/.test(text.slice(Math.max(0, start - 40), start))
  ) {
    const before = /([\w$]+)\s*$/.exec(text.slice(Math.max(0, start - 40), start))?.[1];
    if (
      before === undefined ||
      (!/^(?:return|default|yield|case)$/.test(before) &&
        !/\n\s*$/.test(text.slice(Math.max(0, start - 40), start)))
    ) {
      return undefined;
    }
  }
  const { end, closed } = tagEnd(text, from + name.length, dialect);
  const attributes = text.slice(from + name.length, closed ? end - 1 : end);
  const empty = !ending && attributes.endsWith('/');
  return { kind: ending ? 'end' : empty ? 'empty' : 'start', name, start, end, attributes, closed };
}

/** Where a tag ends whose name ends at `from`. `>` in a quoted value or in braces does not end it. */
function tagEnd(text: string, from: number, dialect: TagDialect): { end: number; closed: boolean } {
  const braced = dialect === 'jsx' || dialect === 'svelte';
  let quote = '';
  let braces = 0;
  let afterEquals = false;
  for (let index = from; index < text.length; index++) {
    const char = text.charAt(index);
    if (quote !== '') {
      quote = char === quote ? '' : quote;
    } else if ((char === '"' || char === "'" || char === '`') && (afterEquals || braces > 0)) {
      quote = char;
    } else if (char === '{' && (braced || afterEquals || braces > 0)) {
      braces++;
    } else if (char === '}' && braces > 0) {
      braces--;
    } else if (char === '>' && braces === 0) {
      return { end: index + 1, closed: true };
    } else if (char === '<' && braces === 0) {
      return { end: index, closed: false };
    }
    afterEquals = char === '=' || (afterEquals && /\s/.test(char));
  }
  return { end: text.length, closed: false };
}

function endOfRaw(text: string, from: number, name: string): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}
