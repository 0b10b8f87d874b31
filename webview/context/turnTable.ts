import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import type { ListGo, ListLine, VirtualList } from '../parts/virtualList.ts';
import { checkbox, codicon } from '../ui.ts';
import { turnsOf } from './data/sessionTurns.ts';
import type { StackLayer, TurnFigure } from './data/turnFigures.ts';
import { layerName, stackLayers } from './data/turnFigures.ts';
import { causesText, totalText } from './data/turnWords.ts';
import type { OpenedSession } from './openedSession.ts';
import { patchPhrase } from './data/patchNames.ts';
import { numberText } from './data/numberText.ts';

/** Pixels of a line. */
const lineHeights: Readonly<Record<Layout, number>> = { narrow: 42, wide: 26 };

/** What a line says of its turn; the same words for eye and ear. */
interface TurnWords {
  readonly question: string;
  readonly model: string;
  readonly read: string;
  readonly written: string;
  readonly missed: string;
  readonly why: string;
  readonly patch: string;
}

/** The turns of the shown session as a table: what the scrubber draws, in numbers and words. */
export class TurnTable extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    kinds: { state: true },
  };

  declare layout: Layout;
  /** Whether the tokens of each kind are shown. */
  declare private kinds: boolean;

  constructor() {
    super();
    this.layout = 'wide';
    this.kinds = false;
  }

  protected override render(): TemplateResult {
    const session = this.model.sessions.shown;
    const count = session === undefined ? 0 : turnsOf(session).figures.length;
    if (session === undefined || count === 0) {
      return html`<p class="loading" role="status">
        ${session?.isComplete === true ? l10n.t('This session has no calls yet.') : l10n.t('Loading turns…')}
      </p>`;
    }
    const { kinds, layout, model } = this;
    const shown = this.shownLayers(session);
    return html`<div class="turn-table" data-layout=${layout}>
      ${
        layout === 'narrow'
          ? nothing
          : html`<div class="toolbar">
              ${checkbox({
                text: l10n.t('Tokens of each kind'),
                checked: kinds,
                change: (checked) => (this.kinds = checked),
              })}
              <span class="turn-note"
                >${l10n.t('~ is an estimate of ours. All else is the provider’s count. Why it missed: “ours” is as we see it.')}</span
              >
            </div>`
      }
      <virtual-list
        id="turn-list"
        .count=${count}
        .rowHeight=${lineHeights[layout]}
        .label=${l10n.t('Turns')}
        .active=${Math.min(model.turn, count - 1)}
        .line=${this.line}
        .head=${layout === 'narrow' ? undefined : this.head(shown)}
        .revision=${`${session.key} ${session.path.join('.')} ${session.version} ${kinds} ${layout}`}
        @go=${(event: CustomEvent<ListGo>) => this.go(event.detail.index, count)}
        @open=${(event: CustomEvent<{ index: number }>) => this.go(event.detail.index, count)}
      ></virtual-list>
    </div>`;
  }

  protected override updated(): void {
    const session = this.model.sessions.shown;
    const kinds = session === undefined ? 0 : this.shownLayers(session).length;
    this.querySelector<HTMLElement>('.turn-table')?.style.setProperty('--kinds', String(kinds));
  }

  /** Puts the keyboard on the table. */
  override focus(): void {
    this.querySelector<VirtualList>('virtual-list')?.focus();
  }

  private shownLayers(session: OpenedSession): readonly StackLayer[] {
    return this.kinds && this.layout === 'wide'
      ? turnsOf(session).layers.filter((layer) => layer !== 'unattributed')
      : [];
  }

  private head(layers: readonly StackLayer[]): TemplateResult {
    const titles: readonly (readonly [string, string])[] = [
      [l10n.t('Turn'), ''],
      [l10n.t('Question'), ''],
      [l10n.t('Model'), ''],
      [l10n.t('Total'), 'is-number'],
      [l10n.t('Unattributed'), 'is-number'],
      [l10n.t('Read'), 'is-number'],
      [l10n.t('Written'), 'is-number'],
      [l10n.t('Missed'), 'is-number'],
      [l10n.t('Why it missed'), ''],
      [l10n.t('Patch before it'), ''],
      ...layers.map((layer) => [layerName(layer), 'is-number'] as const),
    ];
    return html`<div class="turn-columns">
      ${titles.map(([title, look]) => html`<span role="columnheader" class=${look} title=${title}>${title}</span>`)}
    </div>`;
  }

  private go(index: number, count: number): void {
    this.model.chooseContext({ turn: index >= count - 1 ? undefined : index });
  }

  private readonly line = (index: number): ListLine => {
    const session = this.model.sessions.shown;
    const figure = session && turnsOf(session).figures[index];
    if (session === undefined || figure === undefined) {
      return { key: '', chosen: false, level: 1, label: '', cells: html`` };
    }
    const words = this.wordsOf(session, figure);
    return {
      key: String(index),
      chosen: index === this.model.turn,
      level: 1,
      label: labelOf(figure, words),
      cells:
        this.layout === 'narrow'
          ? narrowCells(figure, words)
          : wideCells(figure, words, this.shownLayers(session)),
    };
  };

  private wordsOf(session: OpenedSession, { index, cache }: TurnFigure): TurnWords {
    const { calls, patches } = session.lists;
    const { causes } = turnsOf(session);
    const call = calls[index];
    const number = (tokens: number | undefined): string =>
      tokens === undefined ? '' : numberText(tokens);
    return {
      question: call === undefined || call.question === 0 ? '' : String(call.question),
      model: call?.model ?? '',
      read: number(cache?.read),
      written: number(cache?.written),
      missed: number(cache?.missed),
      why: cache?.isMiss === true ? causesText(causes.of(index), 'short') : '',
      patch: causes
        .patchesOf(index)
        .flatMap((at) => patches[at] ?? [])
        .map((patch) => patchPhrase(patch))
        .join(l10n.t('; ')),
    };
  }
}

