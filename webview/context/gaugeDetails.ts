import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CompositionRow, RecordedCallRow } from '../../src/ports/transcriptRows.ts';
import { blockShare } from './data/blockShare.ts';
import { countText, firstWords, tokensWords } from './data/blockWords.ts';
import type { NamedBlock } from './data/gaugeBlocks.ts';
import type { KindPart } from './data/gaugeKinds.ts';
import { counterWord } from './data/gaugeWords.ts';
import type { TurnFigure } from './data/turnFigures.ts';
import { layerName, stackLayers } from './data/turnFigures.ts';
import { kindName } from './kinds.ts';
import { numberText, percentText } from './data/numberText.ts';

/** What the window is made of as a table: the legend of the bar, and its figures. */
export function kindTable(
  parts: readonly KindPart[],
  figure: TurnFigure,
  call: RecordedCallRow | undefined,
): TemplateResult {
  const answer = figure.parts[stackLayers.indexOf('answer')] ?? 0;
  return html`<table class="figures gauge-table">
      <thead>
        <tr>
          <th scope="col">${l10n.t('Kind')}</th>
          <th scope="col">${l10n.t('Tokens')}</th>
          <th scope="col">${l10n.t('By')}</th>
          <th scope="col">${l10n.t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        ${parts.map(
          ({ layer, tokens, share }) =>
            html`<tr>
              <th scope="row"><span class=${`swatch is-${layer}`}></span> ${layerName(layer)}</th>
              <td>${numberText(tokens)}</td>
              <td class="gauge-how">
                ${layer === 'unattributed' ? l10n.t('the rest') : l10n.t('estimate')}
              </td>
              <td>${percentText(share)}</td>
            </tr>`,
        )}
        <tr class="is-total">
          <th scope="row">${l10n.t('All')}</th>
          <td>${numberText(figure.total)}</td>
          <td class="gauge-how">${counterWord(figure, call)}</td>
          <td>${figure.total > 0 ? '100 %' : ''}</td>
        </tr>
      </tbody>
    </table>
    <p class="left">
      ${l10n.t('Estimates are ours, fitted to the total.')}
      ${
        parts.some(({ layer }) => layer === 'unattributed')
          ? l10n.t('Unattributed is what was counted and no block accounts for.')
          : nothing
      }
      ${answer > 0 ? l10n.t`The answer then added ${numberText(answer)}, by the provider.` : nothing}
    </p>`;
}

/** Blocks by name, each a way to its details. `composition` is that of the turn whose shares are told. */
export function blockNames(
  blocks: readonly NamedBlock[],
  composition: CompositionRow | undefined,
  open: (block: number) => void,
): TemplateResult {
  return html`<ol class="plain gauge-blocks">
    ${blocks.map(({ index, row, count }) => {
      const share = blockShare(row, composition !== undefined, composition);
      const shareText = share === undefined ? '' : ` · ≈ ${percentText(share)}`;
      return html`<li>
        <span class=${`swatch is-${row.kind}`} title=${kindName(row.kind)}></span>
        <button
          type="button"
          class="as-link"
          title=${`${row.id}: ${firstWords(row)}`}
          aria-label=${l10n.t`Open ${row.id}, ${kindName(row.kind)}, ${tokensWords(count)}${shareText}: ${firstWords(row)}`}
          @click=${() => open(index)}
        >
          ${firstWords(row)}</button
        ><span class="left">${kindName(row.kind)} · ${countText(count)}${shareText}</span>
      </li>`;
    })}
  </ol>`;
}
