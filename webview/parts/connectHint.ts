import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** How agents come to the tools; for pages that are empty because none has used them. */
export function connectHint(): TemplateResult {
  return html`<p>
    ${l10n.t('Copilot’s agent mode has the tools already. For another agent run')}
    <strong>${l10n.t('Chipboard: Connect Agent…')}</strong> ${l10n.t('from the command palette.')}
  </p>`;
}
