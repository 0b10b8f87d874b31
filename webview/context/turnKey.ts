import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { LimitsRow, RecordedPatchRow } from '../../src/ports/transcriptRows.ts';
import type { StackLayer } from './data/turnFigures.ts';
import { layerName } from './data/turnFigures.ts';
import type { TurnMode } from './turnPicture.ts';
import { actorShapes } from './turnPicture.ts';
import type { Patterned } from './turnPatterns.ts';
import { patternFill } from './turnPatterns.ts';
import { actorName, patchLetter, patchName } from './data/patchNames.ts';

function swatch(name: Patterned, words: string): TemplateResult {
  return html`<li>
    <svg width="14" height="12" aria-hidden="true">
      <rect class="turn-swatch" width="14" height="12" fill=${patternFill(name)}></rect></svg
    >${words}
  </li>`;
}

function shape(path: string, { text = '', inferred = false }, words: string): TemplateResult {
  return html`<li>
    <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
      <g class=${`turn-mark${inferred ? ' is-inferred' : ''}`}>
        <path d=${path}></path>
        <text y="3.5" text-anchor="middle">${text}</text>
      </g></svg
    >${words}
  </li>`;
}

/** What colours and patterns of the columns mean: those that the session has. */
export function layerKey(layers: readonly StackLayer[], mode: TurnMode): TemplateResult {
  const entries =
    mode === 'window'
      ? layers.map((layer) => swatch(layer, layerName(layer)))
      : [
          swatch('counted', l10n.t('Counted by the provider')),
          swatch('estimated', l10n.t('Estimated')),
        ];
  return html`<ul class="turn-key" aria-label=${l10n.t('Layers of a column')}>
    ${entries}
  </ul>`;
}

/** What the marks and the ribbon mean. */
export function markKey(
  patches: readonly RecordedPatchRow[],
  limits: LimitsRow | undefined,
): TemplateResult {
  const kinds = [...new Set(patches.map(({ kind }) => kind))];
  const actors = [...new Set(patches.map(({ actor }) => actor))];
  return html`<ul class="turn-key" aria-label=${l10n.t('The cache ribbon')}>
      ${swatch('read', l10n.t('Read from the cache'))}
      ${swatch('written', l10n.t('Missed, and written to it'))}
      ${swatch('fresh', l10n.t('Missed, and not kept'))}
      <li>${l10n.t('▲ filled: the provider says why it missed')}</li>
      <li>${l10n.t('△ hollow: why it missed is as we see it')}</li>
    </ul>
    <ul class="turn-key" aria-label=${l10n.t('Lines and marks')}>
      <li>${l10n.t('Thin lines: questions. Dashed lines: branches.')}</li>
      ${
        limits?.known === 'usual'
          ? html`<li>
              ${l10n.t('The limits are the usual ones of such models: this session does not tell them.')}
            </li>`
          : nothing
      }
      ${
        patches.length === 0
          ? nothing
          : html`${kinds.map((kind) => html`<li><b>${patchLetter(kind)}</b> ${patchName(kind)}</li>`)}
            ${actors.map((actor) => shape(actorShapes[actor], {}, l10n.t`by ${actorName(actor)}`))}
            ${shape(actorShapes.runtime, {}, l10n.t('filled: recorded'))}
            ${shape(actorShapes.runtime, { inferred: true }, l10n.t('dashed: inferred'))}`
      }
    </ul>`;
}
