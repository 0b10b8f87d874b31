/** Where and why a text is no JSON. */
export interface JsonProblem {
  /** What is wrong, without position. */
  readonly message: string;
  /** UTF-16 units before the place. */
  readonly offset: number;
  /** 1-based; lines end with LF. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

interface Fault {
  readonly fault: string;
  readonly at: number;
}

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\r\n]*/y;

/**
 * Finds the first place where a text departs from JSON (RFC 8259), or undefined if it does not. `JSON.parse` tells
 * that place only in some of its messages. Time is linear in the text.
 */
export function findJsonProblem(text: string): JsonProblem | undefined {
  const found = scan(text);
  if (!found) {
    return undefined;
  }
  const before = text.slice(0, found.at);
  const line = before.split('\n').length;
  const column = found.at - (before.lastIndexOf('\n') + 1) + 1;
  return { message: found.fault, offset: found.at, line, column };
}

function scan(text: string): Fault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = matchEnd(blank, text, at) ?? at;
    const char = text[at];
    if (expected === ', or end' && open.length === 0) {
      return char === undefined ? undefined : { fault: 'text after the end of the JSON value', at };
    }
    if (char === undefined) {
      return { fault: 'the text ends too early', at };
    }
    const next = step(char, expected, open);
    if (next === undefined) {
      return { fault: unexpected(char, expected), at };
    }
    expected = next;
    const end = tokenEnd(text, at, char);
    if (typeof end !== 'number') {
      return end;
    }
    at = end;
  }
}

// What is expected after the token that starts with `char`; undefined if the token may not stand here.
function step(char: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  switch (expected) {
    case 'name':
    case 'name or }':
      if (char === '"') {
        return ':';
      }
      return char === '}' && expected === 'name or }' ? close(open) : undefined;
    case ':':
      return char === ':' ? 'value' : undefined;
    case ', or end':
      if (char === ',') {
        return open.at(-1) === '{' ? 'name' : 'value';
      }
      return char === (open.at(-1) === '{' ? '}' : ']') ? close(open) : undefined;
    case 'value':
    case 'value or ]':
      if (char === ']' && expected === 'value or ]') {
        return close(open);
      }
      if (char === '{' || char === '[') {
        open.push(char);
        return char === '{' ? 'name or }' : 'value or ]';
      }
      return ',:]}'.includes(char) ? undefined : ', or end';
  }
}

function close(open: ('{' | '[')[]): Expected {
  open.pop();
  return ', or end';
}

function tokenEnd(text: string, at: number, char: string): number | Fault {
  if ('{}[],:'.includes(char)) {
    return at + 1;
  }
  if (char === '"') {
    return stringEnd(text, at);
  }
  return matchEnd(literal, text, at) ?? { fault: `unexpected ${JSON.stringify(char)}`, at };
}

// By hand and not by one expression: its matches would be remembered one by one, too many for a text of megabytes.
function stringEnd(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      return at + 1;
    }
    if (unit < 0x20) {
      return { fault: 'a line break or control character inside a string', at };
    }
    if (unit !== 0x5c) {
      continue;
    }
    const escape = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text.slice(at + 1, at + 6))?.[0];
    if (escape === undefined) {
      return at + 6 > text.length
        ? { fault: 'the text ends too early, inside a string', at: text.length }
        : { fault: 'a backslash that starts no JSON escape', at };
    }
    at += escape.length;
  }
  return { fault: 'the text ends too early, inside a string', at: text.length };
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function unexpected(char: string, expected: Expected): string {
  return `unexpected ${JSON.stringify(char)} where ${expected} should stand`;
}
