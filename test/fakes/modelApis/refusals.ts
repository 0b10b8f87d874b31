import assert from 'node:assert/strict';
import type { Violation } from './wire.ts';

/** Wrong requests by name: the rules that each breaks, all of them in order, and its list of messages. */
export type WrongRequests = Readonly<
  Record<string, readonly [rules: readonly string[], list: unknown[]]>
>;

/** Names of the rules that were broken, each once. */
export function rulesOf(found: readonly Violation[]): string[] {
  return [...new Set(found.map(({ rule }) => rule))];
}

/** One test for each wrong request: the check finds what is wrong and nothing else. */
export function refuses(wrong: WrongRequests, check: (list: unknown[]) => Violation[]): void {
  for (const [name, [rules, list]] of Object.entries(wrong)) {
    it(`refuses ${name}`, () => assert.deepEqual(rulesOf(check(list)), rules));
  }
}
