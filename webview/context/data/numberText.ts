/*
 * Numbers as the page writes them. Each way to write one is here once, so that a figure looks alike wherever it stands.
 */

/** Made once: to make one costs more than to write a line of a list. */
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number without its fraction, its thousands apart: `12,345`. */
export function numberText(value: number): string {
  return whole.format(value);
}

/** The same in a few characters: `167K`, `1.2M`. */
export function shortNumber(value: number): string {
  return short.format(value);
}

/** A share of 1 in whole per cent; what is there is never 0, and what is not whole never 100. */
export function percentText(share: number): string {
  const rounded = Math.round(share * 100);
  const shown =
    share > 0 && rounded === 0 ? '<1' : share < 1 && rounded === 100 ? '>99' : `${rounded}`;
  return `${shown} %`;
}

/** `1 block`, `2 blocks`. */
export function counted(count: number, one: string): string {
  return `${numberText(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** Number of a turn as people count: from 1. */
export function turnText(call: number): string {
  return `turn ${numberText(call + 1)}`;
}
