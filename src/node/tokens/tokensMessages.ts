import type { TokenFamily } from '../../ports/tokens.ts';

/** Texts to be counted. */
export interface TokensRequest {
  readonly id: number;
  readonly family: TokenFamily;
  readonly texts: readonly string[];
}

/** The worker's answer: one count per text, or why there is none. */
export type TokensReply =
  | { readonly id: number; readonly counts: readonly number[] }
  | { readonly id: number; readonly why: string };
