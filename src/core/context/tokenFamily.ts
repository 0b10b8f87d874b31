import type { TokenFamily } from '../../ports/tokens.ts';

/** What is known of a model's name. Any part may be empty or unknown. */
export interface ModelName {
  /** As its provider names it: `gpt-4o-2024-11-20`, `openai/gpt-5-mini`, `claude-sonnet-4`. */
  readonly id: string;
  /** A coarser name, where the editor gives one. */
  readonly family?: string;
  /** Who offers it, which need not be who made it: `copilot`. */
  readonly vendor?: string;
}

/** The vocabulary to count a model's tokens with. */
export interface FamilyChoice {
  readonly family: TokenFamily;
  /**
   * True where it is the model's own vocabulary. False where it stands in for one that is not at hand (Claude, Gemini
   * and Grok publish none; those of open models are not in the package): the count is then an estimate and has to be
   * called so.
   */
  readonly exact: boolean;
}

interface NameRule {
  readonly name: RegExp;
  readonly choice: FamilyChoice;
}

/** Names as OpenAI gives them, from their beginning; a name that a rule begins must end there or go on with a sign. */
const rules: readonly NameRule[] = [
  {
    name: /^(chat)?gpt-?(4-?o|4\.1|4\.5|5(\.\d+)?|oss)(?![a-z0-9.])/,
    choice: { family: 'o200k', exact: true },
  },
  { name: /^(o[134]|codex-mini)(?![a-z0-9.])/, choice: { family: 'o200k', exact: true } },
  { name: /^gpt-?(4|3\.?5)(?![a-z0-9.])/, choice: { family: 'cl100k', exact: true } },
  { name: /^text-embedding-(3|ada-002)(?![a-z0-9.])/, choice: { family: 'cl100k', exact: true } },
  { name: /^(davinci|babbage)-002$/, choice: { family: 'cl100k', exact: true } },
];

const standIn: FamilyChoice = { family: 'o200k', exact: false };

/** Vendors that offer their own models alone, none of which OpenAI made, whatever their names. */
const otherVendors = /^(anthropic|google|gemini|xai|mistral|deepseek|meta)/;

/** The name without what resellers and trainers put before it: `openai/`, `ft:`, `models/`. */
function bareName(name: string): string {
  const last = name.trim().toLowerCase().split('/').at(-1) ?? '';
  return last.replace(/^ft:/, '');
}

/**
 * Which vocabulary a model's tokens are counted with: that of the id, else that of the family's name, else `o200k` as
 * a stand-in, as for every model that is not known.
 */
export function tokenFamilyOf(model: ModelName): FamilyChoice {
  if (otherVendors.test(model.vendor?.trim().toLowerCase() ?? '')) {
    return standIn;
  }
  for (const name of [bareName(model.id), bareName(model.family ?? '')]) {
    const rule = rules.find((entry) => entry.name.test(name));
    if (rule !== undefined) {
      return rule.choice;
    }
  }
  return standIn;
}

/** The model's own vocabulary; undefined where it is not at hand, and no count is exact for it. */
export function ownFamilyOf(model: ModelName): TokenFamily | undefined {
  const { family, exact } = tokenFamilyOf(model);
  return exact ? family : undefined;
}
