import type { Disposable } from './system.ts';

/**
 * Vocabularies that can be counted with. `o200k`: OpenAI's models from GPT-4o on. `cl100k`: GPT-4 and GPT-3.5 before
 * it. Others are published by no vendor whose models an agent here can use, or not in a form that is at hand.
 */
export type TokenFamily = 'o200k' | 'cl100k';

/** Counts tokens exactly; slow beside an estimate (some megabytes per second), so it works elsewhere. */
export interface TokenCounter extends Disposable {
  /**
   * Tokens of each text, in the order of the texts; 0 for an empty one. Only the texts themselves: what a request puts
   * around them is not counted. Rejects with an Error where it cannot count, and after `dispose`; another call may then
   * succeed.
   */
  count(texts: readonly string[], family: TokenFamily): Promise<readonly number[]>;
}
