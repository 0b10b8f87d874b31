import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AppModel } from '../model.ts';
import { button } from '../ui.ts';
import { numberText } from './data/numberText.ts';

/** Fields for the two turns that are compared, with steps to the turn before and after. Numbers count from 1. */
export function turnPickers(model: AppModel, former: number, later: number): TemplateResult {
  const calls = model.sessions.shown?.lists.calls.length ?? 0;
  const clamp = (turn: number): number => Math.max(0, Math.min(calls - 1, turn));
  // Both are named, so that a step of one does not move the other.
  const both = (other: number, turn: number): void =>
    model.chooseContext({ other: clamp(other), turn: clamp(turn) });
  const step = (by: number): void => {
    const turn = clamp(later + by);
    model.chooseContext({ turn, other: undefined });
  };
  return html`<div class="turn-pickers" role="group" aria-label=${l10n.t('Turns to compare')}>
    ${field(l10n.t('From turn'), former, calls, (turn) => both(turn, later))}
    ${field(l10n.t('to turn'), later, calls, (turn) => both(former, turn))}
    <span class="of">${l10n.t`of ${numberText(calls)}`}</span>
    ${button({
      ...{ text: l10n.t('Swap the turns'), icon: 'arrow-swap', look: 'icon' },
      press: () => both(later, former),
    })}
    ${button({
      ...{ text: l10n.t('Step before'), icon: 'chevron-left', look: 'icon', disabled: later <= 1 },
      press: () => step(-1),
    })}
    ${button({
      ...{
        text: l10n.t('Step after'),
        icon: 'chevron-right',
        look: 'icon',
        disabled: later >= calls - 1,
      },
      press: () => step(1),
    })}
  </div>`;
}

function field(
  label: string,
  turn: number,
  calls: number,
  choose: (turn: number) => void,
): TemplateResult {
  return html`<label class="line-field"
    ><span>${label}</span>
    <input
      type="number"
      min="1"
      max=${calls}
      .value=${live(String(turn + 1))}
      @change=${(event: Event) => {
        const number = Math.round(Number((event.target as HTMLInputElement).value));
        choose(number >= 1 ? number - 1 : turn);
      }}
    />
  </label>`;
}
