import type { Result } from './result.ts';

/**
 * Why a rule could not be carried out. `no-expression`: it is no regular expression. `matches-empty`: it matches where
 * no character is, and so everywhere. `slow`: it took too long on these texts, and was stopped. `ended`: what carries
 * rules out ended before it answered, such as for want of memory.
 */
export type RuleProblem = 'no-expression' | 'matches-empty' | 'slow' | 'ended';

/**
 * Carries out regular expressions that a person wrote. One of them may take longer than anybody lives, so they are
 * carried out where they can be stopped and hold nobody up.
 */
export interface TextRules {
  /** The texts, in order, with `by` in the place of what a rule matches. Calls are carried out one after the other. */
  replace(
    texts: readonly string[],
    rule: string,
    by: string,
  ): Promise<Result<readonly string[], RuleProblem>>;
}
