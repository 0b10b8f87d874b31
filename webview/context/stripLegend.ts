import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { kindLooks } from './kinds.ts';

/** What colours and patterns of the window's picture mean. */
export function stripLegend(): TemplateResult {
  return html`<details class="strip-legend">
    <summary>${l10n.t('Legend')}</summary>
    <ul class="plain">
      ${kindLooks.map(
        ({ kind, name }) => html`<li><span class=${`swatch is-${kind}`}></span> ${name}</li>`,
      )}
      <li><span class="swatch is-unattributed"></span> ${l10n.t('Unattributed')}</li>
    </ul>
    <ul class="plain">
      <li><span class="band-swatch is-summed"></span> ${l10n.t('Summed up')}</li>
      <li><span class="band-swatch is-moved"></span> ${l10n.t('Moved out or hidden')}</li>
      <li><span class="band-swatch is-brought"></span> ${l10n.t('Brought back')}</li>
      <li><span class="band-swatch is-erased"></span> ${l10n.t('Cut off or gone back')}</li>
      <li><span class="band-swatch is-other"></span> ${l10n.t('Replaced')}</li>
    </ul>
  </details>`;
}
