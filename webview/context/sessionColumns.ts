import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { button, codicon } from '../ui.ts';
import { sessionTitle } from './data/sessionEntries.ts';
import { sessionSums, sumRows } from './data/sessionSums.ts';
import type { Side } from './sessionColumn.ts';
import { SessionColumn } from './sessionColumn.ts';

/**
 * Two sessions side by side: what they used and how they differ, and of each its turns and the window of its own chosen
 * turn. The lists below are of the one where the keyboard or the pointer was last. Where there is no room for both it
 * offers to go to the other one.
 */
export class SessionColumns extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
  };

  declare layout: Layout;
  private columns: readonly SessionColumn[] = [];

  constructor() {
    super();
    this.layout = 'wide';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.columns = (['left', 'right'] as const).map((side) => new SessionColumn(this.model, side));
  }

  protected override render(): TemplateResult {
    return this.layout === 'narrow'
      ? this.renderOther()
      : html`${this.renderSums()}
          <div class="session-columns">
            ${this.columns.map((column) => this.renderColumn(column))}
          </div>`;
  }

  private renderColumn(column: SessionColumn): TemplateResult {
    const { isFirst, side, sessions } = column;
    return html`<section
      class=${`session-column${isFirst ? ' is-first' : ''}`}
      aria-label=${sideName(side)}
      @focusin=${() => column.activate()}
      @pointerdown=${() => column.activate()}
    >
      <header class="session-side">
        <h2>${sideName(side)}</h2>
        <span
          >${isFirst ? html`${codicon('arrow-down')} ${l10n.t('The lists below are of this one.')}` : nothing}</span
        >
        ${button({
          text:
            side === 'left' ? l10n.t('Close the left session') : l10n.t('Close the right session'),
          icon: 'close',
          look: 'icon',
          press: () => this.close(column),
        })}
      </header>
      <session-picker .model=${this.model} .column=${column}></session-picker>
      ${
        sessions.shown === undefined
          ? html`<p class="loading" role="status">
              ${this.model.sessions.problem === undefined ? l10n.t('Loading…') : l10n.t('It could not be opened.')}
            </p>`
          : html`<turn-scrubber .model=${column} layout="narrow"></turn-scrubber>
              <window-strip .model=${column} layout="narrow"></window-strip>`
      }
    </section>`;
  }

  private renderSums(): TemplateResult | typeof nothing {
    const [left, right] = this.columns.map(({ sessions }) => sessions.shown);
    if (left === undefined || right === undefined) {
      return nothing;
    }
    const rows = sumRows(sessionSums(left), sessionSums(right));
    const same = l10n.t('same');
    const line = (name: string, cell: 'left' | 'right' | 'difference'): TemplateResult =>
      html`<tr>
        <th scope="row">${name}</th>
        ${rows.map(
          (row) =>
            html`<td class=${cell === 'difference' && row.difference !== '' ? 'is-other' : ''}>
              ${row[cell] || same}
            </td>`,
        )}
      </tr>`;
    return html`<table class="session-sums">
      <caption class="unseen">
        ${l10n.t('What both sessions used, and what differs')}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${rows.map(({ name, hint }) => html`<th scope="col" title=${hint}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${line(l10n.t('Left'), 'left')} ${line(l10n.t('Right'), 'right')}
        ${line(l10n.t('Right against left'), 'difference')}
      </tbody>
    </table>`;
  }

  /** The second session where there is room for one. */
  private renderOther(): TemplateResult {
    const { sessions, ui } = this.model;
    const key = ui.context.beside?.session;
    const item = sessions.items.find((one) => one.key === key) ?? sessions.beside?.overview;
    const title = item === undefined ? l10n.t('Loading…') : sessionTitle(item);
    return html`<div class="session-other" role="group" aria-label=${l10n.t('The second session')}>
      <p>
        ${l10n.t('There is no room here for two sessions side by side. The second one:')}
        <b>${title}</b>
      </p>
      ${button({ text: l10n.t('Go to It'), icon: 'arrow-swap', press: () => this.model.swapSessions() })}
      ${button({
        text: l10n.t('Close the second session'),
        icon: 'close',
        look: 'icon',
        press: () => this.model.closeBeside(),
      })}
    </div>`;
  }

  /** The keyboard goes to the session that stays. */
  private close(column: SessionColumn): void {
    const page = this.closest('.context-page');
    column.close();
    requestAnimationFrame(() => page?.querySelector<HTMLElement>('[data-first]')?.focus());
  }
}

function sideName(side: Side): string {
  return side === 'left' ? l10n.t('Left session') : l10n.t('Right session');
}
