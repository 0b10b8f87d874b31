import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { ChipDetail, ChipItem } from '../../src/protocol/chips.ts';
import { ageText, sizeText } from '../../src/protocol/units.ts';
import { messageOf } from '../client.ts';
import { eventLine } from '../parts/eventLine.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { valueTree } from '../parts/valueTree.ts';
import { timeText } from '../parts/timeText.ts';
import { button, codicon } from '../ui.ts';
import { kindIcon, kindText, marks, sessionText } from './chipRules.ts';

/** Everything about one chip, and what can be done with it. */
export class ChipDetailView extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    chip: { attribute: false },
    detail: { state: true },
    problem: { state: true },
  };

  declare chip: ChipItem;
  declare private detail: ChipDetail | undefined;
  declare private problem: string | undefined;
  private wanted: ChipItem | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('chip') && this.chip !== this.wanted) {
      if (this.chip.id !== this.wanted?.id) {
        this.detail = undefined;
      }
      this.wanted = this.chip;
      void this.load(this.chip);
    }
  }

  protected override render(): TemplateResult {
    const { chip, detail, model } = this;
    const now = Date.now();
    return html`<article class="detail">
      <header>
        <h2>
          <span class=${`kind is-${chip.kind}`}>${codicon(kindIcon(chip.kind))}</span>
          ${sentence(chip)}
        </h2>
        <p class="sub">
          ${[
            `chip ${chip.id}`,
            `${ageText(chip.created, now)}${now - chip.created < 60_000 ? '' : ' ago'}`,
            sizeText(chip.bytes),
            ...marks(chip, now),
          ].join(' · ')}
        </p>
      </header>
      ${this.renderError(chip, detail)} ${this.renderActions(chip, detail)}
      ${
        this.problem === undefined
          ? nothing
          : html`<p class="problem" role="alert">${codicon('error')} ${this.problem}</p>`
      }
      ${
        detail?.unreadable === undefined
          ? nothing
          : html`<p class="problem" role="alert">${codicon('error')} ${detail.unreadable}</p>`
      }
      ${
        model.ui.replaying && detail !== undefined && detail.forms.length > 0
          ? html`<replay-form .model=${model} .detail=${detail}></replay-form>`
          : this.renderContent(chip, detail)
      }
    </article>`;
  }

  private renderError(
    chip: ChipItem,
    detail: ChipDetail | undefined,
  ): TemplateResult | typeof nothing {
    if (chip.errorMessage === undefined) {
      return nothing;
    }
    return html`<div class="error-box">
      <p><strong>${chip.errorCode ?? 'error'}</strong> ${chip.errorMessage}</p>
      ${detail?.advice === undefined ? nothing : html`<p class="advice">${detail.advice}</p>`}
    </div>`;
  }

  private renderActions(chip: ChipItem, detail: ChipDetail | undefined): TemplateResult {
    const { model } = this;
    const { client } = model;
    const { id } = chip;
    const forms = detail?.forms ?? [];
    const replaying = model.ui.replaying;
    return html`<div class="actions" role="toolbar" aria-label="Actions">
      ${
        replaying
          ? button({
              text: 'Close Replay',
              icon: 'close',
              press: () => model.choose({ replaying: false }),
            })
          : button({
              text: 'Replay…',
              icon: 'debug-restart',
              look: 'primary',
              disabled: forms.length === 0,
              name: 'replay',
              press: () => model.choose({ replaying: true }),
            })
      }
      ${button({
        text: 'Open as Document',
        icon: 'go-to-file',
        look: 'icon',
        press: () => void client.run('Opening the chip', 'chip/open', { id }),
      })}
      ${button({
        text: detail?.text === undefined ? 'Copy the Arguments' : 'Copy the Text',
        icon: 'copy',
        look: 'icon',
        press: () => void this.copy(id, detail?.text === undefined ? 'arguments' : 'text'),
      })}
      ${button({
        text: 'Save As…',
        icon: 'save-as',
        look: 'icon',
        press: () => void client.run('Saving the chip', 'chip/save', { id }),
      })}
      ${button({
        text: chip.pinned ? 'Unpin' : 'Pin',
        icon: chip.pinned ? 'pinned' : 'pin',
        look: 'icon',
        press: () =>
          void client.run('Pinning', 'chips/act', {
            action: chip.pinned ? 'unpin' : 'pin',
            ids: [id],
          }),
      })}
      ${button({
        text: 'Delete…',
        icon: 'trash',
        look: 'icon',
        press: () => void client.run('Deleting', 'chips/act', { action: 'delete', ids: [id] }),
      })}
    </div>`;
  }

  private renderContent(chip: ChipItem, detail: ChipDetail | undefined): TemplateResult {
    if (detail === undefined) {
      return html`<p class="loading" role="status">Loading…</p>`;
    }
    const { text, textCharacters = 0, textLines = 0, binaryBytes } = detail;
    const left = textCharacters - (text?.length ?? 0);
    return html`${
      text === undefined
        ? nothing
        : html`<h3>Text <span class="count">${textLines} lines</span></h3>
            <pre class="chip-text" tabindex="0" aria-label="Text of the chip">${text}</pre>
            ${
              left > 0
                ? html`<p class="left">${left} more characters; “Open as Document” shows all.</p>`
                : nothing
            }`
    }
    ${
      binaryBytes === undefined
        ? nothing
        : html`<p>
            The chip holds ${sizeText(binaryBytes)} that are no text. “Save As…” writes them.
          </p>`
    }
    ${
      detail.event === undefined
        ? nothing
        : html`<h3>The edit it belongs to</h3>
            ${eventLine(detail.event, this.model)}`
    }
    ${
      detail.calls.length === 0
        ? nothing
        : html`<h3>The call it comes from</h3>
            <ul class="plain">
              ${detail.calls.map(
                (call) =>
                  html`<li>
                    <button
                      type="button"
                      class="as-link"
                      @click=${() => this.model.show({ page: 'activity', call: call.id })}
                    >
                      ${call.client}, ${timeText(call.started)}
                    </button>
                  </li>`,
              )}
            </ul>`
    }
    ${this.renderFacts(chip)}
    ${
      detail.arguments === undefined || chip.kind === 'deleted'
        ? nothing
        : html`<h3>Arguments</h3>
            ${valueTree(detail.arguments)}`
    }`;
  }

  private renderFacts(chip: ChipItem): TemplateResult {
    const facts: readonly (readonly [string, string | TemplateResult])[] = [
      ...(chip.file === undefined
        ? []
        : [
            [
              'File',
              html`<button
                type="button"
                class="as-link"
                @click=${() =>
                  void this.model.client.run('Opening the file', 'file/open', {
                    file: chip.file ?? '',
                  })}
              >
                ${chip.shown ?? chip.file}
              </button>`,
            ] as const,
          ]),
      ['Made', timeText(chip.created)],
      [
        'Kept',
        chip.pinned
          ? 'until it is unpinned'
          : chip.expires === undefined
            ? 'until the limit is reached'
            : `until ${timeText(chip.expires)}`,
      ],
      ...(chip.replayed === undefined ? [] : [['Put back', timeText(chip.replayed)] as const]),
      ...(chip.session === undefined ? [] : [['Session', sessionText(chip.session)] as const]),
      ['Folder', chip.workspace],
    ];
    return html`<dl class="facts-list">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`;
  }

  private async load(chip: ChipItem): Promise<void> {
    try {
      const detail = await this.model.client.ask('chip/read', { id: chip.id });
      if (this.wanted === chip) {
        this.detail = detail;
        this.problem = undefined;
      }
    } catch (cause) {
      if (this.wanted === chip) {
        this.problem = messageOf(cause);
      }
    }
  }

  private async copy(id: string, what: 'text' | 'arguments'): Promise<void> {
    const done = await this.model.client.run('Copying', 'chip/copy', { id, what });
    if (done !== undefined) {
      this.model.client.notify(`${done.characters} characters are on the clipboard.`);
    }
  }
}

function sentence(chip: ChipItem): string {
  const where = chip.file === undefined ? '' : `: ${chip.shown ?? chip.file}`;
  const kind = kindText(chip.kind);
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} of ${chip.tool}${where}`;
}
