import type { RuleName } from '../operations.ts';

/** The rule that an operation broke, and what to tell whoever asked for it. */
export interface Refusal {
  readonly rule: RuleName;
  readonly message: string;
}

/** Makes a refusal. The message says what is wrong, what is true now, and what to do instead. */
export function refuse(rule: RuleName, message: string): Refusal {
  return { rule, message };
}
