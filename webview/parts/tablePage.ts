import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { FeedTable } from '../data/feedTable.ts';
import type { ListRules } from '../data/listView.ts';
import { TableList } from '../data/tableList.ts';
import type { ListState } from '../data/uiState.ts';
import { button, codicon } from '../ui.ts';
import { ModelElement } from './modelElement.ts';
import type { Columns, Layout, Part } from './tableHead.ts';
import { columnTitles, tableToolbar } from './tableHead.ts';
import type { ListGo, ListLine, VirtualList } from './virtualList.ts';

/** Pixels of a line. */
const lineHeights: Readonly<Record<Layout, number>> = { narrow: 42, wide: 26 };

/**
 * A page with a list on one side and the details of a row on the other; in a narrow place the details take the list's
 * place. What the rows are, and what their details, the pages themselves say.
 */
export abstract class TablePage<
  Row extends { readonly id: string; readonly number?: number },
> extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
  };

  declare layout: Layout;
  protected hits: ReadonlySet<string> | undefined;
  protected abstract readonly page: 'chips' | 'activity';
  protected abstract readonly rules: ListRules<Row>;
  protected abstract readonly sorts: readonly (readonly [string, string])[];
  protected abstract readonly groups: readonly (readonly [string, string])[];
  private made: TableList<Row> | undefined;
  private preparedFor = -1;

  constructor() {
    super();
    this.layout = 'wide';
  }

  /** The rows there are. */
  protected abstract get table(): FeedTable<Row>;
  /** What the list is called. */
  protected abstract readonly listLabel: string;
  protected abstract readonly searchHint: string;
  /** Where list and details stand side by side, a line has cells under titles; in a narrow place it has two rows. */
  protected abstract readonly columns: Columns;
  protected abstract rowCells(row: Row): TemplateResult;
  /** The row as a screen reader says it. */
  protected abstract rowLabel(row: Row): string;
  protected abstract renderDetail(row: Row): TemplateResult;
  /** Shown while there are no rows at all. */
  protected abstract renderEmpty(): TemplateResult;
  /** More of the toolbar. */
  protected renderActions?(chosen: readonly Row[]): Part;
  /** Above the list. */
  protected renderAbove?(): Part;
  /** A key the list has no use for. */
  protected onRowKey?(event: KeyboardEvent, chosen: readonly Row[]): void;

  protected get state(): ListState {
    return this.model.ui[this.page];
  }

  /** The row whose details are shown. */
  protected get shownRow(): Row | undefined {
    return this.state.shown === undefined ? undefined : this.table.rows.get(this.state.shown);
  }

  private get list(): TableList<Row> {
    // Made late: the rules are those of the page that is being constructed.
    return (this.made ??= new TableList(this.rules));
  }

  /** Puts the keyboard on the list, or on the details that stand in its place; false while there is neither. */
  focusList(): boolean {
    const isDetail = this.layout === 'narrow' && this.shownRow !== undefined;
    const place = isDetail
      ? this.querySelector<HTMLElement>('.detail-side')
      : this.querySelector<VirtualList>('virtual-list');
    place?.focus();
    return place !== null;
  }

  /** Puts the keyboard into the search field. */
  focusSearch(): void {
    this.querySelector<HTMLElement>('[data-name="search"]')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.list.update(this.table, this.state, this.hits);
  }

  protected override updated(): void {
    if (this.table.complete && this.preparedFor !== this.table.version) {
      this.preparedFor = this.table.version;
      this.prepareSearch();
    }
  }

  protected override render(): TemplateResult {
    const { table, model } = this;
    if (!table.started && model.problem === undefined && table.problem === undefined) {
      return html`<p class="loading" role="status">${l10n.t('Loading…')}</p>`;
    }
    if (table.rows.size === 0 && table.complete) {
      return html`${this.renderAbove?.() ?? nothing}
        <div class="empty">${this.renderEmpty()}</div>`;
    }
    const shown = this.shownRow;
    const alone = this.layout === 'narrow' && shown !== undefined;
    return html`<div class="table-page" data-layout=${this.layout} @keydown=${this.onPageKey}>
      <section class="list-side" ?hidden=${alone} aria-label=${this.listLabel}>
        ${this.renderToolbar()} ${this.renderAbove?.() ?? nothing} ${this.renderList()}
      </section>
      ${
        shown === undefined
          ? nothing
          : html`<section class="detail-side" aria-label=${l10n.t('Details')} tabindex="-1">
              ${
                this.layout === 'narrow'
                  ? html`<div class="back">
                      ${button({ text: l10n.t('Back to the list'), icon: 'arrow-left', look: 'icon', press: this.close })}
                    </div>`
                  : nothing
              }
              ${this.renderDetail(shown)}
            </section>`
      }
    </div>`;
  }

  /** Closes the details. */
  protected readonly close = (): void => {
    this.model.chooseList(this.page, { shown: '' });
    this.model.choose({ replaying: false });
    void this.updateComplete.then(() => {
      this.focusList();
    });
  };

  /** Text hits for the search, found by the host; undefined while they are being looked for. */
  protected setHits(hits: ReadonlySet<string> | undefined): void {
    this.hits = hits;
    this.requestUpdate();
  }

  /** The first search of tens of thousands of rows would be felt; it is prepared while nobody needs the page. */
  private prepareSearch(): void {
    requestIdleCallback((deadline) => {
      if (!this.list.prepare(this.table, () => deadline.timeRemaining() > 1)) {
        this.prepareSearch();
      }
    });
  }

  private renderToolbar(): TemplateResult {
    const { model, page } = this;
    return tableToolbar({
      label: this.listLabel,
      hint: this.searchHint,
      state: this.state,
      groups: this.groups,
      sorts: this.sorts,
      choose: (change) => model.chooseList(page, change),
      searchKey: this.onSearchKey,
      actions: this.renderActions?.(this.list.chosenRows) ?? nothing,
    });
  }

  private renderList(): TemplateResult {
    const { list } = this;
    if (list.entries.length === 0) {
      return html`<div class="no-hits" role="status">
        <p>${l10n.t`Nothing here has “${this.state.search}”.`}</p>
        ${button({
          text: l10n.t('Clear the search'),
          press: () => this.model.chooseList(this.page, { search: '' }),
        })}
      </div>`;
    }
    return html`<virtual-list
      id=${`${this.page}-list`}
      .count=${list.entries.length}
      .rowHeight=${lineHeights[this.layout]}
      .label=${this.listLabel}
      .active=${list.activeIndex}
      .line=${this.line}
      .head=${this.layout === 'narrow' ? undefined : columnTitles(this.columns)}
      .revision=${{}}
      @go=${(event: CustomEvent<ListGo>) => this.go(event.detail)}
      @toggle=${(event: CustomEvent<{ index: number }>) => this.toggleLine(event.detail.index)}
      @open=${(event: CustomEvent<{ index: number }>) => this.openLine(event.detail.index)}
      @fold=${(event: CustomEvent<{ index: number; open: boolean }>) => this.fold(event.detail)}
      @list-key=${(event: CustomEvent<{ event: KeyboardEvent }>) => this.onListKey(event.detail.event)}
    ></virtual-list>`;
  }

  private readonly line = (index: number): ListLine => {
    const { entries, keys, selection } = this.list;
    const entry = entries[index];
    const key = keys[index] ?? '';
    if (entry === undefined) {
      return { key, chosen: false, level: 1, label: '', cells: html`` };
    }
    if (entry.kind === 'group') {
      const { title, count, open } = entry;
      const icon = codicon(open ? 'chevron-down' : 'chevron-right');
      const cells = html`<div role="gridcell" class="group-title" title=${title}>
        ${icon}<span class="group-name">${title}</span><span class="group-count">${count}</span>
      </div>`;
      return { key, chosen: false, open, level: 1, label: `${title}, ${count}`, cells };
    }
    return {
      key,
      chosen: selection.chosen.has(key),
      level: entries[0]?.kind === 'group' ? 2 : 1,
      label: this.rowLabel(entry.row),
      cells: this.rowCells(entry.row),
    };
  };

  private go({ index, shift, control, byMouse }: ListGo): void {
    const id = this.list.go(index, { shift, control });
    this.requestUpdate();
    if (id !== undefined && !shift && !control && (this.layout === 'wide' || byMouse)) {
      this.show(id);
    }
  }

  private toggleLine(index: number): void {
    this.list.toggle(index);
    this.requestUpdate();
  }

  private openLine(index: number): void {
    const entry = this.list.entries[index];
    if (entry?.kind === 'row') {
      this.show(entry.row.id);
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.detail-side')?.focus());
    }
  }

  private show(id: string): void {
    if (id !== this.state.shown) {
      this.model.chooseList(this.page, { shown: id });
      this.model.choose({ replaying: false });
    }
  }

  private fold({ index, open }: { readonly index: number; readonly open: boolean }): void {
    const entry = this.list.entries[index];
    if (entry?.kind === 'group') {
      const closed = this.state.closed.filter((title) => title !== entry.title);
      this.model.chooseList(this.page, { closed: open ? closed : [...closed, entry.title] });
    }
  }

  private onListKey(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      this.list.chooseAll();
      this.requestUpdate();
    } else {
      this.onRowKey?.(event, this.list.actedRows);
    }
  }

  private readonly onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      this.focusList();
      if (this.list.activeIndex < 0) {
        this.go({ index: 0, shift: false, control: false, byMouse: false });
      }
    } else if (event.key === 'Escape' && this.state.search !== '') {
      event.stopPropagation();
      this.model.chooseList(this.page, { search: '' });
    }
  };

  private readonly onPageKey = (event: KeyboardEvent): void => {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      if (this.layout === 'narrow' && this.shownRow !== undefined) {
        this.close();
      }
      void this.updateComplete.then(() => this.focusSearch());
    } else if (event.key === 'Escape' && !event.defaultPrevented && this.shownRow !== undefined) {
      const inDetail = (event.target as HTMLElement).closest('.detail-side') !== null;
      if (inDetail && this.layout === 'wide') {
        this.focusList();
      } else if (inDetail) {
        this.close();
      }
    }
  };
}
