import * as l10n from '@vscode/l10n';
import type { Price } from './prices.ts';
import { publishedPrices } from './prices.ts';

/** Prices to look up: the person's own come before the published ones. */
export interface PriceBook {
  readonly own: ReadonlyMap<string, Price>;
  /** What was wrong with entries that were left out; one sentence for each. */
  readonly problems: readonly string[];
}

/** A price with where it is from. */
export interface FoundPrice {
  readonly price: Price;
  /** The name in the table. */
  readonly name: string;
  readonly from: 'own' | 'published';
}

/** A price book without prices of the person's own. */
export const noOwnPrices: PriceBook = { own: new Map(), problems: [] };

const required = ['input', 'output'] as const;
const optional = ['cacheRead', 'cacheWrite', 'cacheWriteHour'] as const;

/**
 * Reads the setting `chipboard.prices`, which may be anything: by model, dollars for a million tokens. Entries that can
 * not be used are left out, and it is said why. What is not given of the cache costs as much as input.
 */
export function readPrices(value: unknown): PriceBook {
  if (value === undefined || value === null) {
    return noOwnPrices;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    return { own: new Map(), problems: [l10n.t('The setting chipboard.prices is no object.')] };
  }
  const own = new Map<string, Price>();
  const problems: string[] = [];
  for (const [model, entry] of Object.entries(value)) {
    const problem = problemOf(entry);
    if (model.trim() === '' || problem !== undefined) {
      const why = problem ?? l10n.t('it names no model');
      problems.push(l10n.t`The price of “${model}” in chipboard.prices is left out: ${why}.`);
      continue;
    }
    const { input, output, cacheRead, cacheWrite, cacheWriteHour } = entry as Partial<Price>;
    own.set(model.trim().toLowerCase(), {
      ...{ input: input ?? 0, output: output ?? 0 },
      ...{ cacheRead: cacheRead ?? input ?? 0, cacheWrite: cacheWrite ?? input ?? 0 },
      ...(cacheWriteHour !== undefined && { cacheWriteHour }),
    });
  }
  return { own, problems };
}

function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return l10n.t('it is no object');
  }
  const fields = entry as Readonly<Record<string, unknown>>;
  const names: readonly string[] = [...required, ...optional];
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    return l10n.t`“${unknown}” is none of ${names.join(', ')}`;
  }
  const missing = required.find((name) => fields[name] === undefined);
  if (missing !== undefined) {
    return l10n.t`“${missing}” is missing`;
  }
  const wrong = Object.keys(fields).find((name) => !isPrice(fields[name]));
  return wrong === undefined ? undefined : l10n.t`“${wrong}” must be a number from 0`;
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** The price of a model by its name; the longest name that fits, the person's own first. Undefined: none is known. */
export function priceOf(model: string, { own }: PriceBook): FoundPrice | undefined {
  const ownName = bestName(model, own.keys());
  const ownPrice = ownName === undefined ? undefined : own.get(ownName);
  if (ownName !== undefined && ownPrice !== undefined) {
    return { price: ownPrice, name: ownName, from: 'own' };
  }
  const name = bestName(model, publishedPrices.keys());
  const price = name === undefined ? undefined : publishedPrices.get(name);
  return name !== undefined && price !== undefined ? { price, name, from: 'published' } : undefined;
}

function bestName(model: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const name of names) {
    if (fits(model, name) && name.length > (best?.length ?? 0)) {
      best = name;
    }
  }
  return best;
}

/** What may stand behind a model's name without making it another model: a date, a version, a variant of the window. */
const behind = /^(?:-\d{6,8}|-\d{4}-\d{2}-\d{2}|-latest)?(?:-v\d+)?(?:[@:[].*)?$/;

/** Whether a model goes by a name: what stands before it is who serves it, and points are like dashes. */
function fits(model: string, name: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll('.', '-');
  const [whole, part] = [plain(model), plain(name)];
  const at = whole.lastIndexOf(part);
  return (
    at >= 0 &&
    (at === 0 || '/.:'.includes(model.charAt(at - 1))) &&
    behind.test(whole.slice(at + part.length))
  );
}
