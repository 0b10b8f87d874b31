import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { EventItem } from '../../src/protocol/chips.ts';
import type { AppModel } from '../model.ts';

const states: Record<EventItem['state'], string> = {
  pending: 'not finished',
  applied: 'in place',
  'rolled-back': 'taken back',
  committed: 'ended by commit',
  dropped: 'did not happen',
};

/** An edit: what it changed and whether it is in place. */
export function eventLine(event: EventItem, model: AppModel): TemplateResult {
  return html`<p class="event-line">
    <span>${event.tool}, event ${event.id}, <strong>${states[event.state]}</strong></span>
    ${event.files.map(
      ({ file, shown }) =>
        html`<button
          type="button"
          class="as-link"
          @click=${() => void model.client.run('Opening the file', 'file/open', { file })}
        >
          ${shown}
        </button>`,
    )}
  </p>`;
}
