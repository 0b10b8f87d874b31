import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TextPart } from '../../src/ports/transcripts.ts';
import { messageOf } from '../client.ts';
import type { DiffLook } from '../data/uiState.ts';
import { diffView } from '../parts/diffView.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { codicon, dropdown } from '../ui.ts';
import { textDiff, unfolded, type TextDiff } from './data/textDiff.ts';
import { numberText } from './data/numberText.ts';

/** Characters of each text that are compared. */
const mostCompared = 262_144;

/** The texts of two blocks of the shown session as a diff. */
export class BlockDiff extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    former: { type: Number },
    later: { type: Number },
    diff: { state: true },
    problem: { state: true },
  };

  /** Indices in the session's blocks. */
  declare former: number;
  declare later: number;
  declare private diff: TextDiff | undefined;
  declare private problem: string | undefined;
  /** Characters that were not compared. */
  private uncompared = 0;
  private loadedFor = '';

  constructor() {
    super();
    this.former = -1;
    this.later = -1;
  }

  protected override willUpdate(): void {
    const { shown } = this.model.sessions;
    const { transcript = '', generation = 0 } = shown?.at ?? {};
    const name = [transcript, generation, this.former, this.later].join(' ');
    if (name !== this.loadedFor) {
      this.loadedFor = name;
      this.diff = undefined;
      this.problem = undefined;
      void this.load();
    }
  }

  protected override render(): TemplateResult {
    const { diff, problem, model } = this;
    if (problem !== undefined) {
      return html`<p class="problem" role="alert">${codicon('error')} ${problem}</p>`;
    }
    if (diff === undefined) {
      return html`<p class="loading" role="status">${l10n.t('Comparing the texts…')}</p>`;
    }
    const { added, removed } = diff.file;
    return html`<div class="actions">
        ${dropdown<DiffLook>({
          ...{ label: l10n.t('Layout of the diff'), value: model.ui.diff },
          choices: [
            ['unified', l10n.t('Unified')],
            ['sides', l10n.t('Side by side')],
          ],
          choose: (look) => model.choose({ diff: look }),
        })}
      </div>
      ${added + removed === 0 ? html`<p class="left">${l10n.t('The texts are equal.')}</p>` : nothing}
      ${diffView(diff.file, {
        look: model.ui.diff,
        unfold: (_, row) => (this.diff = unfolded(diff, row)),
      })}
      ${
        this.uncompared > 0
          ? html`<p class="left">
              ${l10n.t`${numberText(this.uncompared)} more characters were not compared.`}
            </p>`
          : nothing
      }`;
  }

  private async load(): Promise<void> {
    const { shown } = this.model.sessions;
    const name = this.loadedFor;
    if (shown === undefined) {
      return;
    }
    const read = (block: number): Promise<TextPart> =>
      this.model.client.ask('session/text', {
        at: shown.at,
        query: { block, from: 0, limit: mostCompared },
      });
    try {
      const [before, after] = await Promise.all([read(this.former), read(this.later)]);
      if (name === this.loadedFor) {
        const { blocks } = shown.lists;
        const ids = [blocks[this.former]?.id ?? '', blocks[this.later]?.id ?? ''];
        this.uncompared = before.length + after.length - before.text.length - after.text.length;
        this.diff = textDiff(ids.join(' → '), before.text, after.text);
      }
    } catch (cause) {
      if (name === this.loadedFor) {
        this.problem = messageOf(cause);
      }
    }
  }
}
