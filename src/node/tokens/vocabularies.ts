import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
} from 'gpt-tokenizer/encodingParams/constants';
import type { TokenFamily } from '../../ports/tokens.ts';
import { ByteRanks } from './byteRanks.ts';
import { TextTokens } from './textTokens.ts';

/**
 * Reads a vocabulary: some hundreds of milliseconds, some tens of megabytes.
 *
 * Only the vocabularies and the rules for pieces are the package's. Its own counting looks at all pairs for each join,
 * so that a line of 100,000 letters takes a minute, refuses texts with the names of special tokens unless told
 * otherwise, and miscounts U+FEFF.
 */
export async function loadTextTokens(family: TokenFamily): Promise<TextTokens> {
  switch (family) {
    case 'o200k': {
      const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
      return new TextTokens(new ByteRanks(ranks), O200K_TOKEN_SPLIT_REGEX);
    }
    case 'cl100k': {
      const { default: ranks } = await import('gpt-tokenizer/bpeRanks/cl100k_base');
      return new TextTokens(new ByteRanks(ranks), CL100K_TOKEN_SPLIT_REGEX);
    }
  }
}
