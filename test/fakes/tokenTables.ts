import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import type { TextTokens } from '../../src/node/tokens/textTokens.ts';
import { loadTextTokens } from '../../src/node/tokens/vocabularies.ts';
import type { TokenFamily } from '../../src/ports/tokens.ts';

/** All families. */
export const families: readonly TokenFamily[] = ['o200k', 'cl100k'];

const loaded = new Map<TokenFamily, Promise<TextTokens>>();

/** Our counting, loaded once for all tests. */
export function textTokens(family: TokenFamily): Promise<TextTokens> {
  const tokens = loaded.get(family) ?? loadTextTokens(family);
  loaded.set(family, tokens);
  return tokens;
}

/** The count of the library that the vocabularies are from, with special tokens as plain text. */
export function libraryCount(text: string, family: TokenFamily): number {
  const library = family === 'o200k' ? o200k : cl100k;
  return library.countTokens(text, { disallowedSpecial: new Set() });
}
