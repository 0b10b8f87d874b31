import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { TextPart } from '../../src/ports/transcripts.ts';
import { messageOf } from '../client.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { button, codicon } from '../ui.ts';
import { numberText } from './data/numberText.ts';

/** Characters of one page. */
const pageLength = 16_384;

/** The text of a block of the shown session, a page at a time; only the page that is seen is asked for. */
export class TextPages extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    block: { type: Number },
    label: { attribute: true },
    shown: { state: true },
    problem: { state: true },
  };

  /** Index in the session's blocks. */
  declare block: number;
  /** What a screen reader calls the text. */
  declare label: string;
  declare private shown: TextPart | undefined;
  declare private problem: string | undefined;
  private loadedFor = '';

  constructor() {
    super();
    this.block = -1;
    this.label = '';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { shown } = this.model.sessions;
    const name = `${shown?.at.transcript ?? ''} ${shown?.at.generation ?? 0} ${this.block}`;
    if (shown !== undefined && (changed.has('block') || this.loadedFor !== name)) {
      if (this.loadedFor !== name) {
        this.loadedFor = name;
        this.shown = undefined;
        this.problem = undefined;
        void this.load(0);
      }
    }
  }

  protected override render(): TemplateResult {
    const { shown: part, problem, label } = this;
    if (problem !== undefined) {
      return html`<p class="problem" role="alert">${codicon('error')} ${problem}</p>`;
    }
    if (part === undefined) {
      return html`<p class="loading" role="status">${l10n.t('Loading the text…')}</p>`;
    }
    return html`<pre class="chip-text" tabindex="0" role="region" aria-label=${label}>
${part.length === 0 ? html`<span class="left">${l10n.t('(empty)')}</span>` : part.text}</pre>
      ${part.length > part.text.length ? this.renderSteps(part) : nothing}`;
  }

  private renderSteps({ from, text, length }: TextPart): TemplateResult {
    const end = from + text.length;
    return html`<div class="text-steps">
      ${button({
        ...{
          text: l10n.t('Former part'),
          icon: 'chevron-left',
          look: 'icon',
          disabled: from === 0,
        },
        press: () => void this.load(Math.max(0, from - pageLength)),
      })}
      <span role="status"
        >${l10n.t`characters ${numberText(from + 1)} to ${numberText(end)} of ${numberText(length)}`}</span
      >
      ${button({
        ...{
          text: l10n.t('Next part'),
          icon: 'chevron-right',
          look: 'icon',
          disabled: end >= length,
        },
        press: () => void this.load(end),
      })}
    </div>`;
  }

  private async load(from: number): Promise<void> {
    const { shown } = this.model.sessions;
    const name = this.loadedFor;
    if (shown === undefined) {
      return;
    }
    try {
      const query = { block: this.block, from, limit: pageLength };
      const part = await this.model.client.ask('session/text', { at: shown.at, query });
      if (name === this.loadedFor) {
        this.shown = part;
      }
    } catch (cause) {
      if (name === this.loadedFor) {
        this.problem = messageOf(cause);
      }
    }
  }
}
