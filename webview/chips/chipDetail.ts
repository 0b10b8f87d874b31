import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { ChipDetail, ChipItem } from '../../src/protocol/chips.ts';
import { sizeText } from '../../src/protocol/units.ts';
import { messageOf } from '../client.ts';
import { eventLine } from '../parts/eventLine.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { valueTree } from '../parts/valueTree.ts';
import { ageWords, timeText } from '../parts/timeText.ts';
import { button, codicon } from '../ui.ts';
import { kindIcon, marks, originText, sessionText } from './chipRules.ts';

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
            l10n.t`chip ${chip.id}`,
            agoText(chip.created, now),
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
      <p><strong>${chip.errorCode ?? l10n.t('error')}</strong> ${chip.errorMessage}</p>
      ${detail?.advice === undefined ? nothing : html`<p class="advice">${detail.advice}</p>`}
    </div>`;
  }

  private renderActions(chip: ChipItem, detail: ChipDetail | undefined): TemplateResult {
    const { model } = this;
    const { client } = model;
    const { id } = chip;
    const forms = detail?.forms ?? [];
    const replaying = model.ui.replaying;
    return html`<div class="actions" role="toolbar" aria-label=${l10n.t('Actions')}>
      ${
        replaying
          ? button({
              text: l10n.t('Close Replay'),
              icon: 'close',
              press: () => model.choose({ replaying: false }),
            })
          : button({
              text: l10n.t('Replay…'),
              icon: 'debug-restart',
              look: 'primary',
              disabled: forms.length === 0,
              name: 'replay',
              press: () => model.choose({ replaying: true }),
            })
      }
      ${button({
        text: l10n.t('Open as Document'),
        icon: 'go-to-file',
        look: 'icon',
        press: () => void client.run(l10n.t('Opening the chip'), 'chip/open', { id }),
      })}
      ${button({
        text: detail?.text === undefined ? l10n.t('Copy the Arguments') : l10n.t('Copy the Text'),
        icon: 'copy',
        look: 'icon',
        press: () => void this.copy(id, detail?.text === undefined ? 'arguments' : 'text'),
      })}
      ${button({
        text: l10n.t('Save As…'),
        icon: 'save-as',
        look: 'icon',
        press: () => void client.run(l10n.t('Saving the chip'), 'chip/save', { id }),
      })}
      ${button({
        text: chip.pinned ? l10n.t('Unpin') : l10n.t('Pin'),
        icon: chip.pinned ? 'pinned' : 'pin',
        look: 'icon',
        press: () =>
          void client.run(l10n.t('Pinning'), 'chips/act', {
            action: chip.pinned ? 'unpin' : 'pin',
            ids: [id],
          }),
      })}
      ${button({
        text: l10n.t('Delete…'),
        icon: 'trash',
        look: 'icon',
        press: () =>
          void client.run(l10n.t('Deleting'), 'chips/act', { action: 'delete', ids: [id] }),
      })}
    </div>`;
  }

  private renderContent(chip: ChipItem, detail: ChipDetail | undefined): TemplateResult {
    if (detail === undefined) {
      return html`<p class="loading" role="status">${l10n.t('Loading…')}</p>`;
    }
    const { text, textCharacters = 0, textLines = 0, binaryBytes } = detail;
    const label = l10n.t('Text of the chip');
    const left = textCharacters - (text?.length ?? 0);
    return html`${
      text === undefined
        ? nothing
        : html`<h3>${l10n.t('Text')} <span class="count">${l10n.t`${textLines} lines`}</span></h3>
            <pre class="chip-text" tabindex="0" aria-label=${label}>${text}</pre>
            ${
              left > 0
                ? html`<p class="left">
                    ${l10n.t`${left} more characters; “Open as Document” shows all.`}
                  </p>`
                : nothing
            }`
    }
    ${
      binaryBytes === undefined
        ? nothing
        : html`<p>
            ${l10n.t`The chip holds ${sizeText(binaryBytes)} that are no text. “Save As…” writes them.`}
          </p>`
    }
    ${
      detail.event === undefined
        ? nothing
        : html`<h3>${l10n.t('The edit it belongs to')}</h3>
            ${eventLine(detail.event, this.model)}`
    }
    ${
      detail.calls.length === 0
        ? nothing
        : html`<h3>${l10n.t('The call it comes from')}</h3>
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
        : html`<h3>${l10n.t('Arguments')}</h3>
            ${valueTree(detail.arguments)}`
    }`;
  }

  private renderFacts(chip: ChipItem): TemplateResult {
    const facts: readonly (readonly [string, string | TemplateResult])[] = [
      ...(chip.file === undefined
        ? []
        : [
            [
              l10n.t('File'),
              html`<button
                type="button"
                class="as-link"
                @click=${() =>
                  void this.model.client.run(l10n.t('Opening the file'), 'file/open', {
                    file: chip.file ?? '',
                  })}
              >
                ${chip.shown ?? chip.file}
              </button>`,
            ] as const,
          ]),
      [l10n.t('Made'), timeText(chip.created)],
      [
        l10n.t('Kept'),
        chip.pinned
          ? l10n.t('until it is unpinned')
          : chip.expires === undefined
            ? l10n.t('until the limit is reached')
            : l10n.t`until ${timeText(chip.expires)}`,
      ],
      ...(chip.replayed === undefined
        ? []
        : [[l10n.t('Put back'), timeText(chip.replayed)] as const]),
      ...(chip.session === undefined
        ? []
        : [[l10n.t('Session'), sessionText(chip.session)] as const]),
      [l10n.t('Folder'), chip.workspace],
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
    const done = await this.model.client.run(l10n.t('Copying'), 'chip/copy', { id, what });
    if (done !== undefined) {
      this.model.client.notify(l10n.t`${done.characters} characters are on the clipboard.`);
    }
  }
}

function sentence(chip: ChipItem): string {
  const origin = originText(chip);
  const title = `${origin.charAt(0).toUpperCase()}${origin.slice(1)}`;
  return chip.file === undefined ? title : l10n.t`${title}: ${chip.shown ?? chip.file}`;
}

/** The age of a chip in words that can stand alone. */
function agoText(created: number, now: number): string {
  const age = ageWords(created, now);
  return now - created < 60_000 ? age : l10n.t`${age} ago`;
}
