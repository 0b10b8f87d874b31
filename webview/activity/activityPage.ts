import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CallItem } from '../../src/protocol/calls.ts';
import { durationText } from '../../src/protocol/units.ts';
import { baseName } from '../chips/chipRules.ts';
import type { FeedTable } from '../data/feedTable.ts';
import type { Columns, Part } from '../parts/tableHead.ts';
import { TablePage } from '../parts/tablePage.ts';
import { ageWords, timeText } from '../parts/timeText.ts';
import { connectHint } from '../parts/connectHint.ts';
import { button, codicon, progressRing, stateIcon } from '../ui.ts';
import type { ClientCounts } from './callRules.ts';
import {
  callGroups,
  callRules,
  callSorts,
  clientCounts,
  isFailed,
  placeText,
} from './callRules.ts';

/** What agents did in this workspace, as it happens. */
export class ActivityPage extends TablePage<CallItem> {
  protected readonly page = 'activity';
  protected readonly rules = callRules;
  protected readonly sorts = callSorts;
  protected readonly groups = callGroups;
  protected readonly listLabel = l10n.t('Tool calls');
  protected readonly searchHint = l10n.t('Search tool:, client:, file:, is:failed');
  protected readonly columns: Columns = {
    grid: 'call-columns',
    titles: [
      ['', l10n.t('Outcome')],
      [l10n.t('Tool'), l10n.t('Tool')],
      [l10n.t('Agent'), l10n.t('Agent')],
      [l10n.t('File'), l10n.t('File')],
      [l10n.t('Lines'), l10n.t('Lines')],
      [l10n.t('Took'), l10n.t('Duration')],
      [l10n.t('When'), l10n.t('When')],
      [l10n.t('Outcome'), l10n.t('Result')],
      [l10n.t('Chip'), l10n.t('Chip')],
      [l10n.t('Event'), l10n.t('Event')],
    ],
  };
  private counts: readonly ClientCounts[] = [];
  private countedFor = -1;

  protected get table(): FeedTable<CallItem> {
    return this.model.calls;
  }

  protected rowCells(call: CallItem): TemplateResult {
    const age = ageWords(call.started, Date.now());
    const icon = isFailed(call) ? stateIcon('call', 'error') : stateIcon('ok', 'pass');
    if (this.layout === 'narrow') {
      const facts = [call.client, durationText(call.duration), isFailed(call) ? call.outcome : ''];
      return html`<div role="gridcell" class="two-lines">
        ${icon}<span class="excerpt">${call.tool} ${placeText(call)}</span
        ><span class="age">${age}</span>
        <span class="facts">${facts.filter(Boolean).join(' · ')}</span>
        <span class="marks">
          ${call.event === undefined ? nothing : codicon('edit')}
          ${call.chip === undefined ? nothing : codicon('archive')}
        </span>
      </div>`;
    }
    const file = call.file === undefined ? '' : baseName(call.file);
    return html`<div class="columns call-columns" role="presentation">
      <span role="gridcell" class="is-short">${icon}</span>
      <span role="gridcell">${call.tool}</span>
      <span role="gridcell">${call.client}</span>
      <span role="gridcell" title=${call.shown ?? call.file ?? ''}>${file}</span>
      <span role="gridcell" class="is-number">${call.lines ?? ''}</span>
      <span role="gridcell" class="is-short is-number">${durationText(call.duration)}</span>
      <span role="gridcell" class="is-short is-number" title=${timeText(call.started)}>${age}</span>
      <span role="gridcell">${call.outcome}</span>
      <span role="gridcell" class="is-code">${call.chip ?? ''}</span>
      <span role="gridcell" class="is-code">${call.event ?? ''}</span>
    </div>`;
  }

  protected rowLabel(call: CallItem): string {
    return [
      l10n.t`${call.tool} by ${call.client}`,
      placeText(call),
      isFailed(call) ? l10n.t`failed: ${call.outcome}` : l10n.t('ok'),
      durationText(call.duration),
      ageWords(call.started, Date.now()),
      call.chip === undefined ? '' : l10n.t('its text was kept'),
    ]
      .filter(Boolean)
      .join(', ');
  }

  protected renderDetail(call: CallItem): TemplateResult {
    return html`<call-detail .model=${this.model} .call=${call}></call-detail>`;
  }

  protected renderEmpty(): TemplateResult {
    if (this.model.state?.calls.recorded === false) {
      return html`<div class="lesson">
        <h2>${l10n.t('Calls are not recorded')}</h2>
        <p>
          ${l10n.t('The setting')}
          <code>chipboard.activity.record</code> ${l10n.t('is off.')}
        </p>
        ${button({
          text: l10n.t('Open Settings'),
          press: () => void this.model.client.run(l10n.t('Opening settings'), 'settings/open', {}),
        })}
      </div>`;
    }
    return html`<div class="lesson">
      <h2>${l10n.t('No tool calls yet')}</h2>
      <p>
        ${l10n.t('Every call of an agent to Chipboard’s tools is listed here as it happens: who called, which file and lines, how long it took, what came of it, and the edit it made, which you can take back or make again.')}
      </p>
      ${connectHint()}
    </div>`;
  }

  protected override renderAbove(): Part {
    if (this.countedFor !== this.table.version) {
      this.countedFor = this.table.version;
      this.counts = clientCounts(this.table.rows.values());
    }
    const running = this.model.state?.running ?? [];
    return html`${
      this.counts.length === 0
        ? nothing
        : html`<ul class="clients" aria-label=${l10n.t('Agents')}>
            ${this.counts.map(
              ({ client, calls, failed, rate }) =>
                html`<li>
                  <button
                    type="button"
                    title=${l10n.t`Show the calls of ${client}`}
                    @click=${() =>
                      this.model.chooseList('activity', {
                        search: `client:${client.includes(' ') ? `"${client}"` : client}`,
                      })}
                  >
                    <strong>${client}</strong>
                    <span>${countsText(calls, failed, rate)}</span>
                  </button>
                </li>`,
            )}
          </ul>`
    }
    ${
      running.length === 0
        ? nothing
        : html`<ul class="running" aria-label=${l10n.t('Running calls')}>
            ${running.map(
              (call) =>
                html`<li>
                  ${progressRing()} ${l10n.t`${call.tool} by ${call.client} is running`}
                </li>`,
            )}
          </ul>`
    }`;
  }
}

function countsText(calls: number, failed: number, rate: number): string {
  return calls === 1
    ? l10n.t`${calls} call, ${failed} failed (${rate} %)`
    : l10n.t`${calls} calls, ${failed} failed (${rate} %)`;
}
