import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { SessionExport } from '../../src/protocol/sessions.ts';
import { messageOf } from '../client.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { button, checkbox, codicon, dropdown } from '../ui.ts';
import type { ExportChoice } from './data/exportQuestion.ts';
import { exportQuestion } from './data/exportQuestion.ts';
import { numberText } from './data/numberText.ts';

/** Writes the loss record of a patch into a file or the clipboard, after a look at what that would be. */
export class LossExport extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    patch: { attribute: true },
    choice: { state: true },
    shown: { state: true },
    problem: { state: true },
  };

  /** Id of the patch. */
  declare patch: string;
  declare private choice: ExportChoice;
  /** The preview, and what it is of. */
  declare private shown:
    { readonly text: string; readonly characters: number; readonly of: SessionExport } | undefined;
  declare private problem: string | undefined;

  constructor() {
    super();
    this.patch = '';
    this.choice = { as: 'markdown', texts: false, rules: '' };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('patch')) {
      this.shown = undefined;
      this.problem = undefined;
    }
  }

  protected override render(): TemplateResult {
    const { choice, problem, shown } = this;
    return html`<div class="loss-export">
      <div class="actions">
        ${dropdown<ExportChoice['as']>({
          ...{ label: l10n.t('Format'), value: choice.as },
          choices: [
            ['markdown', 'Markdown'],
            ['json', 'JSON'],
          ],
          choose: (as) => this.choose({ as }),
        })}
        ${checkbox({
          ...{ text: l10n.t('With the texts'), checked: choice.texts },
          change: (texts) => this.choose({ texts }),
        })}
      </div>
      <label class="text-area"
        ><span
          >${l10n.t('Replace by [redacted] what these regular expressions find, one a line; the usual secrets always are')}</span
        >
        <textarea
          rows="2"
          spellcheck="false"
          .value=${choice.rules}
          @input=${(event: Event) => this.choose({ rules: (event.target as HTMLTextAreaElement).value })}
        ></textarea>
      </label>
      ${
        problem === undefined
          ? nothing
          : html`<p class="problem" role="alert">${codicon('error')} ${problem}</p>`
      }
      <div class="actions">
        ${button({ text: l10n.t('Preview'), icon: 'eye', press: () => void this.look() })}
        ${button({ text: l10n.t('Save…'), icon: 'save', press: () => void this.write('file') })}
        ${button({ text: l10n.t('Copy'), icon: 'copy', press: () => void this.write('clipboard') })}
      </div>
      ${shown === undefined ? nothing : preview(shown)}
    </div>`;
  }

  private choose(change: Partial<ExportChoice>): void {
    this.choice = { ...this.choice, ...change };
    // What is seen is always what would be written.
    this.shown = undefined;
    this.problem = undefined;
  }

  private question(): SessionExport | undefined {
    const question = exportQuestion(this.choice, this.patch);
    this.problem = typeof question === 'string' ? question : undefined;
    return typeof question === 'string' ? undefined : question;
  }

  private async look(): Promise<void> {
    const session = this.model.sessions.shown;
    const of = this.question();
    if (session === undefined || of === undefined) {
      return;
    }
    const { choice } = this;
    try {
      const answer = await this.model.client.ask('session/exported', {
        at: session.at,
        export: of,
      });
      if (choice === this.choice && of.patch === this.patch) {
        this.shown = { ...answer, of };
      }
    } catch (cause) {
      this.problem = messageOf(cause);
    }
  }

  private async write(to: 'file' | 'clipboard'): Promise<void> {
    const session = this.model.sessions.shown;
    const of = this.question();
    if (session === undefined || of === undefined) {
      return;
    }
    const { client } = this.model;
    const question = { at: session.at, export: of, to };
    const answer = await client.run(l10n.t('Exporting'), 'session/export', question);
    if (answer?.done === true) {
      client.notify(
        to === 'file' ? l10n.t('The record was saved.') : l10n.t('The record is on the clipboard.'),
      );
    }
  }
}

function preview({
  text,
  characters,
}: {
  readonly text: string;
  readonly characters: number;
}): TemplateResult {
  return html`<pre
      class="chip-text"
      tabindex="0"
      role="region"
      aria-label=${l10n.t('Preview of the export')}
    >
${text}</pre>
    ${
      characters > text.length
        ? html`<p class="left">
            ${l10n.t`${numberText(characters - text.length)} more characters.`}
          </p>`
        : nothing
    }`;
}
