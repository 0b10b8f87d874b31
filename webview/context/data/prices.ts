/*
 * What providers publish as prices of their models, in US dollars for a million tokens, at their standard rate.
 *
 * Anthropic: the table of platform.claude.com/docs/en/about-claude/pricing, as of November 2026. Writing to the cache
 * costs 1.25 times the input, 2 times where it is kept for an hour.
 * OpenAI: developers.openai.com/api/docs/pricing, as of November 2026. Writing to the cache costs nothing besides.
 * Google: ai.google.dev/gemini-api/docs/pricing, as of October 2026. What keeping a cache costs by the hour is left out.
 *
 * What is not sure is not here: such models have no price until the person gives one. Prices of other days, batches,
 * priority, subscriptions and resellers are not known.
 */
import * as l10n from '@vscode/l10n';

/** Prices of a model in US dollars for a million tokens, 0 or more. */
export interface Price {
  /** Input that was neither read from the cache nor written to it. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** What is kept for an hour; `cacheWrite` if absent. */
  readonly cacheWriteHour?: number;
  /** Requests whose input is above so many tokens cost so many times as much, all of them. */
  readonly long?: { readonly above: number; readonly input: number; readonly output: number };
}

/** A price with the names of the models that have it. */
type PriceLine = readonly [models: readonly string[], price: Price];

/** Anthropic's multiples of the input price; `read` where the cache is cheaper than usual. */
function anthropic(input: number, output: number, read = 0.1): Price {
  return {
    ...{ input, output, cacheRead: input * read },
    ...{ cacheWrite: input * 1.25, cacheWriteHour: input * 2 },
  };
}

/** Where only reading from the cache has a price of its own. */
function readOnly(input: number, output: number, cacheRead: number): Price {
  return { input, output, cacheRead, cacheWrite: input };
}

/** Above 200,000 tokens twice the input, and half as much again for the output. */
const long200k = { above: 200_000, input: 2, output: 1.5 };
const long272k = { above: 272_000, input: 2, output: 1.5 };

const lines: readonly PriceLine[] = [
  [['claude-fable-5-1'], anthropic(10, 50, 0.025)],
  [['claude-fable-5'], anthropic(10, 50)],
  [['claude-opus-5-5'], anthropic(4, 20, 0.05)],
  [
    ['claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-7', 'claude-opus-4-6', 'claude-opus-4-5'],
    anthropic(5, 25),
  ],
  [['claude-opus-4-1', 'claude-opus-4'], anthropic(15, 75)],
  [['claude-sonnet-5-5'], anthropic(2, 10, 0.05)],
  [['claude-sonnet-5'], anthropic(2, 10)],
  [['claude-sonnet-4-6', 'claude-3-7-sonnet', 'claude-3-5-sonnet'], anthropic(3, 15)],
  [['claude-sonnet-4-5', 'claude-sonnet-4'], { ...anthropic(3, 15), long: long200k }],
  [['claude-haiku-5-5'], { ...anthropic(0.1, 0.5), long: { above: 100_000, input: 5, output: 5 } }],
  [['claude-haiku-4-5'], anthropic(1, 5)],
  [['claude-3-5-haiku'], anthropic(0.8, 4)],
  [['gpt-5.5'], { ...readOnly(5, 30, 0.5), long: long272k }],
  [['gpt-5.4'], { ...readOnly(2.5, 15, 0.25), long: long272k }],
  [['gpt-5.4-mini'], readOnly(0.75, 4.5, 0.075)],
  [['gpt-5.3-codex', 'gpt-5.2-codex', 'gpt-5.2'], readOnly(1.75, 14, 0.175)],
  [
    ['gpt-5.1-codex-max', 'gpt-5.1-codex', 'gpt-5.1', 'gpt-5-codex', 'gpt-5'],
    readOnly(1.25, 10, 0.125),
  ],
  [['gpt-5.1-codex-mini', 'gpt-5-mini'], readOnly(0.25, 2, 0.025)],
  [['gpt-5-nano'], readOnly(0.05, 0.4, 0.005)],
  [['gpt-4.1'], readOnly(2, 8, 0.5)],
  [['gpt-4.1-mini'], readOnly(0.4, 1.6, 0.1)],
  [['gpt-4.1-nano'], readOnly(0.1, 0.4, 0.025)],
  [['gpt-4o'], readOnly(2.5, 10, 1.25)],
  [['gpt-4o-mini'], readOnly(0.15, 0.6, 0.075)],
  [['o3'], readOnly(2, 8, 0.5)],
  [['o4-mini'], readOnly(1.1, 4.4, 0.275)],
  [['gemini-2.5-pro'], { ...readOnly(1.25, 10, 0.125), long: long200k }],
  [['gemini-2.5-flash'], readOnly(0.3, 2.5, 0.03)],
  [['gemini-2.5-flash-lite'], readOnly(0.1, 0.4, 0.01)],
];

/** When the table was read, for people. */
export const pricesRead = l10n.t('November 2026');

/** Published prices by the model's name, without the date that names end with. */
export const publishedPrices: ReadonlyMap<string, Price> = new Map(
  lines.flatMap(([models, price]) => models.map((model) => [model, price] as const)),
);
