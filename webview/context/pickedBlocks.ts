import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AppModel } from '../model.ts';
import { button } from '../ui.ts';
import { canAct } from './data/actQuestion.ts';
import type { OpenedSession, SessionLists } from './openedSession.ts';
import { counted } from './data/numberText.ts';

/** Blocks that were picked, so that something is done with all of them; those of another session are let go. */
export class PickedBlocks {
  /** Indices, in the order of the session; another array after each change. */
  blocks: readonly number[] = [];
  private lists: SessionLists | undefined;

  /** To be called before the blocks are shown. */
  update(session: OpenedSession): void {
    if (session.lists !== this.lists) {
      this.lists = session.lists;
      this.clear();
    }
  }

  /** Picks a block, or lets it go. The first that is picked takes the block with it whose details are open. */
  toggle(block: number, shown: number | undefined): void {
    const blocks = new Set(this.blocks);
    if (blocks.size === 0 && shown !== undefined && shown !== block) {
      blocks.add(shown);
    }
    if (!blocks.delete(block)) {
      blocks.add(block);
    }
    this.blocks = [...blocks].sort((a, b) => a - b);
  }

  /** Lets all go. */
  clear(): void {
    this.blocks = [];
  }
}

/** How many blocks are picked, and how to let them go. */
export function pickedWords(picked: readonly number[], clear: () => void): TemplateResult {
  return html`<p class="block-state picked" role="status">
    ${l10n.t`${counted(picked.length, 'block')} picked`}
    ${button({ text: l10n.t('Let go'), icon: 'close', look: 'icon', press: clear })}
  </p>`;
}

/** What is to be changed, and whether the person looks at it. */
export interface BlockChange {
  readonly model: AppModel;
  readonly session: OpenedSession;
  /** Indices. */
  readonly blocks: readonly number[];
  readonly isOpen: boolean;
  readonly open: (isOpen: boolean) => void;
}

/** The acts on blocks of a live session of our own; of another, nothing. What they would do is looked at while it is open. */
export function blockChange(change: BlockChange): TemplateResult | typeof nothing {
  const { model, session, blocks, isOpen } = change;
  const ids = session.own.filter(({ block }) => blocks.includes(block)).map(({ id }) => id);
  if (ids.length === 0 || !canAct(session.key, model.sessions.items)) {
    return nothing;
  }
  return html`<details
    class="change"
    ?open=${isOpen}
    @toggle=${(event: Event) => change.open((event.target as HTMLDetailsElement).open)}
  >
    <summary>
      ${ids.length === 1 ? l10n.t('Change this block') : l10n.t`Change ${counted(ids.length, 'block')}`}
    </summary>
    ${isOpen ? html`<act-form .model=${model} .ids=${ids}></act-form>` : nothing}
  </details>`;
}
