import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Part } from '../parts/tableHead.ts';
import { button, codicon, textField } from '../ui.ts';
import type { BlockText } from './blockText.ts';
import { textPart } from './blockText.ts';
import type { TextPiece } from './data/textMatches.ts';
import { mostMatches, textMatches } from './data/textMatches.ts';
import { numberText } from './data/numberText.ts';

/** What the view of a text shows, and what it asks for. */
export interface TextViewOptions {
  /** The block's id. */
  readonly id: string;
  readonly text: BlockText;
  /** What is looked for; empty = nothing. */
  readonly words: string;
  /** Which place of it is looked at, from 0. */
  readonly match: number;
  readonly search: (words: string) => void;
  readonly goTo: (match: number) => void;
}

/** The pieces that were made last: a text is looked through once, not with every drawing. */
let last: { readonly text: string; readonly words: string; readonly pieces: readonly TextPiece[] } =
  {
    text: '',
    words: '',
    pieces: [],
  };

function piecesOf(text: string, words: string): readonly TextPiece[] {
  if (last.text !== text || last.words !== words) {
    last = { text, words, pieces: textMatches(text, words) };
  }
  return last.pieces;
}

/** The text of a block as far as it was read, with a search in it, and a way to the rest. */
export function blockTextView(options: TextViewOptions): TemplateResult {
  const { text, words, match, id } = options;
  const { length } = text;
  const title = html`<h3>
    ${l10n.t('Content')}
    <span class="count"
      >${length === undefined ? '' : l10n.t`${numberText(length)} characters`}${text.overflow ? l10n.t(', from the file beside') : ''}</span
    >
  </h3>`;
  if (length === undefined) {
    return html`${title}${renderProblem(text)}
    ${text.busy ? html`<p class="loading" role="status">${l10n.t('Loading…')}</p>` : nothing}`;
  }
  if (length === 0) {
    return html`${title}
      <p class="left">${l10n.t('It has no text.')}</p>`;
  }
  const pieces = piecesOf(text.text, words);
  const found = pieces.reduce((count, piece) => count + (piece.match === undefined ? 0 : 1), 0);
  return html`${title}${renderSearch(options, found)}
    <pre class="chip-text block-text" tabindex="0" aria-label=${l10n.t`Content of ${id}`}>
${pieces.map((piece) => renderPiece(piece, match))}</pre>
    ${renderProblem(text)}
    ${
      text.left === 0
        ? nothing
        : html`<p class="more">
            ${button({
              text: l10n.t('Show More'),
              name: 'more',
              disabled: text.busy,
              title: l10n.t`Shows the next ${numberText(Math.min(textPart, text.left))} characters`,
              press: () => void text.more(),
            })}
            <span class="left" role="status"
              >${l10n.t`${numberText(text.text.length)} of ${numberText(length)} characters are shown.`}</span
            >
          </p>`
    }`;
}

function renderSearch(options: TextViewOptions, found: number): TemplateResult {
  const { words, match, text, search, goTo } = options;
  const searchLabel = l10n.t('Search in the content');
  const step = (by: number): void => {
    if (found > 0) {
      goTo((match + by + found) % found);
    }
  };
  const count = found >= mostMatches ? l10n.t`${numberText(found)} or more` : numberText(found);
  const place = found === 0 ? l10n.t('None') : l10n.t`${match + 1} of ${count}`;
  return html`<div class="text-search" role="search">
    ${textField({
      ...{ label: searchLabel, hint: searchLabel, icon: 'search' },
      ...{ name: 'text-search', value: words, input: search },
      keydown: (event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        } else if (event.key === 'Escape' && words !== '') {
          event.preventDefault();
          event.stopPropagation();
          search('');
        }
      },
    })}
    ${
      words === ''
        ? nothing
        : html`<span role="status"
              >${text.left > 0 ? l10n.t`${place} in what is shown` : place}</span
            >
            ${button({ text: l10n.t('Previous place'), icon: 'arrow-up', look: 'icon', disabled: found === 0, press: () => step(-1) })}
            ${button({ text: l10n.t('Next place'), icon: 'arrow-down', look: 'icon', disabled: found === 0, press: () => step(1) })}`
    }
  </div>`;
}

function renderPiece(piece: TextPiece, current: number): Part {
  const { text, match } = piece;
  return match === undefined
    ? html`${text}`
    : html`<mark class=${match === current ? 'is-current' : ''}>${text}</mark>`;
}

function renderProblem({ problem }: BlockText): Part {
  return problem === undefined
    ? nothing
    : html`<p class="problem" role="alert">${codicon('error')} ${problem}</p>`;
}
