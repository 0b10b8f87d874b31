import { html, svg, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { RecordedCallRow } from '../../src/ports/transcriptRows.ts';
import { cacheUse, type CacheUse } from './data/patchFigures.ts';
import { numberText, turnText } from './data/patchWords.ts';

/**
 * What the cache did for the calls before and after a patch, by the provider: a table, with a bar for each call whose
 * parts differ in height besides colour.
 */
export function cacheTable(
  before: RecordedCallRow | undefined,
  after: RecordedCallRow | undefined,
): TemplateResult {
  if (after === undefined) {
    return html`<p class="left">No call came after it yet.</p>`;
  }
  const uses = [cacheUse(before), cacheUse(after)] as const;
  if (uses[1] === undefined) {
    return html`<p class="left">The provider does not say what its cache did for this call.</p>`;
  }
  const rows = [
    ['before', uses[0]],
    ['after', uses[1]],
  ] as const;
  return html`<p>${sentence(uses[0], uses[1])}</p>
    <table class="figures cache-figures">
      <thead>
        <tr>
          <th scope="col">Call</th>
          <th scope="col">Input</th>
          <th scope="col">Read</th>
          <th scope="col">Written</th>
          <th scope="col">Missed</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(([when, use]) => (use === undefined ? nothing : row(when, use)))}
      </tbody>
    </table>
    <p class="left">Tokens, counted by the provider. Missed: neither read nor written.</p>`;
}

function sentence(before: CacheUse | undefined, after: CacheUse): string {
  const share = (use: CacheUse): string =>
    `${use.input === 0 ? 0 : Math.round((100 * use.read) / use.input)} %`;
  const now = `${share(after)} of the input of the call after it came from the cache`;
  return before === undefined ? `${now}.` : `${now}; of the call before it, ${share(before)}.`;
}

function row(when: string, use: CacheUse): TemplateResult {
  const { input, read, written, missed, saysWritten } = use;
  return html`<tr>
      <th scope="row">${when}, ${turnText(use.call)}</th>
      <td>${numberText(input)}</td>
      <td>${numberText(read)}</td>
      <td>${saysWritten ? numberText(written) : 'not said'}</td>
      <td>${numberText(missed)}</td>
    </tr>
    <tr class="bar-row" aria-hidden="true">
      <td colspan="5">${bar(use)}</td>
    </tr>`;
}

function bar({ input, read, written, missed }: CacheUse): TemplateResult {
  const part = (tokens: number): number => (input === 0 ? 0 : (100 * tokens) / input);
  const [first, second] = [part(read), part(read) + part(written)];
  return html`<svg class="cache-bar" width="100%" height="12" preserveAspectRatio="none">
    ${svg`<rect class="is-read" x="0" y="0" width=${`${first}%`} height="12"></rect>
      <rect class="is-written" x=${`${first}%`} y="3" width=${`${part(written)}%`} height="6"></rect>
      <rect class="is-missed" x=${`${second}%`} y="5" width=${`${part(missed)}%`} height="2"></rect>`}
  </svg>`;
}
