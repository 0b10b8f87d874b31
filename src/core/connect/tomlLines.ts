/** A line of a TOML text that begins something at the top: a table's head, a key, or neither. */
export interface TomlLine {
  readonly start: number;
  /** Behind the line's end, and behind what the value goes on over. */
  readonly end: number;
  readonly kind: 'table' | 'key' | 'blank';
  /** The parts of the table's or the key's name. */
  readonly name: readonly string[];
}

const part = /[ \t]*(?:([A-Za-z0-9_-]+)|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')[ \t]*/y;
const multiline = /"""(?:[^\\]|\\[^])*?"""{1,3}|'''[^]*?'''{1,3}/y;
const simple = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;

/**
 * Divides a TOML text into the lines that begin something, without reading values further than to find their ends.
 * Answers undefined for what is certainly no TOML: strings, brackets or names that do not end.
 */
export function tomlLines(text: string): readonly TomlLine[] | undefined {
  const lines: TomlLine[] = [];
  for (let at = 0; at < text.length;) {
    const line = lineAt(text, at);
    if (line === undefined) {
      return undefined;
    }
    lines.push(line);
    at = line.end;
  }
  return lines;
}

function lineAt(text: string, start: number): TomlLine | undefined {
  const at = start + (/^[ \t\ufeff]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0);
  if (at >= text.length || '\r\n#'.includes(text[at] ?? '')) {
    return { start, end: lineEnd(text, at), kind: 'blank', name: [] };
  }
  if (text[at] === '[') {
    const double = text[at + 1] === '[';
    const read = nameAt(text, at + (double ? 2 : 1));
    const close = double ? ']]' : ']';
    if (read === undefined || !text.startsWith(close, read.end)) {
      return undefined;
    }
    const end = restOfLine(text, read.end + close.length);
    return end === undefined ? undefined : { start, end, kind: 'table', name: read.name };
  }
  const read = nameAt(text, at);
  if (read === undefined || text[read.end] !== '=') {
    return undefined;
  }
  const end = valueEnd(text, read.end + 1);
  return end === undefined ? undefined : { start, end, kind: 'key', name: read.name };
}

function nameAt(text: string, from: number): { name: string[]; end: number } | undefined {
  const name: string[] = [];
  for (let at = from; ; at++) {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found === null) {
      return undefined;
    }
    name.push(found[1] ?? found[2] ?? found[3] ?? '');
    at = part.lastIndex;
    if (text[at] !== '.') {
      return { name, end: at };
    }
  }
}

/** Where the line of a value ends: brackets and multi-line strings are gone through. */
function valueEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let empty = true;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '#') {
      at = lineEnd(text, at) - 2;
    } else if (character === '\n' && depth === 0) {
      return empty ? undefined : at + 1;
    } else if ('[{'.includes(character)) {
      depth++;
      empty = false;
    } else if (']}'.includes(character)) {
      depth--;
    } else if (character === '"' || character === "'") {
      const end = stringEnd(text, at);
      if (end === undefined) {
        return undefined;
      }
      at = end - 1;
      empty = false;
    } else {
      empty &&= /\s/.test(character);
    }
    if (depth < 0) {
      return undefined;
    }
  }
  return depth === 0 && !empty ? text.length : undefined;
}

function stringEnd(text: string, at: number): number | undefined {
  const triple = text.startsWith('"""', at) || text.startsWith("'''", at);
  const pattern = triple ? multiline : simple;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function restOfLine(text: string, at: number): number | undefined {
  const end = lineEnd(text, at);
  return /^[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(at, end)) ? end : undefined;
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found + 1;
}
