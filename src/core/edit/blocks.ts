/** A range of lines, 1-based and inclusive. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
}

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
  const control = /^\s*(?:return|if|else|while|for|switch|throw|await|new|case|do)\b/;
  return (text) =>
    keyword.test(text) || assigned.test(text) || (method.test(text) && !control.test(text));
}

/**
 * The block that begins at a line: to the brace that closes the first one opened, or, where no brace opens before the
 * signature ends, to the last line indented deeper. Braces in strings and comments do not count. A fallback for
 * languages without a parser.
 */
export function blockAround(lines: readonly string[], first: number): BlockRange {
  const last = braceEnd(lines, first) ?? indentEnd(lines, first);
  return { first, last };
}

function braceEnd(lines: readonly string[], first: number): number | undefined {
  const scanner = { comment: false, quote: '' };
  let depth = 0;
  let parens = 0;
  for (let line = first; line <= lines.length; line++) {
    for (const char of codeChars(lines[line - 1] ?? '', scanner)) {
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

/** The characters of a line that are code: what is in quotes or comments is left out. */
function* codeChars(text: string, state: { comment: boolean; quote: string }): Generator<string> {
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    const pair = text.slice(index, index + 2);
    if (state.comment) {
      if (pair === '*/') {
        state.comment = false;
        index++;
      }
    } else if (state.quote !== '') {
      if (char === '\\') {
        index++;
      } else if (char === state.quote) {
        state.quote = '';
      }
    } else if (pair === '//' || (char === '#' && /^\s*$/.test(text.slice(0, index)))) {
      break;
    } else if (pair === '/*') {
      state.comment = true;
      index++;
    } else if (char === '"' || char === '`' || (char === "'" && text.indexOf("'", index + 1) > 0)) {
      state.quote = char;
    } else {
      yield char;
    }
  }
  // Only a template string goes on in the next line.
  if (state.quote !== '`') {
    state.quote = '';
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
