import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { kindLooks } from './kinds.ts';

/** What colours and patterns of the window's picture mean. */
export function stripLegend(): TemplateResult {
  return html`<details class="strip-legend">
    <summary>Legend</summary>
    <ul class="plain">
      ${kindLooks.map(
        ({ kind, name }) => html`<li><span class=${`swatch is-${kind}`}></span> ${name}</li>`,
      )}
      <li><span class="swatch is-unattributed"></span> Unattributed</li>
    </ul>
    <ul class="plain">
      <li><span class="band-swatch is-summed"></span> Summed up</li>
      <li><span class="band-swatch is-moved"></span> Moved out or hidden</li>
      <li><span class="band-swatch is-brought"></span> Brought back</li>
      <li><span class="band-swatch is-erased"></span> Cut off or gone back</li>
      <li><span class="band-swatch is-other"></span> Replaced</li>
    </ul>
  </details>`;
}
