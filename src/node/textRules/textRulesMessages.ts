import type { RuleProblem } from '../../ports/textRules.ts';

/** A rule of a person to be carried out. */
export interface RuleRequest {
  readonly id: number;
  readonly texts: readonly string[];
  readonly rule: string;
  /** What stands for what it matches. */
  readonly by: string;
}

/** The usual secrets are to be left out. */
export interface SecretsRequest {
  readonly id: number;
  readonly texts: readonly string[];
  /** What stands for them. */
  readonly by: string;
  readonly home: string | undefined;
  /** One number, shared: the index of the rule that is carried out. */
  readonly at: Int32Array<SharedArrayBuffer>;
}

/** What the worker does. */
export type TextRulesRequest = RuleRequest | SecretsRequest;

/** The worker's answer: the texts in order, or what is wrong with the rule. */
export type TextRulesReply =
  | { readonly id: number; readonly texts: readonly string[] }
  | {
      readonly id: number;
      readonly problem: Extract<RuleProblem, 'no-expression' | 'matches-empty'>;
    };
