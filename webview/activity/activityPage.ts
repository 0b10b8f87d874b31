import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CallItem } from '../../src/protocol/calls.ts';
import { ageText, durationText } from '../../src/protocol/units.ts';
import { baseName } from '../chips/chipRules.ts';
import type { FeedTable } from '../data/feedTable.ts';
import type { Columns, Part } from '../parts/tableHead.ts';
import { TablePage } from '../parts/tablePage.ts';
import { timeText } from '../parts/timeText.ts';
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
  protected readonly listLabel = 'Tool calls';
  protected readonly searchHint = 'Search tool:, client:, file:, is:failed';
  protected readonly columns: Columns = {
    grid: 'call-columns',
    titles: [
      ['', 'Outcome'],
      ['Tool', 'Tool'],
      ['Agent', 'Agent'],
      ['File', 'File'],
      ['Lines', 'Lines'],
      ['Took', 'Duration'],
      ['When', 'When'],
      ['Outcome', 'Result'],
      ['Chip', 'Chip'],
      ['Event', 'Event'],
    ],
  };
  private counts: readonly ClientCounts[] = [];
  private countedFor = -1;

  protected get table(): FeedTable<CallItem> {
    return this.model.calls;
  }

  protected rowCells(call: CallItem): TemplateResult {
    const age = ageText(call.started, Date.now());
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
      `${call.tool} by ${call.client}`,
      placeText(call),
      isFailed(call) ? `failed: ${call.outcome}` : 'ok',
      durationText(call.duration),
      ageText(call.started, Date.now()),
      call.chip === undefined ? '' : 'its text was kept',
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
        <h2>Calls are not recorded</h2>
        <p>The setting <code>chipboard.activity.record</code> is off.</p>
        ${button({
          text: 'Open Settings',
          press: () => void this.model.client.run('Opening settings', 'settings/open', {}),
        })}
      </div>`;
    }
    return html`<div class="lesson">
      <h2>No tool calls yet</h2>
      <p>
        Every call of an agent to Chipboard’s tools is listed here as it happens: who called, which
        file and lines, how long it took, what came of it, and the edit it made, which you can take
        back or make again.
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
        : html`<ul class="clients" aria-label="Agents">
            ${this.counts.map(
              ({ client, calls, failed, rate }) =>
                html`<li>
                  <button
                    type="button"
                    title=${`Show the calls of ${client}`}
                    @click=${() =>
                      this.model.chooseList('activity', {
                        search: `client:${client.includes(' ') ? `"${client}"` : client}`,
                      })}
                  >
                    <strong>${client}</strong>
                    <span
                      >${calls} ${calls === 1 ? 'call' : 'calls'}, ${failed} failed (${rate}
                      %)</span
                    >
                  </button>
                </li>`,
            )}
          </ul>`
    }
    ${
      running.length === 0
        ? nothing
        : html`<ul class="running" aria-label="Running calls">
            ${running.map(
              (call) => html`<li>${progressRing()} ${call.tool} by ${call.client} is running</li>`,
            )}
          </ul>`
    }`;
  }
}
