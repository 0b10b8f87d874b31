import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** How agents come to the tools; for pages that are empty because none has used them. */
export function connectHint(): TemplateResult {
  return html`<p>
    Copilot’s agent mode has the tools already. For another agent run
    <strong>Chipboard: Connect Agent…</strong> from the command palette.
  </p>`;
}
