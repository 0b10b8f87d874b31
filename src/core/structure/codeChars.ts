/** What is open at the end of a line. */
export interface CodeState {
  /** In a block comment. */
  comment: boolean;
  /** The quote of the text that is open, or empty. */
  quote: string;
}

/** A character of a line that is code, and its offset in the line. */
export interface CodeChar {
  readonly char: string;
  readonly index: number;
}

const hashComments = new Set(
  'dockerfile ex exs jl makefile mk nim pl pm powershell ps1 r sh tf toml yaml yml zsh fish'.split(
    ' ',
  ),
);
const dashComments = new Set('ada adb ads elm hs lhs sql vhd vhdl'.split(' '));

/** How a comment to the end of the line begins, by the language's id. */
export function lineComment(language: string): RegExp {
  if (hashComments.has(language)) {
    return /(?:^|\s)#/y;
  }
  return dashComments.has(language) ? /--/y : /\/\/|^\s*#(?![{[(])/y;
}

/**
 * The characters of a line that are code: what is in quotes or comments is left out. An apostrophe without a second
 * one in the line is a character like any other. `state` goes on from line to line.
 */
export function* codeChars(
  text: string,
  state: CodeState,
  comment = lineComment(''),
): Generator<CodeChar> {
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    comment.lastIndex = index;
    if (state.comment) {
      if (text.startsWith('*/', index)) {
        state.comment = false;
        index++;
      }
    } else if (state.quote !== '') {
      if (char === '\\') {
        index++;
      } else if (char === state.quote) {
        state.quote = '';
      }
    } else if (comment.test(text)) {
      break;
    } else if (text.startsWith('/*', index)) {
      state.comment = true;
      index++;
    } else if (char === '`' || ((char === '"' || char === "'") && text.includes(char, index + 1))) {
      state.quote = char;
    } else {
      yield { char, index };
    }
  }
  // Only a template string goes on in the next line.
  if (state.quote !== '`') {
    state.quote = '';
  }
}

/** What a line of a preprocessor does to the choice of branches; of the branches only one is there. */
export function preprocessorBranch(text: string): 'if' | 'else' | 'end' | undefined {
  const word = /^\s*#\s*(if|ifdef|ifndef|el\w+|endif)\b/.exec(text)?.[1];
  return word === undefined
    ? undefined
    : word.startsWith('if')
      ? 'if'
      : word === 'endif'
        ? 'end'
        : 'else';
}
