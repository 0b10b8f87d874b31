import { fail, ok, type Result } from '../../../ports/result.ts';
import { redactSecrets } from '../../redact.ts';

/** What stands for what was left out. */
export const redacted = '[redacted]';

/** Leaves out of a text what must not be in it. */
export type Redaction = (text: string) => string;

/**
 * Replaces what a person's rules match, and the usual secrets always. `home`: the user's folder, which becomes `~`. The
 * failure is a sentence about the first rule that is no regular expression.
 */
export function redactionBy(rules: readonly string[], home?: string): Result<Redaction, string> {
  const patterns: RegExp[] = [];
  for (const rule of rules) {
    try {
      patterns.push(new RegExp(rule, 'gu'));
    } catch {
      return fail(`The rule "${rule.slice(0, 80)}" is no regular expression.`);
    }
  }
  return ok((text) => {
    const own = patterns.reduce((left, pattern) => left.replace(pattern, replaced), text);
    return redactSecrets(own, home).replaceAll('‹secret›', redacted);
  });
}

/** A rule that matches nothing at all leaves the text as it is. */
function replaced(match: string): string {
  return match === '' ? '' : redacted;
}

/** A copy of plain data with every text redacted. */
export function redactedCopy<T>(value: T, redact: Redaction): T {
  if (typeof value === 'string') {
    return redact(value) as T;
  }
  if (Array.isArray(value)) {
    return value.map((each: unknown) => redactedCopy(each, redact)) as T;
  }
  return typeof value === 'object' && value !== null
    ? (Object.fromEntries(
        Object.entries(value).map(([name, field]) => [name, redactedCopy(field, redact)]),
      ) as T)
    : value;
}
