import { codeChars, preprocessorBranch } from './codeChars.ts';

/** A range of lines, 1-based and inclusive, and how its end was found. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
  readonly method: 'braces' | 'indentation';
}

/** A definition found without a parser. */
export interface Block extends BlockRange {
  readonly kind: string;
  readonly name: string | undefined;
}

/** Words at the start of a line that make it no definition. */
const control =
  /^\s*(?:return|if|elif|elsif|else|while|for|foreach|switch|throw|await|new|case|do|catch|guard|until|unless|try|using|with|var|let|val|const|import|package|use)\b/i;

/**
 * A test for lines that begin the definition of a function, method or class of this name. Works on one line at a
 * time by the words languages use, without knowing the language.
 */
export function definitionOf(name: string): (text: string) => boolean {
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const keyword = new RegExp(
    `(?:^|\\s)(?:func|function|fn|def|fun|sub|proc|class|struct|interface|trait|impl|enum|module)\\*?\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?${word}(?![\\w$])`,
  );
  const assigned = new RegExp(
    `(?:^|\\s)(?:const|let|var|val)\\s+${word}\\s*(?::[^=]+)?=\\s*(?:async\\b|function\\b|\\(|[\\w$]+\\s*=>)`,
  );
  // A method or a C-like function: the name, a parameter list, and no `;` that would make it a call or declaration.
  const method = new RegExp(
    `^\\s*(?:[\\w$<>\\[\\],.*&:~]+\\s+)*[*&]*${word}\\s*(?:<[^>]*>)?\\([^;]*$`,
  );
  return (text) =>
    keyword.test(text) || assigned.test(text) || (method.test(text) && !control.test(text));
}

/**
 * The block that begins at a line: to the brace that closes the first one opened, or, where no brace opens before the
 * signature ends, to the last line indented deeper. Braces in strings and comments do not count. A fallback for
 * languages without a parser.
 */
export function blockAround(lines: readonly string[], first: number): BlockRange {
  const last = braceEnd(lines, first);
  return last === undefined
    ? { first, last: indentEnd(lines, first), method: 'indentation' }
    : { first, last, method: 'braces' };
}

/**
 * The innermost definition that holds a line; else the block that begins at the margin and holds it. Goes up by
 * indentation, so that only lines around the one asked for are read.
 */
export function blockHolding(lines: readonly string[], line: number): Block | undefined {
  let margin = Number.MAX_SAFE_INTEGER;
  for (let first = line; first >= 1 && margin > 0; first--) {
    const text = lines[first - 1] ?? '';
    const own = indent(text);
    if (text.trim() === '' || own > margin || (own === margin && margin > 0)) {
      continue;
    }
    const found = definitionIn(text, lines[first] ?? '');
    if (found === undefined && (own > 0 || /^(?:[)\]}{]|\/\/|#|--|\*|\/\*)/.test(text))) {
      continue;
    }
    margin = own;
    const block: BlockRange =
      found !== undefined || /[({[]$/.test(text.trimEnd())
        ? blockAround(lines, first)
        : { first, last: indentEnd(lines, first), method: 'indentation' };
    if (block.last >= line) {
      return { ...block, ...(found ?? { kind: 'statement', name: undefined }) };
    }
  }
  return undefined;
}

const typeWords = /^(?:class|struct|interface|trait|impl|enum|module|protocol|extension)$/i;

/** What a line begins to define, whatever its name. `next` is the line after it. */
function definitionIn(text: string, next: string): { kind: string; name: string } | undefined {
  const keyword =
    /^\s*(?:[\w@()[\].]+\s+)*?(func|function|fn|def|defp|defmodule|fun|sub|proc|procedure|filter|class|struct|interface|trait|impl|enum|module|protocol|extension)\*?\s+(?:\([^)]*\)\s*)?(?:self\.)?([\w$.:?!-]+)/i.exec(
      text,
    );
  if (keyword?.[1] !== undefined && keyword[2] !== undefined) {
    const word = keyword[1].toLowerCase();
    return { kind: typeWords.test(word) ? word : 'function', name: keyword[2].replace(/:$/, '') };
  }
  const assigned =
    /^\s*(?:export\s+)?(?:const|let|var|val)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/.exec(
      text,
    );
  // A method or a C-like function: words, the name, a parameter list, and a brace, which a call does not have.
  const opens = /[{(,]\s*$/.test(text) || next.trimStart().startsWith('{');
  const method = /^\s*(?:[\w$<>[\],.*&:~]+\s+)*[*&]*([\w$~]+)\s*(?:<[^>]*>)?\([^;]*$/.exec(text);
  const name = assigned?.[1] ?? (opens && !control.test(text) ? method?.[1] : undefined);
  return name === undefined ? undefined : { kind: 'function', name };
}

function braceEnd(lines: readonly string[], first: number): number | undefined {
  const scanner = { comment: false, quote: '' };
  let depth = 0;
  let parens = 0;
  const branches: number[] = [];
  for (let line = first; line <= lines.length; line++) {
    depth = depthInBranch(lines[line - 1] ?? '', depth, branches);
    for (const { char } of codeChars(lines[line - 1] ?? '', scanner)) {
      if (char === '(' || char === '[') {
        parens++;
      } else if (char === ')' || char === ']') {
        parens--;
      } else if (char === '{') {
        depth++;
      } else if (char === '}' && --depth <= 0) {
        return line;
      } else if (char === ';' && depth === 0 && parens <= 0) {
        return line;
      }
    }
    const text = (lines[line - 1] ?? '').trimEnd();
    // `def f():` and the like: the signature is over and no brace has come.
    if (depth === 0 && parens <= 0 && text.endsWith(':')) {
      return undefined;
    }
    if (depth === 0 && parens <= 0 && line > first + 1 && text === '') {
      return undefined;
    }
  }
  return undefined;
}

/** The depth after a line of a preprocessor: each branch goes on from where the first began. */
function depthInBranch(text: string, depth: number, branches: number[]): number {
  switch (preprocessorBranch(text)) {
    case 'if':
      branches.push(depth);
      return depth;
    case 'else':
      return branches.at(-1) ?? depth;
    case 'end':
      branches.pop();
      return depth;
    case undefined:
      return depth;
  }
}

function indentEnd(lines: readonly string[], first: number): number {
  const own = indent(lines[first - 1] ?? '');
  let last = first;
  for (let line = first + 1; line <= lines.length; line++) {
    const text = lines[line - 1] ?? '';
    if (text.trim() === '') {
      continue;
    }
    // A signature over several lines closes at its own indent: `) -> int:`.
    if (indent(text) <= own && !/^\s*[)\]}]/.test(text)) {
      break;
    }
    last = line;
  }
  return last;
}

function indent(text: string): number {
  return text.length - text.trimStart().length;
}
