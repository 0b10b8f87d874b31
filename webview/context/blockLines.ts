import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Columns, Layout } from '../parts/tableHead.ts';
import type { BlockItem } from './data/blockItems.ts';
import type { BlockStates } from './data/blockStates.ts';
import {
  ageAt,
  blockSentence,
  countText,
  counterWords,
  firstWords,
  markWords,
  presenceWords,
  sourceText,
  turnsText,
} from './data/blockWords.ts';
import { kindName } from './kinds.ts';

/** Titles of the list of blocks. */
export const blockColumns: Columns = {
  grid: 'block-columns',
  titles: [
    ['', l10n.t('Colour of the kind')],
    [l10n.t('Id'), l10n.t('Id')],
    [l10n.t('Kind'), l10n.t('Kind')],
    [l10n.t('First words'), l10n.t('First words')],
    [l10n.t('Tokens'), l10n.t('Tokens')],
    [l10n.t('Counted'), l10n.t('Who counted the tokens')],
    [l10n.t('Age'), l10n.t('Age in turns')],
    [l10n.t('Where'), l10n.t('Where it is at the turn')],
    [l10n.t('Marks'), l10n.t('Marks')],
    [l10n.t('Source'), l10n.t('File or tool')],
  ],
};

/** What lines are drawn for. */
export interface LineContext {
  readonly states: BlockStates;
  readonly layout: Layout;
  /** Names a patch by its index. */
  readonly patchId: (patch: number) => string;
}

/** The cells of a block's line. */
export function blockCells(item: BlockItem, context: LineContext): TemplateResult {
  const { row, id, count, index } = item;
  const age = turnsText(ageAt(row, context.states.turn));
  const where = presenceWords(index, context.states, context.patchId);
  const swatch = html`<span class=${`swatch is-${row.kind}`}></span>`;
  const marks = markWords(item).join(', ');
  if (context.layout === 'narrow') {
    const facts = [id, where, marks].filter(Boolean).join(' · ');
    return html`<div role="gridcell" class="two-lines">
      ${swatch}<span class="excerpt">${firstWords(row)}</span
      ><span class="age">${countText(count)}</span> <span class="facts">${facts}</span
      ><span class="marks"><span class="age">${age}</span></span>
    </div>`;
  }
  const source = sourceText(row);
  return html`<div class="columns block-columns" role="presentation">
    <span role="gridcell" class="is-short">${swatch}</span>
    <span role="gridcell" class="is-code">${id}</span>
    <span role="gridcell">${kindName(row.kind)}</span>
    <span role="gridcell" title=${row.description}>${firstWords(row)}</span>
    <span role="gridcell" class="is-number">${countText(count)}</span>
    <span role="gridcell">${counterWords[count.by]}</span>
    <span role="gridcell" class="is-number">${age}</span>
    <span role="gridcell">${where}</span>
    <span role="gridcell" title=${marks}>${marks}</span>
    <span role="gridcell" class="is-path" title=${source}>${baseOf(source)}</span>
  </div>`;
}

/** A block's line as a screen reader says it. */
export function blockLabel(item: BlockItem, { states, patchId }: LineContext): string {
  return [
    blockSentence(item),
    turnsText(ageAt(item.row, states.turn)),
    presenceWords(item.index, states, patchId),
    ...markWords(item),
    sourceText(item.row),
  ]
    .filter(Boolean)
    .join(', ');
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
