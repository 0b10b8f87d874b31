import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { messageOf } from '../client.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import type { ListGo, ListLine, VirtualList } from '../parts/virtualList.ts';
import { button, codicon } from '../ui.ts';
import type { DiffEntry, DiffGroup, DiffItem } from './data/diffEntries.ts';
import { comparedTurns, diffEntries, diffItems } from './data/diffEntries.ts';
import { windowDiff, type WindowDiff } from './data/windowDiff.ts';
import { diffHead, diffItemDetail, groupLine, itemLine } from './diffParts.ts';
import { turnPickers } from './turnPickers.ts';

/** Pixels of a line. */
const lineHeight = 26;

/** What was worked out, and of which turns. */
interface Compared {
  readonly turns: readonly [number, number];
  readonly diff: WindowDiff;
  readonly items: readonly DiffItem[];
}

/** What makes the window of one turn into that of another: the chosen turn and the one before it, or any two. */
export class TurnDiff extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    compared: { state: true },
    problem: { state: true },
    closed: { state: true },
    chosen: { state: true },
    active: { state: true },
  };

  declare layout: Layout;
  declare private compared: Compared | undefined;
  declare private problem: string | undefined;
  declare private closed: ReadonlySet<DiffGroup>;
  declare private chosen: DiffItem | undefined;
  declare private active: number;
  private entries: readonly DiffEntry[] = [];
  private entriesFor: readonly unknown[] = [];
  private loadedFor = '';

  constructor() {
    super();
    this.layout = 'wide';
    this.closed = new Set();
    this.active = -1;
  }

  protected override willUpdate(): void {
    this.loadIfNeeded();
    const { compared, closed, chosen, layout } = this;
    const look = [compared, closed, chosen, layout];
    if (look.some((value, at) => value !== this.entriesFor[at])) {
      this.entriesFor = look;
      this.entries = diffEntries(compared?.items ?? [], closed);
    }
  }

  protected override render(): TemplateResult {
    const { model, compared, problem, layout, chosen } = this;
    const { shown } = model.sessions;
    const turns = this.turns;
    if (shown === undefined || turns === undefined) {
      return html`<p class="empty" role="status">
        ${
          shown?.isComplete === false
            ? l10n.t('Loading the turns…')
            : l10n.t('There is no turn before the first one to compare with.')
        }
      </p>`;
    }
    const alone = layout === 'narrow' && chosen !== undefined;
    return html`<div class="turn-diff table-page" data-layout=${layout} @keydown=${this.onPageKey}>
      <section class="list-side" ?hidden=${alone} aria-label=${l10n.t('Comparison')}>
        ${turnPickers(model, ...turns)}
        ${
          problem === undefined
            ? compared === undefined
              ? html`<p class="loading" role="status">${l10n.t('Comparing…')}</p>`
              : this.renderCompared(compared)
            : html`<p class="problem" role="alert">${codicon('error')} ${problem}</p>`
        }
      </section>
      ${
        chosen === undefined || compared === undefined
          ? nothing
          : html`<section class="detail-side" aria-label=${l10n.t('Block')} tabindex="-1">
              ${
                layout === 'narrow'
                  ? html`<div class="back">
                      ${button({ text: l10n.t('Back to the comparison'), icon: 'arrow-left', look: 'icon', press: this.close })}
                    </div>`
                  : nothing
              }
              ${diffItemDetail(model, chosen, compared.turns)}
            </section>`
      }
    </div>`;
  }

  private renderCompared({ turns, diff, items }: Compared): TemplateResult {
    return html`${diffHead(this.model, { turns, diff, items, choose: (item) => this.choose(item, true) })}
    ${
      items.length === 0
        ? html`<p class="empty" role="status">
            ${l10n.t('Both windows have the same blocks in the same order.')}
          </p>`
        : html`<virtual-list
            id="diff-list"
            .count=${this.entries.length}
            .rowHeight=${lineHeight}
            .label=${l10n.t('What differs')}
            .active=${this.active}
            .line=${this.line}
            .revision=${this.entries}
            @go=${(event: CustomEvent<ListGo>) => this.go(event.detail)}
            @open=${(event: CustomEvent<{ index: number }>) => this.open(event.detail.index)}
            @fold=${(event: CustomEvent<{ index: number; open: boolean }>) => this.fold(event.detail)}
          ></virtual-list>`
    }`;
  }

  private get turns(): readonly [number, number] | undefined {
    const { model } = this;
    const calls = model.sessions.shown?.lists.calls.length ?? 0;
    return comparedTurns(model.turn, model.ui.context.other, calls);
  }

  private readonly line = (index: number): ListLine => {
    const entry = this.entries[index];
    if (entry === undefined) {
      return { key: '', chosen: false, level: 1, label: '', cells: html`` };
    }
    const blocks = this.model.sessions.shown?.lists.blocks ?? [];
    return entry.kind === 'group'
      ? groupLine(entry)
      : itemLine(entry.item, blocks, sameItem(entry.item, this.chosen));
  };

  private go({ index, byMouse }: ListGo): void {
    this.active = index;
    const entry = this.entries[index];
    if (entry?.kind === 'item' && (this.layout === 'wide' || byMouse)) {
      this.choose(entry.item);
    }
  }

  private open(index: number): void {
    const entry = this.entries[index];
    if (entry?.kind === 'item') {
      this.choose(entry.item, true);
    }
  }

  private choose(item: DiffItem, withFocus = false): void {
    this.chosen = item;
    if (withFocus) {
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.detail-side')?.focus());
    }
  }

  private fold({ index, open }: { readonly index: number; readonly open: boolean }): void {
    const entry = this.entries[index];
    if (entry?.kind === 'group') {
      const closed = new Set(this.closed);
      (open ? (group: DiffGroup) => closed.delete(group) : (group: DiffGroup) => closed.add(group))(
        entry.group,
      );
      this.closed = closed;
    }
  }

  /** Works the comparison out anew when the turns, or the session, are others. */
  private loadIfNeeded(): void {
    const { shown } = this.model.sessions;
    const { turns } = this;
    const name = JSON.stringify([shown?.at, turns, shown?.version]);
    if (shown === undefined || turns === undefined || name === this.loadedFor) {
      return;
    }
    this.loadedFor = name;
    void Promise.all([shown.window(turns[0]), shown.window(turns[1])]).then(
      ([former, later]) => {
        if (name === this.loadedFor) {
          const diff = windowDiff(former, later, shown.lists.blocks);
          const items = diffItems(diff);
          this.compared = { turns, diff, items };
          this.problem = undefined;
          // What is looked at stays in view if it still differs.
          this.chosen = items.find((item) => sameItem(item, this.chosen));
        }
      },
      (cause: unknown) => {
        if (name === this.loadedFor) {
          this.problem = messageOf(cause);
        }
      },
    );
  }

  private readonly close = (): void => {
    this.chosen = undefined;
    this.focusList();
  };

  private focusList(): void {
    void this.updateComplete.then(() => this.querySelector<VirtualList>('#diff-list')?.focus());
  }

  private readonly onPageKey = (event: KeyboardEvent): void => {
    const inDetail = (event.target as HTMLElement).closest('.detail-side') !== null;
    if (event.key === 'Escape' && !event.defaultPrevented && inDetail) {
      event.preventDefault();
      if (this.layout === 'wide') {
        this.focusList();
      } else {
        this.close();
      }
    }
  };
}

function sameItem(a: DiffItem, b: DiffItem | undefined): boolean {
  return a.group === b?.group && a.block === b.block && a.before === b.before;
}
