import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { EventItem } from '../../src/protocol/chips.ts';
import type { AppModel } from '../model.ts';

const states: Record<EventItem['state'], string> = {
  pending: l10n.t('not finished'),
  applied: l10n.t('in place'),
  'rolled-back': l10n.t('taken back'),
  committed: l10n.t('ended by commit'),
  dropped: l10n.t('did not happen'),
};

/** An edit: what it changed and whether it is in place. */
export function eventLine(event: EventItem, model: AppModel): TemplateResult {
  return html`<p class="event-line">
    <span
      >${l10n.t`${event.tool}, event ${event.id},`} <strong>${states[event.state]}</strong></span
    >
    ${event.files.map(
      ({ file, shown }) =>
        html`<button
          type="button"
          class="as-link"
          @click=${() => void model.client.run(l10n.t('Opening the file'), 'file/open', { file })}
        >
          ${shown}
        </button>`,
    )}
  </p>`;
}
