import * as l10n from '@vscode/l10n';
import type { CostSum } from './callCosts.ts';
import type { FoundPrice } from './priceOf.ts';
import { pricesRead } from './prices.ts';
import { counted } from './numberText.ts';

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const small = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD' },
  ...{ minimumFractionDigits: 4, maximumFractionDigits: 4 },
});

/** US dollars; amounts below a dollar with parts of cents. */
export function dollarsText(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) {
    return `<${small.format(0.0001)}`;
  }
  return Math.abs(dollars) < 1 && dollars !== 0 ? small.format(dollars) : cents.format(dollars);
}

/** What a sum costs; words where nothing in it has a price. */
export function costText({ calls, uncounted, unpriced, dollars }: CostSum): string {
  const priced = calls - uncounted - unpriced;
  if (priced === 0) {
    return calls === 0 ? '' : unpriced > 0 ? l10n.t('no price known') : l10n.t('not counted');
  }
  return `${unpriced > 0 || uncounted > 0 ? '≥ ' : ''}${dollarsText(dollars)}`;
}

/** Where a price is from, with its numbers: dollars for a million tokens. */
export function priceText(found: FoundPrice | undefined): string {
  if (found === undefined) {
    return l10n.t('no price known');
  }
  const { price, from, name } = found;
  const numbers = l10n.t`in ${price.input}, out ${price.output}, read ${round(price.cacheRead)}, write ${round(price.cacheWrite)}`;
  const long =
    price.long === undefined ? '' : l10n.t`; more above ${counted(price.long.above, 'token')}`;
  return l10n.t`${from === 'own' ? l10n.t('yours') : l10n.t('published')}, ${name}: ${numbers}${long}`;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

/** What a sum comes to with and without the cache, and what is not in it; sentences. */
export function costSentences(sum: CostSum): readonly string[] {
  const { calls, uncounted, unpriced, dollars, withoutCache } = sum;
  const priced = calls - uncounted - unpriced;
  const sentences: string[] = [];
  if (priced > 0) {
    const saved = withoutCache - dollars;
    const cache =
      Math.abs(saved) < 0.00005
        ? l10n.t('The cache made no difference.')
        : saved > 0
          ? l10n.t`Without the cache it would be ${dollarsText(withoutCache)}: the cache saved ${dollarsText(saved)}.`
          : l10n.t`Without the cache it would be ${dollarsText(withoutCache)}: what was written to the cache cost ${dollarsText(-saved)} more than reading saved.`;
    sentences.push(l10n.t`${dollarsText(dollars)} for ${counted(priced, 'call')}. ${cache}`);
  }
  if (unpriced > 0) {
    sentences.push(l10n.t`No price is known for the model of ${counted(unpriced, 'call')}.`);
  }
  if (uncounted > 0) {
    const count = counted(uncounted, 'call');
    sentences.push(
      uncounted === 1
        ? l10n.t`${count} was not counted by the provider.`
        : l10n.t`${count} were not counted by the provider.`,
    );
  }
  return sentences;
}

/** How the costs are known. */
export const costNote = l10n.t`Tokens are the provider’s count; prices are published list prices as of ${pricesRead}, or yours. It is no bill: discounts, subscriptions and batches are not known.`;
