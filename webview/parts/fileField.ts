import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AppModel } from '../model.ts';
import { textField } from '../ui.ts';
import { LightElement } from './lightElement.ts';

interface FileChoice {
  readonly file: string;
  readonly shown: string;
}

/** A field for a file of the workspace that offers the files whose path has the words typed. Event: `chosen`. */
export class FileField extends LightElement {
  static override readonly properties = {
    model: { attribute: false },
    chip: { attribute: true },
    file: { attribute: true },
    shown: { attribute: true },
    words: { state: true },
    files: { state: true },
    at: { state: true },
  };

  declare model: AppModel;
  declare chip: string;
  declare file: string;
  /** The file as people read it. */
  declare shown: string;
  declare private words: string | undefined;
  declare private files: readonly FileChoice[];
  declare private at: number;

  constructor() {
    super();
    this.file = '';
    this.shown = '';
    this.chip = '';
    this.files = [];
    this.at = 0;
  }

  protected override render(): TemplateResult {
    const open = this.words !== undefined && this.files.length > 0;
    return html`<div
      class="file-field"
      role="combobox"
      aria-label=${l10n.t('File')}
      aria-expanded=${open ? 'true' : 'false'}
      aria-controls="file-choices"
      aria-haspopup="listbox"
      aria-activedescendant=${open ? `file-choice-${this.at}` : nothing}
      @focusout=${this.leave}
    >
      ${textField({
        label: l10n.t('File'),
        name: 'file',
        icon: 'file',
        hint: l10n.t('A path in the workspace'),
        value: this.words ?? this.shown,
        input: (words) => void this.look(words),
        keydown: this.onKey,
      })}
      ${
        open
          ? html`<ul id="file-choices" role="listbox" aria-label=${l10n.t('Files')}>
              ${this.files.map(
                ({ file, shown }, index) =>
                  html`<li
                    id=${`file-choice-${index}`}
                    role="option"
                    aria-selected=${index === this.at ? 'true' : 'false'}
                    class=${index === this.at ? 'is-active' : ''}
                    title=${file}
                    @mousedown=${(event: Event) => {
                      event.preventDefault();
                      this.choose(index);
                    }}
                  >
                    ${shown}
                  </li>`,
              )}
            </ul>`
          : nothing
      }
    </div>`;
  }

  private async look(words: string): Promise<void> {
    this.words = words;
    const { files } = await this.model.client
      .ask('replay/files', { words, ...(this.chip === '' ? {} : { chip: this.chip }) })
      .catch(() => ({ files: [] }));
    if (this.words === words) {
      this.files = files;
      this.at = 0;
    }
  }

  private choose(index: number): void {
    const choice = this.files[index];
    this.words = undefined;
    if (choice !== undefined) {
      this.file = choice.file;
      this.shown = choice.shown;
      this.dispatchEvent(new CustomEvent('chosen', { detail: choice }));
    }
  }

  /** A path typed in full counts, also of a file that is not there yet. */
  private readonly leave = (): void => {
    if (this.words !== undefined) {
      const typed = this.words.trim();
      this.words = undefined;
      if (typed !== '' && typed !== this.shown) {
        this.file = typed;
        this.shown = typed;
        this.dispatchEvent(new CustomEvent('chosen', { detail: { file: typed, shown: typed } }));
      }
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' && this.words === undefined) {
      event.preventDefault();
      void this.look('');
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.at = Math.max(0, Math.min(this.files.length - 1, this.at + step));
    } else if (event.key === 'Enter' && this.words !== undefined && this.files.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      this.choose(this.at);
    } else if (event.key === 'Enter') {
      this.leave();
    } else if (event.key === 'Escape' && this.words !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.words = undefined;
    }
  };
}
