/*
 * Numbers as the page writes them. Each way to write one is here once, so that a figure looks alike wherever it stands.
 */

import * as l10n from '@vscode/l10n';

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

/** One and many of each thing that is counted, with the number in its place. */
const forms = {
  block: (n: string) => [l10n.t('{0} block', n), l10n.t('{0} blocks', n)],
  call: (n: string) => [l10n.t('{0} call', n), l10n.t('{0} calls', n)],
  'earlier reading': (n: string) => [
    l10n.t('{0} earlier reading', n),
    l10n.t('{0} earlier readings', n),
  ],
  request: (n: string) => [l10n.t('{0} request', n), l10n.t('{0} requests', n)],
  subagent: (n: string) => [l10n.t('{0} subagent', n), l10n.t('{0} subagents', n)],
  text: (n: string) => [l10n.t('{0} text', n), l10n.t('{0} texts', n)],
  token: (n: string) => [l10n.t('{0} token', n), l10n.t('{0} tokens', n)],
  tool: (n: string) => [l10n.t('{0} tool', n), l10n.t('{0} tools', n)],
  turn: (n: string) => [l10n.t('{0} turn', n), l10n.t('{0} turns', n)],
} satisfies Record<string, (n: string) => readonly [string, string]>;

/** `1 block`, `2 blocks`. */
export function counted(count: number, one: keyof typeof forms): string {
  const [single, many] = forms[one](numberText(count));
  return count === 1 ? single : many;
}

/** Number of a turn as people count: from 1. */
export function turnText(call: number): string {
  return l10n.t('turn {0}', numberText(call + 1));
}
