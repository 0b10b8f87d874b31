import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DiffFile, DiffRow, Preview } from '../../src/protocol/diff.ts';
import type { DiffLook } from '../data/uiState.ts';
import { button, codicon, dropdown } from '../ui.ts';
import { diffView } from './diffView.ts';
import { ModelElement } from './modelElement.ts';

/** Shows what an edit would do, and does it. Event: `done` when it was made. */
export class PreviewPanel extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    preview: { attribute: false },
    verb: { attribute: true },
    done: { state: true },
    unfolded: { state: true },
  };

  declare preview: Preview;
  /** What the button says. */
  declare verb: string;
  /** The preview that was carried out. */
  declare private done: string | undefined;
  /** Rows that were folded, by preview, file and line. */
  declare private unfolded: ReadonlyMap<string, readonly DiffRow[]>;

  constructor() {
    super();
    this.verb = l10n.t('Apply');
    this.unfolded = new Map();
  }

  /** Makes the edit that is shown, once. */
  async apply(): Promise<void> {
    const { preview, model } = this;
    if (this.done === preview.id || !this.changesSomething) {
      return;
    }
    this.done = preview.id;
    const result = await model.client.run(l10n.t('Applying'), 'preview/apply', {
      preview: preview.id,
    });
    if (result === undefined) {
      this.done = undefined;
      this.dispatchEvent(new CustomEvent('failed'));
      return;
    }
    const more = result.warnings.length === 0 ? '' : ` ${result.warnings.join(' ')}`;
    const made = l10n.t('Done. It can be taken back on the Activity page.');
    model.client.notify(`${made}${more}`);
    this.dispatchEvent(new CustomEvent('done'));
  }

  protected override render(): TemplateResult {
    const { preview, model } = this;
    const ready = this.changesSomething && this.done !== preview.id;
    return html`<div class="preview">
      ${preview.warnings.map(
        ({ code, message }) =>
          html`<p class="warning" data-code=${code}>
            ${codicon('warning')} <span>${message}</span>
          </p>`,
      )}
      <div class="preview-bar" role="toolbar" aria-label=${l10n.t('Preview')}>
        ${button({
          text: this.verb,
          icon: 'check',
          look: 'primary',
          name: 'apply',
          disabled: !ready,
          title: 'Ctrl+Enter',
          press: () => void this.apply(),
        })}
        ${dropdown<DiffLook>({
          label: l10n.t('Layout of the diff'),
          value: model.ui.diff,
          choices: [
            ['unified', l10n.t('Unified')],
            ['sides', l10n.t('Side by side')],
          ],
          choose: (diff) => model.choose({ diff }),
        })}
      </div>
      ${
        preview.files.length === 0
          ? nothing
          : preview.files.map((file) =>
              diffView(this.withUnfolded(file), {
                look: model.ui.diff,
                openEditorDiff: ({ file: path }) =>
                  void model.client.run(l10n.t('Opening the diff'), 'preview/diff', {
                    preview: preview.id,
                    file: path,
                  }),
                unfold: (of, row) => void this.unfold(of, row),
              }),
            )
      }
    </div>`;
  }

  private get changesSomething(): boolean {
    return this.preview.files.some(
      ({ added, removed, change }) => added + removed > 0 || change !== 'changed',
    );
  }

  private withUnfolded(file: DiffFile): DiffFile {
    const rows = file.rows.flatMap((row) =>
      row.kind === 'folded' ? (this.unfolded.get(this.keyOf(file, row.before)) ?? [row]) : [row],
    );
    return { ...file, rows };
  }

  private async unfold(
    file: DiffFile,
    { before, count }: Extract<DiffRow, { kind: 'folded' }>,
  ): Promise<void> {
    const answer = await this.model.client.run(l10n.t('Unfolding'), 'preview/unfold', {
      preview: this.preview.id,
      file: file.file,
      before,
      count,
    });
    if (answer !== undefined) {
      this.unfolded = new Map(this.unfolded).set(this.keyOf(file, before), answer.rows);
    }
  }

  private keyOf(file: DiffFile, before: number): string {
    return `${this.preview.id} ${before} ${file.file}`;
  }
}
