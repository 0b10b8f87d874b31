import * as l10n from '@vscode/l10n';
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { RecordedCallRow } from '../../src/ports/transcriptRows.ts';
import { cacheFigure, type CacheFigure } from './data/cacheRibbon.ts';
import { numberText, percentText, turnText } from './data/numberText.ts';

/** What the cache did for a call, with its index. */
type CacheUse = CacheFigure & { readonly call: number };

const parts: readonly (readonly [string, (use: CacheUse) => string])[] = [
  [l10n.t('Read'), ({ read }) => numberText(read)],
  [l10n.t('Missed'), ({ missed }) => numberText(missed)],
  [
    l10n.t('Of it written'),
    ({ written }) => (written === undefined ? l10n.t('not said') : numberText(written)),
  ],
  [l10n.t('Input'), ({ input }) => numberText(input)],
];

/**
 * What the cache did for the calls before and after a patch, by the provider: a table, with a bar for each call whose
 * parts differ in height besides colour.
 */
export function cacheTable(
  calls: readonly RecordedCallRow[],
  before: RecordedCallRow | undefined,
  after: RecordedCallRow | undefined,
): TemplateResult {
  if (after === undefined) {
    return html`<p class="left">${l10n.t('No call came after it yet.')}</p>`;
  }
  const uses = [useOf(calls, before), useOf(calls, after)] as const;
  if (uses[1] === undefined) {
    return html`<p class="left">
      ${l10n.t('The provider does not say what its cache did for this call.')}
    </p>`;
  }
  const shown = uses.filter((use) => use !== undefined);
  return html`<p>${sentence(uses[0], uses[1])}</p>
    <div class="cache-bars" aria-hidden="true">
      ${shown.map((use) => html`<span>${turnText(use.call)}</span>${bar(use)}`)}
    </div>
    <table class="figures">
      <thead>
        <tr>
          <td></td>
          ${shown.map((use) => html`<th scope="col">${l10n.t`Turn ${numberText(use.call + 1)}`}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${parts.map(
          ([name, tokens]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${shown.map((use) => html`<td>${tokens(use)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="left">
      ${l10n.t('Tokens, counted by the provider. Missed: not read from the cache.')}
    </p>`;
}

/** What is counted for this one call; a count of several calls tells nothing about one of them. */
function useOf(
  calls: readonly RecordedCallRow[],
  call: RecordedCallRow | undefined,
): CacheUse | undefined {
  if (call === undefined || call.counts === 'question') {
    return undefined;
  }
  const figure = cacheFigure(calls, call.index);
  return figure && { ...figure, call: call.index };
}

function sentence(before: CacheUse | undefined, after: CacheUse): string {
  const share = (use: CacheUse): string =>
    use.input === 0 ? '0 %' : percentText(use.read / use.input);
  return before === undefined
    ? l10n.t`${share(after)} of the input of the call after it came from the cache.`
    : l10n.t`${share(after)} of the input of the call after it came from the cache; of the call before it, ${share(before)}.`;
}

function bar({ input, read, written = 0, missed }: CacheUse): TemplateResult {
  const part = (tokens: number): number => (input === 0 ? 0 : (100 * tokens) / input);
  const [first, second] = [part(read), part(read) + part(written)];
  return html`<svg class="cache-bar" width="100%" height="12" preserveAspectRatio="none">
    ${svg`<rect class="is-read" x="0" y="0" width=${`${first}%`} height="12"></rect>
      <rect class="is-written" x=${`${first}%`} y="3" width=${`${part(written)}%`} height="6"></rect>
      <rect class="is-fresh" x=${`${second}%`} y="5" width=${`${part(missed - written)}%`} height="2"></rect>`}
  </svg>`;
}
