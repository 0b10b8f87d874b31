import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { connectHint } from '../parts/connectHint.ts';
import { codicon } from '../ui.ts';

/** What there is to know while there is no chip. */
export function emptyChips(): TemplateResult {
  return html`<div class="lesson">
    <h2>${l10n.t('No chips yet')}</h2>
    <p>${l10n.t('A chip is text that would have been lost. One is made when')}</p>
    <ul>
      <li>
        ${codicon('error')} ${l10n.t('an agent’s edit fails: the arguments of the call are kept;')}
      </li>
      <li>${codicon('trash')} ${l10n.t('an agent deletes lines: the lines are kept;')}</li>
      <li>${codicon('warning')} ${l10n.t('a text could not be written as it was sent.')}</li>
    </ul>
    <p>
      ${l10n.t('You can put each back where you want it, after seeing the diff. An agent can, too, with')}
      <code>be-insert-chip</code>${l10n.t('.')}
    </p>
    ${connectHint()}
  </div>`;
}
