import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { WindowGauge } from './data/gaugeWindow.ts';
import { windowGauge } from './data/gaugeWindow.ts';
import {
  counterSentence,
  gaugeText,
  limitsSentence,
  limitText,
  lineName,
  lineText,
  usedText,
} from './data/gaugeWords.ts';
import type { TurnFigure } from './data/turnFigures.ts';
import type { BarPart } from './gaugePictures.ts';
import { gaugeBar, lineSwatch, partSwatch } from './gaugePictures.ts';
import type { OpenedSession } from './openedSession.ts';
import { numberText } from './data/numberText.ts';

/** How full the window of a call is: the figure, the bar, what its parts and lines are, and who says so. */
export function windowParts(
  { limits, lists }: Pick<OpenedSession, 'limits' | 'lists'>,
  figure: TurnFigure,
): TemplateResult {
  const gauge = windowGauge(figure, limits);
  const { window, used, lines } = gauge;
  const text = gaugeText(gauge, figure, limits);
  return html`<p class="gauge-total">
      <strong>${usedText(figure)}</strong> ${limitText(gauge, limits)}
    </p>
    ${
      window === undefined
        ? html`<div role="img" aria-label=${l10n.t`Window: ${text}`}>
            ${gaugeBar(gauge, figure.exact)}
          </div>`
        : html`<div
            role="meter"
            aria-label=${l10n.t('Window')}
            aria-valuemin="0"
            aria-valuemax=${window}
            aria-valuenow=${Math.min(used, window)}
            aria-valuetext=${text}
          >
            ${gaugeBar(gauge, figure.exact)}
          </div>`
    }
    <ul class="plain gauge-parts">
      ${barParts(gauge, figure).map(([part, words]) => html`<li>${partSwatch(part)} ${words}</li>`)}
    </ul>
    <ul class="plain gauge-marks" aria-label=${l10n.t('Limit lines')} ?hidden=${lines.length === 0}>
      ${lines.map(
        (line) =>
          html`<li>
            ${lineSwatch(line)}
            <span
              >${lineName(line)} ${numberText(line.tokens)}
              <span class="left">${lineText(line, figure.exact)}</span></span
            >
          </li>`,
      )}
    </ul>
    <p class="left">
      ${counterSentence(figure, lists.calls[figure.index])} ${limitsSentence(limits)}
    </p>`;
}

function barParts(
  gauge: WindowGauge,
  { exact }: TurnFigure,
): readonly (readonly [BarPart, string])[] {
  const { used, free, buffer, output, over } = gauge;
  const words = (tokens: number, name: string): string =>
    `${name} ${usedText({ total: tokens, exact })}`;
  return [
    [exact ? 'used' : 'about', words(used, l10n.t('used'))],
    ...(free === undefined ? [] : [['free', words(free, l10n.t('free'))] as const]),
    ...(buffer > 0 ? [['buffer', l10n.t`buffer ${numberText(buffer)}`] as const] : []),
    ...(output > 0 ? [['output', l10n.t`kept for the answer ${numberText(output)}`] as const] : []),
    ...(over > 0
      ? [[exact ? 'used' : 'about', words(over, l10n.t('beyond the room'))] as const]
      : []),
  ];
}
