import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { CallDetail, CallItem } from '../../src/protocol/calls.ts';
import type { EventItem } from '../../src/protocol/chips.ts';
import type { Preview } from '../../src/protocol/diff.ts';
import { durationText } from '../../src/protocol/units.ts';
import { messageOf } from '../client.ts';
import { eventLine } from '../parts/eventLine.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { valueTree } from '../parts/valueTree.ts';
import { timeText } from '../parts/timeText.ts';
import { button, checkbox, codicon } from '../ui.ts';
import { isFailed, placeText } from './callRules.ts';

/** Everything about one tool call; its edit can be taken back or made again after a look at what that does. */
export class CallDetailView extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    call: { attribute: false },
    detail: { state: true },
    problem: { state: true },
    preview: { state: true },
  };

  declare call: CallItem;
  declare private detail: CallDetail | undefined;
  declare private problem: string | undefined;
  declare private preview: { readonly of: Preview; readonly verb: string } | undefined;
  private loadedFor = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('call') && changed.get('call')?.id !== this.call.id) {
      this.detail = undefined;
      this.preview = undefined;
      this.problem = undefined;
    }
    this.loadIfNeeded();
  }

  protected override render(): TemplateResult {
    const { call, detail, model } = this;
    const { ui } = model;
    return html`<article class="detail">
      <header>
        <h2>
          <span class=${`kind is-${isFailed(call) ? 'call' : 'ok'}`}
            >${codicon(isFailed(call) ? 'error' : 'pass')}</span
          >
          ${call.tool} ${placeText(call)}
        </h2>
        <p class="sub">
          ${[
            call.client,
            timeText(call.started),
            durationText(call.duration),
            isFailed(call) ? l10n.t`failed: ${call.outcome}` : l10n.t('done'),
          ].join(' · ')}
        </p>
      </header>
      ${this.renderActions(call, detail)}
      ${
        this.problem === undefined
          ? nothing
          : html`<p class="problem" role="alert">${codicon('error')} ${this.problem}</p>`
      }
      ${
        this.preview === undefined
          ? nothing
          : html`<preview-panel
              .model=${model}
              .preview=${this.preview.of}
              verb=${this.preview.verb}
              @done=${() => {
                this.preview = undefined;
                this.loadedFor = '';
                this.loadIfNeeded();
              }}
            ></preview-panel>`
      }
      ${
        detail?.event === undefined
          ? nothing
          : html`<h3>${l10n.t('Edit')}</h3>
              ${eventLine(detail.event, model)}`
      }
      ${detail === undefined ? nothing : this.renderTexts(detail, ui.redact)}
    </article>`;
  }

  private renderActions(call: CallItem, detail: CallDetail | undefined): TemplateResult {
    const { client } = this.model;
    return html`<div class="actions" role="toolbar" aria-label=${l10n.t('Actions')}>
      ${this.renderReversal(detail?.event)}
      ${
        call.chip === undefined
          ? nothing
          : button({
              text: l10n.t('Show the Chip'),
              icon: 'archive',
              press: () => this.model.show({ page: 'chips', chip: call.chip ?? '' }),
            })
      }
      ${
        call.file === undefined
          ? nothing
          : button({
              text: l10n.t('Open the File'),
              icon: 'go-to-file',
              look: 'icon',
              press: () => void client.run(l10n.t('Opening the file'), 'file/open', this.place()),
            })
      }
      ${button({
        text: l10n.t('Copy as Bug Report'),
        icon: 'bug',
        look: 'icon',
        title: l10n.t('Copies what happened, with texts and secrets left out'),
        press: () => void this.report(),
      })}
    </div>`;
  }

  private renderTexts(detail: CallDetail, redact: boolean): TemplateResult {
    const { result, resultCharacters = 0 } = detail;
    const label = l10n.t('Result of the call');
    const left = resultCharacters - (result?.length ?? 0);
    return html`<div class="redact">
        ${checkbox({
          text: l10n.t('Hide texts and secrets'),
          checked: redact,
          change: (on) => this.model.choose({ redact: on }),
        })}
      </div>
      ${
        detail.unreadable === undefined
          ? nothing
          : html`<p class="problem" role="alert">${detail.unreadable}</p>`
      }
      ${
        detail.arguments === undefined
          ? html`<p class="left">${l10n.t('The arguments are not kept.')}</p>`
          : html`<h3>${l10n.t('Arguments')}</h3>
              ${valueTree(detail.arguments)}`
      }
      ${
        result === undefined
          ? nothing
          : html`<h3>${l10n.t('Result')}</h3>
              <pre class="chip-text" tabindex="0" aria-label=${label}>${result}</pre>
              ${left > 0 ? html`<p class="left">${l10n.t`${left} more characters.`}</p>` : nothing}`
      }`;
  }

  private renderReversal(event: EventItem | undefined): TemplateResult | typeof nothing {
    if (event === undefined || (event.state !== 'applied' && event.state !== 'rolled-back')) {
      return nothing;
    }
    const back = event.state === 'applied';
    return button({
      text: back ? l10n.t('Take Back…') : l10n.t('Make Again…'),
      icon: back ? 'discard' : 'redo',
      look: 'primary',
      name: 'reverse',
      press: () => void this.showReversal(event.id, back ? 'rollback' : 'redo'),
    });
  }

  private async showReversal(event: string, action: 'rollback' | 'redo'): Promise<void> {
    const title = l10n.t('Working out the change');
    const of = await this.model.client.run(title, 'event/preview', { event, action });
    if (of !== undefined) {
      this.preview = {
        of,
        verb: action === 'rollback' ? l10n.t('Take Back') : l10n.t('Make Again'),
      };
    }
  }

  private place(): { readonly file: string; readonly line?: number } {
    const { file = '', lines } = this.call;
    const line = Number.parseInt(lines ?? '', 10);
    return Number.isNaN(line) || line < 1 ? { file } : { file, line };
  }

  private loadIfNeeded(): void {
    const wanted = `${this.call.id} ${this.model.ui.redact}`;
    if (wanted !== this.loadedFor) {
      this.loadedFor = wanted;
      void this.load(wanted);
    }
  }

  private async load(wanted: string): Promise<void> {
    try {
      const { redact } = this.model.ui;
      const detail = await this.model.client.ask('call/read', { id: this.call.id, redact });
      if (wanted === this.loadedFor) {
        this.detail = detail;
        this.problem = undefined;
      }
    } catch (cause) {
      if (wanted === this.loadedFor) {
        this.problem = messageOf(cause);
      }
    }
  }

  private async report(): Promise<void> {
    const { client } = this.model;
    if (
      (await client.run(l10n.t('Writing the report'), 'call/report', { id: this.call.id })) !==
      undefined
    ) {
      client.notify(l10n.t('The report is on the clipboard; texts and secrets are left out.'));
    }
  }
}