/** A total in a cell: estimates are marked. */
function cellTotal({ total, exact }: TurnFigure): string {
  return `${exact ? '' : '~'}${numberText(total)}`;
}

function partOf({ parts }: TurnFigure, layer: StackLayer): number {
  return parts[stackLayers.indexOf(layer)] ?? 0;
}

function labelOf(figure: TurnFigure, words: TurnWords): string {
  const unattributed = partOf(figure, 'unattributed');
  return [
    l10n.t`Turn ${figure.index + 1}`,
    words.question === '' ? '' : l10n.t`question ${words.question}`,
    words.model,
    totalText(figure),
    l10n.t`unattributed ${numberText(unattributed)}`,
    words.read === '' ? l10n.t('no count of the cache') : l10n.t`read from the cache ${words.read}`,
    words.written === '' ? '' : l10n.t`written ${words.written}`,
    words.missed === '' ? '' : l10n.t`missed ${words.missed}`,
    words.why === '' ? '' : l10n.t`why, ${words.why}`,
    words.patch === '' ? '' : l10n.t`after ${words.patch}`,
  ]
    .filter(Boolean)
    .join(l10n.t(', '));
}

function wideCells(
  figure: TurnFigure,
  words: TurnWords,
  layers: readonly StackLayer[],
): TemplateResult {
  const { why, patch } = words;
  return html`<div class="turn-columns" role="presentation">
    <span role="gridcell" class="is-short">${figure.index + 1}</span>
    <span role="gridcell" class="is-short">${words.question}</span>
    <span role="gridcell" title=${words.model}>${words.model}</span>
    <span role="gridcell" class="is-short is-number">${cellTotal(figure)}</span>
    <span role="gridcell" class="is-short is-number"
      >${numberText(partOf(figure, 'unattributed'))}</span
    >
    <span role="gridcell" class="is-short is-number">${words.read}</span>
    <span role="gridcell" class="is-short is-number">${words.written}</span>
    <span role="gridcell" class="is-short is-number">${words.missed}</span>
    <span role="gridcell" title=${why}>${why}</span>
    <span role="gridcell" title=${patch}>${patch}</span>
    ${layers.map(
      (layer) =>
        html`<span role="gridcell" class="is-short is-number"
          >${layer === 'answer' ? '' : '~'}${numberText(partOf(figure, layer))}</span
        >`,
    )}
  </div>`;
}

function narrowCells(figure: TurnFigure, { model, why, patch }: TurnWords): TemplateResult {
  const icon = why !== '' ? codicon('warning') : patch === '' ? nothing : codicon('edit');
  return html`<div role="gridcell" class="two-lines">
    <span class="kind">${icon}</span
    ><span class="excerpt">${l10n.t`Turn ${figure.index + 1}, ${cellTotal(figure)} tokens`}</span
    ><span class="age"></span>
    <span class="facts">${[why, patch, model].filter(Boolean).join(' · ')}</span>
    <span class="marks"></span>
  </div>`;
}
