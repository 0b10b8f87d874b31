import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { ChipDetail, ReplayForm } from '../../src/protocol/chips.ts';
import type { Preview } from '../../src/protocol/diff.ts';
import { messageOf } from '../client.ts';
import type { AppModel } from '../model.ts';
import { LightElement } from '../parts/lightElement.ts';
import type { PreviewPanel } from '../parts/previewPanel.ts';
import { codicon, textField } from '../ui.ts';
import type { ReplayChoice } from './replayChoice.ts';
import { callFields, firstChoice, previewQuestion } from './replayChoice.ts';

/** Milliseconds of rest after a change before the preview is made anew. */
const rest = 200;

const forms: Readonly<Record<ReplayForm, readonly [string, string]>> = {
  content: [l10n.t('Text'), l10n.t('the text itself')],
  annotated: [
    l10n.t('Arguments with a comment'),
    l10n.t('a comment that says what the chip is, then the arguments'),
  ],
  arguments: [l10n.t('Arguments'), l10n.t('the arguments as JSON')],
  call: [l10n.t('The call again'), l10n.t('the failed call, with the fields you change')],
};

interface Place {
  readonly total: number;
  readonly first: number;
  readonly lines: readonly string[];
}

/** Where a chip goes and in which form; shows at once what that would do. */
export class ReplayFormView extends LightElement {
  static override readonly properties = {
    model: { attribute: false },
    detail: { attribute: false },
    choice: { state: true },
    preview: { state: true },
    problem: { state: true },
    place: { state: true },
    waiting: { state: true },
  };

  declare model: AppModel;
  declare detail: ChipDetail;
  declare private choice: ReplayChoice;
  declare private preview: Preview | undefined;
  declare private problem: string | undefined;
  declare private place: Place | undefined;
  declare private waiting: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | undefined;
  private chip: string | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('detail') && this.detail.chip.id !== this.chip) {
      this.chip = this.detail.chip.id;
      this.preview = undefined;
      this.place = undefined;
      this.choice = firstChoice(this.detail);
      this.makePreview();
    }
  }

  protected override firstUpdated(): void {
    this.querySelector<HTMLElement>('input[type="radio"]:checked')?.focus();
  }

  protected override render(): TemplateResult {
    const { choice, detail, preview } = this;
    return html`<section class="replay" aria-label=${l10n.t('Replay')} @keydown=${this.onKey}>
      <fieldset class="forms">
        <legend>${l10n.t('Put back')}</legend>
        ${detail.forms.map(
          (form) =>
            html`<label title=${forms[form][1]}
              ><input
                type="radio"
                name="form"
                value=${form}
                .checked=${choice.as === form}
                @change=${() => this.choose({ as: form })}
              />${forms[form][0]}</label
            >`,
        )}
      </fieldset>
      ${choice.as === 'call' ? this.renderFields() : this.renderPlace()}
      ${
        this.problem === undefined
          ? nothing
          : html`<p class="problem" role="alert">${codicon('error')} ${this.problem}</p>`
      }
      ${
        preview === undefined
          ? this.problem === undefined
            ? html`<p class="loading" role="status">${l10n.t('Working out the change…')}</p>`
            : nothing
          : html`<preview-panel
              class=${this.waiting ? 'is-waiting' : ''}
              .model=${this.model}
              .preview=${preview}
              verb=${choice.as === 'call' ? l10n.t('Make the Call') : l10n.t('Apply')}
              @done=${this.onDone}
              @failed=${() => this.makePreview()}
            ></preview-panel>`
      }
    </section>`;
  }

  private renderPlace(): TemplateResult {
    const { choice, place } = this;
    return html`<div class="place">
      <file-field
        .model=${this.model}
        chip=${this.detail.chip.id}
        file=${choice.file}
        shown=${choice.shown}
        @chosen=${(event: CustomEvent<{ file: string; shown: string }>) =>
          this.choose({ ...event.detail, line: '0' })}
      ></file-field>
      <label class="line-field"
        >${l10n.t('after line')}
        <input
          type="number"
          min="0"
          max=${place?.total ?? 1_000_000_000}
          aria-label=${l10n.t('After line')}
          .value=${choice.line}
          @input=${(event: Event) => this.choose({ line: (event.target as HTMLInputElement).value })}
        />
        ${
          place === undefined
            ? nothing
            : html`<span class="of"
                >${place.total === 0 ? l10n.t('the file is to be made') : l10n.t`of ${place.total}`}</span
              >`
        }
      </label>
    </div>`;
  }

  private renderFields(): TemplateResult {
    const fields = callFields(this.detail.arguments);
    return html`<div class="call-fields">
      ${fields.map(
        ({ name, value }) =>
          html`<label
            ><span>${name}</span> ${textField({
              label: name,
              value: this.choice.with[name] ?? value,
              input: (text) => this.choose({ with: { ...this.choice.with, [name]: text } }),
            })}</label
          >`,
      )}
    </div>`;
  }

  private choose(change: Partial<ReplayChoice>): void {
    this.choice = { ...this.choice, ...change };
    this.waiting = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.makePreview(), rest);
  }

  private makePreview(): void {
    void this.loadPlace();
    void this.loadPreview();
  }

  private async loadPlace(): Promise<void> {
    const { as, file, line } = this.choice;
    if (as === 'call' || file === '') {
      this.place = undefined;
      return;
    }
    const asked = { file, line: Math.min(Number(line) || 0, 1_000_000_000) };
    const place = await this.model.client.ask('replay/lines', asked).catch(() => undefined);
    if (file === this.choice.file) {
      this.place = place;
    }
  }

  private async loadPreview(): Promise<void> {
    this.asking?.abort();
    const question = previewQuestion(this.detail, this.choice);
    if (typeof question === 'string') {
      this.problem = question;
      this.preview = undefined;
      this.waiting = false;
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    try {
      const preview = await this.model.client.ask('replay/preview', question, asking.signal);
      if (this.asking === asking) {
        this.preview = preview;
        this.problem = undefined;
        this.waiting = false;
      }
    } catch (cause) {
      if (this.asking === asking && !asking.signal.aborted) {
        this.problem = messageOf(cause);
        this.preview = undefined;
        this.waiting = false;
      }
    }
  }

  private readonly onDone = (): void => {
    this.model.choose({ replaying: false });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!this.waiting) {
        void this.querySelector<PreviewPanel>('preview-panel')?.apply();
      }
    }
  };
}
