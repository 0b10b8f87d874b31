import type { Result } from './result.ts';

/**
 * Why a rule could not be carried out. `no-expression`: it is no regular expression. `matches-empty`: it matches where
 * no character is, and so everywhere. `slow`: it took too long on these texts, and was stopped. `ended`: what carries
 * rules out ended before it answered, such as for want of memory.
 */
export type RuleProblem = 'no-expression' | 'matches-empty' | 'slow' | 'ended';

/** Why secrets could not be looked for: the rule that took too long, or at which what carries rules out ended. */
export interface SecretsProblem {
  /** What it looks for, for people; in the plural. */
  readonly rule: string;
  readonly problem: Extract<RuleProblem, 'slow' | 'ended'>;
}

/**
 * Carries out regular expressions on texts that may be very long. One that a person wrote may take longer than anybody
 * lives, so they are carried out where they can be stopped and hold nobody up.
 */
export interface TextRules {
  /** The texts, in order, with `by` in the place of what a rule matches. Calls are carried out one after the other. */
  replace(
    texts: readonly string[],
    rule: string,
    by: string,
  ): Promise<Result<readonly string[], RuleProblem>>;
  /** The texts, in order, without the usual secrets, and with `~` for the home folder. Each rule has the time of one. */
  withoutSecrets(
    texts: readonly string[],
    by: string,
    home?: string,
  ): Promise<Result<readonly string[], SecretsProblem>>;
}
