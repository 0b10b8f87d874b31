import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { columnTitles } from '../parts/tableHead.ts';
import type { ListGo, ListLine } from '../parts/virtualList.ts';
import { button, codicon } from '../ui.ts';
import type { LossRecord, LostBlock } from './data/lossRecord.ts';
import { recoverableLooks } from './data/patchWords.ts';
import { kindName } from './kinds.ts';
import { openPlace, showBlock } from './openBlock.ts';
import { numberText } from './data/numberText.ts';

/** Pixels of a line. */
const lineHeights: Readonly<Record<Layout, number>> = { narrow: 42, wide: 26 };

/** Lines that are seen without scrolling. */
const mostSeen = 8;

const columns = {
  grid: 'loss-columns',
  titles: [
    ['', l10n.t('To be had again')],
    [l10n.t('Block'), l10n.t('Block')],
    [l10n.t('Kind'), l10n.t('Kind')],
    [l10n.t('≈ Tokens'), l10n.t('Estimated tokens')],
    [l10n.t('First words'), l10n.t('First words')],
    [l10n.t('Where it is'), l10n.t('Where it is')],
  ],
} as const;

/** The blocks that a patch took. Event: `look` (`{block}`) when a person goes to one. */
export class LossBlocks extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    record: { attribute: false },
    active: { state: true },
  };

  declare layout: Layout;
  declare record: LossRecord;
  declare private active: number;

  constructor() {
    super();
    this.layout = 'wide';
    this.active = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const former = changed.get('record');
    if (former !== undefined && former.index !== this.record.index) {
      this.active = 0;
    }
  }

  protected override render(): TemplateResult {
    const { record, layout } = this;
    const rowHeight = lineHeights[layout];
    const head = layout === 'wide' ? 28 : 0;
    const height = Math.min(record.lost.length, mostSeen) * rowHeight + head;
    return html`<div class="loss-list" .style=${`height:${height}px`}>
        <virtual-list
          id="loss-blocks"
          .count=${record.lost.length}
          .rowHeight=${rowHeight}
          .label=${l10n.t('Blocks that left')}
          .active=${this.active}
          .line=${this.line}
          .head=${layout === 'wide' ? columnTitles(columns) : undefined}
          .revision=${record}
          @go=${(event: CustomEvent<ListGo>) => this.go(event.detail.index)}
          @open=${(event: CustomEvent<{ index: number }>) => this.open(event.detail.index)}
          @list-key=${(event: CustomEvent<{ event: KeyboardEvent }>) => this.onKey(event.detail.event)}
        ></virtual-list>
      </div>
      ${this.renderActions()}`;
  }

  /** What can be done with the block that the list is at. */
  private renderActions(): TemplateResult | typeof nothing {
    const { model } = this;
    const one = this.record.lost[this.active];
    if (one === undefined) {
      return nothing;
    }
    const { row, block } = one;
    return html`<div class="actions" role="toolbar" aria-label=${l10n.t`Original of ${row.id}`}>
      ${button({
        ...{ text: l10n.t`Show ${row.id}`, icon: 'go-to-file', title: l10n.t('Enter in the list') },
        press: () => showBlock(model, block),
      })}
      ${button({
        ...{ text: l10n.t('In the Transcript'), icon: 'file-code', title: l10n.t('T in the list') },
        press: () => openPlace(model, block, 'transcript'),
      })}
      ${
        row.path === undefined
          ? nothing
          : button({
              ...{
                text: l10n.t('The File'),
                icon: 'file',
                title: l10n.t`${row.path}; F in the list`,
              },
              press: () => openPlace(model, block, 'file'),
            })
      }
    </div>`;
  }

  private readonly line = (index: number): ListLine => {
    const { record, layout } = this;
    const one = record.lost[index];
    if (one === undefined) {
      return { key: '', chosen: false, level: 1, label: '', cells: html`` };
    }
    const { row } = one;
    const [words] = recoverableLooks[one.recoverable];
    const label = [
      l10n.t`${row.id}, ${kindName(row.kind)}, about ${numberText(row.tokens)} tokens`,
      l10n.t`${words}: ${one.how}`,
      ...this.later(one),
      row.description,
    ].join(', ');
    const cells = layout === 'wide' ? this.wide(one) : this.narrow(one);
    return { key: row.id, chosen: index === this.active, level: 1, label, cells };
  };

  private wide(one: LostBlock): TemplateResult {
    const { row, how } = one;
    return html`<div class="columns loss-columns">
      ${sign(one)}${this.link(one)}
      <span role="gridcell">${kindName(row.kind)}</span>
      <span role="gridcell" class="is-number is-short">${numberText(row.tokens)}</span>
      <span role="gridcell" title=${row.description}>${row.description}</span>
      <span role="gridcell" class="sub-cell" title=${how}
        >${[...this.later(one), how].join(' · ')}</span
      >
    </div>`;
  }

  private narrow(one: LostBlock): TemplateResult {
    const { row, how } = one;
    return html`<div class="two-lines loss-line">
      ${sign(one)}${this.link(one)}
      <span role="gridcell" class="age">≈ ${numberText(row.tokens)}</span>
      <span role="gridcell" class="facts" title=${how}
        >${[...this.later(one), kindName(row.kind), row.description].join(' · ')}</span
      >
    </div>`;
  }

  /** The keyboard opens it with Enter on the line. */
  private link({ row, block }: LostBlock): TemplateResult {
    return html`<span role="gridcell" class="excerpt"
      ><button
        type="button"
        tabindex="-1"
        class="as-link"
        title=${l10n.t('Show this block')}
        @click=${(event: Event) => {
          event.stopPropagation();
          showBlock(this.model, block);
        }}
      >
        ${row.id}
      </button></span
    >`;
  }

  private later({ cameBack }: LostBlock): readonly string[] {
    const patch =
      cameBack === undefined ? undefined : this.model.sessions.shown?.lists.patches[cameBack];
    return patch === undefined ? [] : [l10n.t`back since turn ${numberText(patch.call + 1)}`];
  }

  private go(index: number): void {
    this.active = index;
    const one = this.record.lost[index];
    if (one !== undefined) {
      this.dispatchEvent(new CustomEvent('look', { detail: { block: one.block } }));
    }
  }

  private open(index: number): void {
    const one = this.record.lost[index];
    if (one !== undefined) {
      showBlock(this.model, one.block);
    }
  }

  private onKey(event: KeyboardEvent): void {
    const places = { t: 'transcript', f: 'file' } as const;
    const what = places[event.key.toLowerCase() as keyof typeof places] as
      'transcript' | 'file' | undefined;
    const one = this.record.lost[this.active];
    if (what === undefined || one === undefined || event.ctrlKey || event.metaKey) {
      return;
    }
    if (what === 'transcript' || one.row.path !== undefined) {
      event.preventDefault();
      openPlace(this.model, one.block, what);
    }
  }
}

function sign({ recoverable }: LostBlock): TemplateResult {
  const [words, icon] = recoverableLooks[recoverable];
  return html`<span role="gridcell" class=${`kind is-${recoverable}`} title=${words}
    >${codicon(icon)}</span
  >`;
}
