import type { RuleProblem } from '../../ports/textRules.ts';

/** A rule to be carried out. */
export interface TextRulesRequest {
  readonly id: number;
  readonly texts: readonly string[];
  readonly rule: string;
  /** What stands for what it matches. */
  readonly by: string;
}

/** The worker's answer: the texts in order, or what is wrong with the rule. */
export type TextRulesReply =
  | { readonly id: number; readonly texts: readonly string[] }
  | {
      readonly id: number;
      readonly problem: Extract<RuleProblem, 'no-expression' | 'matches-empty'>;
    };
