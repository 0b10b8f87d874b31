import { fail, ok, type Result } from '../../../ports/result.ts';
import type { RuleProblem, SecretsProblem, TextRules } from '../../../ports/textRules.ts';

/** What stands for what was left out. */
export const redacted = '[redacted]';

/** Characters of a rule that are repeated to the person who wrote it. */
const shownOfRule = 80;

/** What is left out, and by whom. */
export interface RedactionParts {
  /** A person's regular expressions. */
  readonly rules: readonly string[];
  /** The user's folder, which becomes `~`. */
  readonly home?: string;
  readonly textRules: TextRules;
}

/**
 * A copy of plain data in which every text has `[redacted]` for what a person's rules match, and for the usual secrets
 * always. Names of fields stay. The failure is a sentence about the first rule that can not be carried out. Throws the
 * signal's reason.
 */
export async function redactedCopy<T>(
  value: T,
  { rules, home, textRules }: RedactionParts,
  signal?: AbortSignal,
): Promise<Result<T, string>> {
  const originals = [...textsIn(value, new Set())];
  let texts: readonly string[] = originals;
  for (const rule of rules) {
    signal?.throwIfAborted();
    const done = await textRules.replace(texts, rule, redacted);
    if (!done.ok) {
      return fail(problemText(rule, done.failure));
    }
    texts = done.value;
  }
  signal?.throwIfAborted();
  const done = await textRules.withoutSecrets(texts, redacted, home);
  if (!done.ok) {
    return fail(secretsText(done.failure));
  }
  signal?.throwIfAborted();
  const copies = new Map(
    originals.map((original, index) => [original, done.value[index] ?? redacted]),
  );
  return ok(withTexts(value, copies));
}

/** Each text of plain data once. */
function textsIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value === 'string') {
    found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach((each) => textsIn(each, found));
  }
  return found;
}

function withTexts<T>(value: T, copies: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') {
    return (copies.get(value) ?? redacted) as T;
  }
  if (Array.isArray(value)) {
    return value.map((each: unknown) => withTexts(each, copies)) as T;
  }
  return typeof value === 'object' && value !== null
    ? (Object.fromEntries(
        Object.entries(value).map(([name, field]) => [name, withTexts(field as unknown, copies)]),
      ) as T)
    : value;
}

function problemText(rule: string, problem: RuleProblem): string {
  const shown = rule.length > shownOfRule ? `${rule.slice(0, shownOfRule).toWellFormed()}…` : rule;
  switch (problem) {
    case 'no-expression':
      return `The rule "${shown}" is no regular expression.`;
    case 'matches-empty':
      return `The rule "${shown}" also matches where there is no text, and so everywhere. Write it so that it takes at least one character.`;
    case 'slow':
      return `The rule "${shown}" takes too long on this session, so nothing was exported. Write it more simply: repeats within repeats, such as (a+)+, are slow.`;
    case 'ended':
      return `The rule "${shown}" could not be carried out on this session, so nothing was exported. Write it more simply.`;
  }
}

function secretsText({ rule, problem }: SecretsProblem): string {
  const what =
    problem === 'slow'
      ? `To look for ${rule} takes too long on this session`
      : `Chipboard could not look for ${rule} in this session`;
  return `${what}, so nothing was exported. Export it without its texts, or one patch of it.`;
}
