import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ListLine } from '../parts/virtualList.ts';
import { button, codicon } from '../ui.ts';
import { blockCells, blockLabel, type LineContext } from './blockLines.ts';
import type { ContentSearch } from './contentSearch.ts';
import { emptyScopes, scopeChoices, type BlockScope } from './data/blockRules.ts';
import type { BlockSelection, BlockSum } from './data/blockSelection.ts';
import { counted, numberText } from './data/numberText.ts';

/** What the line of a block or of a group is drawn for. */
export interface EntryContext extends LineContext {
  /** Of blocks: 2 in a group, else 1. */
  readonly level: number;
  readonly isChosen: (block: number) => boolean;
}

/** The line of a block, or of a group of them. */
export function entryLine(
  entry: BlockSelection['entries'][number],
  context: EntryContext,
): ListLine {
  if (entry.kind === 'group') {
    const { title, count, open } = entry;
    const icon = codicon(open ? 'chevron-down' : 'chevron-right');
    const cells = html`<div role="gridcell" class="group-title" title=${title}>
      ${icon}<span class="group-name">${title}</span><span class="group-count">${count}</span>
    </div>`;
    return { key: title, chosen: false, open, level: 1, label: `${title}, ${count}`, cells };
  }
  return {
    key: entry.row.id,
    chosen: context.isChosen(entry.row.index),
    level: context.level,
    label: blockLabel(entry.row, context),
    cells: blockCells(entry.row, context),
  };
}

/** What is listed. */
export interface ListFacts {
  readonly sum: BlockSum;
  /** Index of the call. */
  readonly turn: number;
  readonly scope: BlockScope;
  readonly search: ContentSearch;
}

/** How many blocks are listed and of what size, and how far contents were searched. */
export function listWords({ sum, turn, scope, search }: ListFacts): TemplateResult {
  const [, title] = scopeChoices.find(([name]) => name === scope) ?? ['', ''];
  const searched = {
    none: '',
    busy: ` ${l10n.t('Searching in contents…')}`,
    done: '',
    partial: ` ${l10n.t('Not all contents could be searched.')}`,
    failed: ` ${l10n.t`Contents were not searched: ${search.problem}`}`,
  }[search.state];
  const waste = scope === 'waste' ? l10n.t(', likely said before or of files read again') : '';
  const blocks = counted(sum.blocks, 'block');
  const words = l10n.t`${title}, turn ${turn + 1}: ${blocks}, ≈ ${numberText(sum.tokens)} tokens by the counts below${waste}.`;
  return html`<p class="block-state" role="status">${words}${searched}</p>`;
}

/** Why nothing is listed, and what to do about it. */
export interface EmptyFacts {
  readonly scope: BlockScope;
  /** What is searched for. */
  readonly words: string;
  readonly search: ContentSearch;
  readonly clear: () => void;
  readonly showAll: () => void;
}

/** What stands in the place of a list without lines. */
export function emptyList({ scope, words, search, clear, showAll }: EmptyFacts): TemplateResult {
  const busy =
    search.state === 'busy'
      ? l10n.t('Searching in contents…')
      : l10n.t`Nothing here has “${words}”.`;
  return html`<div class="no-hits" role="status">
    <p>${words === '' ? emptyScopes[scope] : busy}</p>
    ${words === '' ? nothing : button({ text: l10n.t('Clear the search'), press: clear })}
    ${scope === 'all' ? nothing : button({ text: l10n.t('Show all blocks'), press: showAll })}
  </div>`;
}
