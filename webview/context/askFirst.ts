import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AskBefore } from '../../src/ports/patchConsent.ts';
import type { AppModel } from '../model.ts';
import { dropdown } from '../ui.ts';
import { canAct } from './data/actQuestion.ts';

const label = 'Ask me before the model’s patches';

const choices: readonly (readonly [AskBefore, string])[] = [
  ['never', 'Never'],
  ['large', 'Large ones'],
  ['always', 'Always'],
];

const net = 'Chipboard’s own patches, when the window is nearly full, do not wait for you.';

/** What each choice means for the next patch. */
const meanings: Readonly<Record<AskBefore, string>> = {
  never: 'It changes its context without asking.',
  large: `You are asked about those that take out a tenth or more of what is in view. ${net}`,
  always: `You are asked about all of them. ${net}`,
};

/**
 * Whether the person is asked before the model changes its own context, to be chosen. Only of a live session of our own;
 * the setting counts for all of them.
 */
export function askFirst(model: AppModel): TemplateResult | typeof nothing {
  const { sessions, state, client } = model;
  const askBefore = state?.askBefore;
  if (askBefore === undefined || !canAct(sessions.shown?.key ?? '', sessions.items)) {
    return nothing;
  }
  return html`<div class="ask-first">
    <label
      ><span>${label}</span> ${dropdown({
        ...{ label, choices, value: askBefore, describedBy: 'ask-first-note' },
        choose: (chosen) =>
          void client.run('Setting when you are asked', 'settings/askBefore', {
            askBefore: chosen,
          }),
      })}</label
    >
    <p class="left" id="ask-first-note">
      ${meanings[askBefore]} For all conversations with @chipboard.
    </p>
  </div>`;
}
