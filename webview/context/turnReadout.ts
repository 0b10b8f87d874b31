import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { timeText } from '../parts/timeText.ts';
import { codicon } from '../ui.ts';
import type { KnownChange } from './changeWatch.ts';
import type { SessionTurns } from './data/sessionTurns.ts';
import type { TurnFigure } from './data/turnFigures.ts';
import {
  cacheText,
  causesText,
  changeText,
  errorText,
  inputsText,
  totalText,
} from './data/turnWords.ts';
import type { OpenedSession } from './openedSession.ts';
import type { TurnMode } from './turnPicture.ts';
import { patchPhrase } from './data/patchNames.ts';
import { numberText } from './data/numberText.ts';

const outcomes = { failed: l10n.t('failed'), cancelled: l10n.t('cancelled') } as const;

/** What the line is about. */
export interface ReadoutParts {
  readonly turns: SessionTurns;
  readonly turn: number;
  readonly mode: TurnMode;
  readonly change: KnownChange;
}

/** The lines about the chosen turn. */
export function turnReadout(session: OpenedSession, parts: ReadoutParts): TemplateResult {
  const { turns, turn } = parts;
  const figure = turns.figures[turn];
  const call = session.lists.calls[turn];
  if (figure === undefined || call === undefined) {
    return html``;
  }
  const { model, at, question, outcome } = call;
  return html`<div class="turn-readout">
    <p>
      <strong>${l10n.t`Turn ${turn + 1}`}</strong>
      ${l10n.t`of ${turns.figures.length}`}${question === 0 ? nothing : fact(l10n.t`question ${question}`)}${
        model === '' ? nothing : fact(model)
      }${at === undefined ? nothing : fact(timeText(at))}${
        outcome === 'failed' || outcome === 'cancelled' ? fact(outcomes[outcome]) : nothing
      }
    </p>
    ${totals(session, figure, parts)} ${cacheLines(session, figure, parts)}
    ${turns.causes.patchesOf(turn).map((index) => {
      const patch = session.lists.patches[index];
      return patch === undefined
        ? nothing
        : html`<p class=${figure.cache?.isMiss === true ? 'is-extra' : ''}>
            ${l10n.t`Before this turn: ${patchPhrase(patch)}.`}
            <span class="is-extra">${patch.reason}</span>
          </p>`;
    })}
  </div>`;
}

function fact(words: string, extra = false): TemplateResult {
  return html`<span class=${extra ? 'is-extra' : ''}> · ${words}</span>`;
}

function totals(
  session: OpenedSession,
  figure: TurnFigure,
  { turn, mode }: ReadoutParts,
): TemplateResult {
  const error = errorText(figure, session.lists.compositions[turn]);
  return html`<p>
    <strong>${totalText(figure)}</strong>${error === '' ? nothing : fact(error)}${
      mode === 'session' ? fact(l10n.t`session total so far: ${inputsText(figure)}`) : nothing
    }
  </p>`;
}

function cacheLines(
  session: OpenedSession,
  figure: TurnFigure,
  { turns, turn, change }: ReadoutParts,
): TemplateResult {
  const { cache } = figure;
  const { blocks } = session.lists;
  const idOf = (block: number): string =>
    blocks[block]?.id ?? l10n.t`block ${block + 1} of the session`;
  const words =
    change === 'first'
      ? l10n.t('first call')
      : l10n.t`first changed block: ${change === 'unknown' ? '…' : changeText(change.change, idOf)}`;
  return html`<p>${l10n.t`Cache: ${cacheText(figure)}`}${fact(words, cache?.isMiss !== true)}</p>
    ${
      cache?.isMiss !== true
        ? nothing
        : html`<p class="turn-why">
            ${codicon('warning')}
            ${l10n.t`Up to ${numberText(cache.lost ?? 0)} tokens were in the cache and not read. Why, ${causesText(turns.causes.of(turn))}.`}
          </p>`
    }`;
}
