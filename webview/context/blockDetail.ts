import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ModelElement } from '../parts/modelElement.ts';
import type { Part } from '../parts/tableHead.ts';
import { button, codicon } from '../ui.ts';
import type { DetailContext } from './blockFacts.ts';
import { blockFacts, blockFates, blockRelations } from './blockFacts.ts';
import { BlockText, textOwner } from './blockText.ts';
import { blockTextView } from './blockTextView.ts';
import type { BlockItem } from './data/blockItems.ts';
import type { BlockStates } from './data/blockStates.ts';
import { codeTokens, languageOf } from './data/codeTokens.ts';
import {
  ageAt,
  fidelityWords,
  firstWords,
  markWords,
  tokensWords,
  turnsText,
} from './data/blockWords.ts';
import { kindName } from './kinds.ts';
import type { OpenedSession } from './openedSession.ts';
import { TextColours } from './textColours.ts';

/** Everything about one block: its text, where it came from, what became of it, and the blocks that it has to do with. */
export class BlockDetail extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    block: { attribute: false },
    items: { attribute: false },
    states: { attribute: false },
    words: { state: true },
    match: { state: true },
  };

  /** Index of the block. */
  declare block: number;
  declare items: readonly BlockItem[];
  declare states: BlockStates;
  /** What is looked for in the text. */
  declare private words: string;
  /** Which of the places that have it is looked at, from 0. */
  declare private match: number;
  private text: BlockText | undefined;
  private readonly colours = new TextColours();
  /** What was coloured last: the element and what is in it. */
  private coloured: readonly unknown[] = [];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.colours.clear();
    this.coloured = [];
  }

  constructor() {
    super();
    this.words = '';
    this.match = 0;
  }

  protected override willUpdate(): void {
    const session = this.model.sessions.shown;
    if (session === undefined) {
      return;
    }
    if (this.text?.block !== this.block || this.text.of !== textOwner(session)) {
      this.words = '';
      this.match = 0;
      this.load(session, false);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const session = this.model.sessions.shown;
    const item = this.items[this.block];
    if (session === undefined || item === undefined) {
      return nothing;
    }
    const { states, items, model } = this;
    const { row, count } = item;
    const context: DetailContext = { session, states, items, model };
    const words = [
      item.id,
      kindName(row.kind),
      tokensWords(count),
      ageAt(row, states.turn) > 0
        ? l10n.t`first seen ${turnsText(ageAt(row, states.turn))} ago`
        : '',
      ...markWords(item),
    ];
    return html`<article class="detail block-detail">
      <header>
        <h2>
          <span class=${`swatch is-${row.kind}`}></span>
          <span>${firstWords(row)}</span>
        </h2>
        <p class="sub">${words.filter(Boolean).join(' · ')}</p>
      </header>
      ${this.renderActions(session, item)} ${this.renderFidelity(session, item)}
      ${blockFates(item, context)} ${blockRelations(item, context)} ${this.renderText(item)}
      ${blockFacts(item, context)}
    </article>`;
  }

  /** Colours the text, where it, or how it is cut into pieces, is another than before. */
  protected override updated(): void {
    const element = this.querySelector('.block-text');
    const row = this.items[this.block]?.row;
    const text = this.text?.text ?? '';
    const drawn = [element, text, this.words, this.block];
    // What was taken from the page may still be drawn once more.
    if (!this.isConnected || drawn.every((part, at) => part === this.coloured[at])) {
      return;
    }
    this.coloured = drawn;
    const language = row && languageOf(row, text);
    if (element === null || language === undefined) {
      this.colours.clear();
    } else {
      this.colours.paint(element, codeTokens(text, language));
    }
  }

  private renderActions(session: OpenedSession, { index, row }: BlockItem): TemplateResult {
    const open = (what: 'file' | 'transcript' | 'text', title: string): void => {
      const params = { at: session.at, block: index, what };
      void this.model.client.run(title, 'session/place', params);
    };
    const isOwn = session.key.startsWith('own:');
    return html`<div class="actions" role="toolbar" aria-label=${l10n.t('Where it came from')}>
      ${
        row.path === undefined
          ? nothing
          : button({
              text: l10n.t('Open File'),
              icon: 'go-to-file',
              title: row.path,
              press: () => open('file', l10n.t('Opening the file')),
            })
      }
      ${
        isOwn
          ? nothing
          : button({
              text: l10n.t('Open Transcript Here'),
              icon: 'list-selection',
              title: l10n.t('Opens the transcript at the record that has this block'),
              press: () => open('transcript', l10n.t('Opening the transcript')),
            })
      }
      ${button({
        text: l10n.t('Open as Document'),
        icon: 'open-preview',
        title: l10n.t('Opens the text in an editor'),
        press: () => open('text', l10n.t('Opening the text')),
      })}
    </div>`;
  }

  /** That the text is not whole, and what there is of the rest. */
  private renderFidelity(session: OpenedSession, { row }: BlockItem): Part {
    const words = fidelityWords(row.fidelity);
    if (words === undefined && row.overflow === undefined) {
      return nothing;
    }
    const isWhole = this.text?.overflow === true;
    return html`<div class="warning" data-name="fidelity">
      ${codicon(words === undefined ? 'info' : 'warning')}
      <div>
        ${words ?? nothing}
        ${
          row.overflow === undefined
            ? nothing
            : html`${l10n.t('The whole text is in a file beside the transcript.')}
                <button type="button" class="as-link" @click=${() => this.load(session, !isWhole)}>
                  ${isWhole ? l10n.t('Show what the window had') : l10n.t('Show the whole text')}
                </button>`
        }
      </div>
    </div>`;
  }

  private renderText(item: BlockItem): Part {
    const { text, words, match } = this;
    return text === undefined
      ? nothing
      : blockTextView({
          ...{ text, words, match, id: item.id },
          search: (wanted) => {
            this.words = wanted;
            this.match = 0;
            this.reveal();
          },
          goTo: (place) => {
            this.match = place;
            this.reveal();
          },
        });
  }

  private load(session: OpenedSession, overflow: boolean): void {
    const changed = (): void => this.requestUpdate();
    const text = new BlockText(session, this.block, {
      ...{ overflow, client: this.model.client },
      changed,
    });
    this.text = text;
    void text.more();
  }

  /** Scrolls to the place that is looked at. */
  private reveal(): void {
    this.requestUpdate();
    void this.updateComplete.then(() =>
      this.querySelector('mark.is-current')?.scrollIntoView({ block: 'nearest' }),
    );
  }
}
