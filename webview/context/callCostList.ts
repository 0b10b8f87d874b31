import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { RecordedCallRow } from '../../src/ports/transcriptRows.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { columnTitles } from '../parts/tableHead.ts';
import type { ListGo, ListLine } from '../parts/virtualList.ts';
import { callCost, paidTokens } from './data/callCosts.ts';
import { dollarsText } from './data/costWords.ts';
import type { PriceBook } from './data/priceOf.ts';
import { noOwnPrices, priceOf } from './data/priceOf.ts';
import { numberText } from './data/numberText.ts';

/** Pixels of a line, and lines that are seen at once. */
const rowHeights: Readonly<Record<Layout, number>> = { narrow: 42, wide: 26 };
const mostSeen = 10;

const columns = {
  grid: 'cost-columns',
  titles: [
    [l10n.t('Turn'), l10n.t('Turn')],
    [l10n.t('Model'), l10n.t('Model')],
    [l10n.t('New'), l10n.t('Input that was neither read from the cache nor written to it')],
    [l10n.t('Read'), l10n.t('Read from the cache')],
    [l10n.t('Written'), l10n.t('Written to the cache')],
    [l10n.t('Output'), l10n.t('Output')],
    [l10n.t('Cost'), l10n.t('Cost')],
    [l10n.t('No cache'), l10n.t('Cost without the cache')],
  ],
} as const;

/** What each call of the shown session cost; a line leads to its turn. */
export class CallCostList extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    prices: { attribute: false },
  };

  declare layout: Layout;
  declare prices: PriceBook;
  /** Another one whenever a line looks different. */
  private look: readonly unknown[] = [];

  constructor() {
    super();
    this.layout = 'wide';
    this.prices = noOwnPrices;
  }

  protected override willUpdate(): void {
    const { shown } = this.model.sessions;
    // What the list is told stays the same object while no line looks different: a cursor move draws nothing anew.
    const look = [shown, shown?.version, this.prices, this.layout];
    if (look.some((value, at) => value !== this.look[at])) {
      this.look = look;
    }
  }

  protected override render(): TemplateResult {
    const { layout, model } = this;
    const { shown } = model.sessions;
    const count = shown?.lists.calls.length ?? 0;
    const rowHeight = rowHeights[layout];
    const height = Math.min(count, mostSeen) * rowHeight + (layout === 'wide' ? 28 : 0);
    return html`<div class="loss-list" .style=${`height:${height}px`}>
      <virtual-list
        id="call-costs"
        .count=${count}
        .rowHeight=${rowHeight}
        .label=${l10n.t('Cost of each call')}
        .active=${model.turn}
        .line=${this.line}
        .head=${layout === 'wide' ? columnTitles(columns) : undefined}
        .revision=${this.look}
        @go=${(event: CustomEvent<ListGo>) => this.go(event.detail.index, count)}
        @open=${(event: CustomEvent<{ index: number }>) => this.go(event.detail.index, count)}
      ></virtual-list>
    </div>`;
  }

  private go(index: number, count: number): void {
    this.model.chooseContext({ turn: index >= count - 1 ? undefined : index });
  }

  private readonly line = (index: number): ListLine => {
    const call = this.model.sessions.shown?.lists.calls[index];
    if (call === undefined) {
      return { key: '', chosen: false, level: 1, label: '', cells: html`` };
    }
    const words = wordsOf(call, this.prices);
    const [turn, model, fresh, read, written, output, cost, without] = words;
    return {
      ...{ key: String(index), chosen: index === this.model.turn, level: 1 },
      label: l10n.t`Turn ${turn}, ${model}, new ${fresh}, read ${read}, written ${written}, output ${output} tokens, cost ${cost}, without the cache ${without}`,
      cells:
        this.layout === 'wide'
          ? html`<div class="columns cost-columns">
              ${words.map(
                (text, at) =>
                  html`<span
                    role="gridcell"
                    class=${at === 1 ? '' : 'is-number is-short'}
                    title=${text}
                    >${text}</span
                  >`,
              )}
            </div>`
          : html`<div class="two-lines loss-line">
              <span class="kind"></span>
              <span role="gridcell" class="excerpt">${l10n.t`Turn ${turn}`}</span>
              <span role="gridcell" class="age">${cost}</span>
              <span role="gridcell" class="facts"
                >${l10n.t`new ${fresh} · read ${read} · written ${written} · out ${output}`}</span
              >
            </div>`,
    };
  };
}

type Words = readonly [string, string, string, string, string, string, string, string];

function wordsOf(call: RecordedCallRow, prices: PriceBook): Words {
  const paid = paidTokens(call);
  const turn = numberText(call.index + 1);
  const model = call.model === '' ? l10n.t('not said') : call.model;
  if (paid === undefined) {
    return [turn, model, '–', '–', '–', '–', l10n.t('not counted'), '–'];
  }
  const found = priceOf(call.model, prices);
  const cost = found === undefined ? undefined : callCost(call, found.price);
  const { fresh, read, written, output } = paid;
  return [
    ...([turn, model, numberText(fresh), numberText(read)] as const),
    ...([numberText(written), numberText(output)] as const),
    cost === undefined ? l10n.t('no price known') : dollarsText(cost.dollars),
    cost === undefined ? '–' : dollarsText(cost.withoutCache),
  ];
}
