import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ListState } from '../data/uiState.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { columnTitles, tableToolbar } from '../parts/tableHead.ts';
import type { ListGo, ListLine, VirtualList } from '../parts/virtualList.ts';
import { button, codicon, dropdown } from '../ui.ts';
import type { LineContext } from './blockLines.ts';
import { blockCells, blockColumns, blockLabel } from './blockLines.ts';
import { ContentSearch } from './contentSearch.ts';
import { BlockItems } from './data/blockItems.ts';
import { blockGroups, blockSorts, emptyScopes, scopeChoices } from './data/blockRules.ts';
import { BlockSelection } from './data/blockSelection.ts';
import type { BlockStates } from './data/blockStates.ts';
import { numberText } from './data/blockWords.ts';
import type { OpenedSession } from './openedSession.ts';
import { TurnWindow } from './turnWindow.ts';

/** Pixels of a line. */
const lineHeights: Readonly<Record<Layout, number>> = { narrow: 42, wide: 26 };

/** The blocks of a session at the chosen turn, as a list that can be searched, ordered and grouped, and the details of one. */
export class BlockList extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    active: { state: true },
  };

  declare layout: Layout;
  /** Line the keyboard is at, where no block is shown there. */
  declare private active: number;
  private readonly window = new TurnWindow(() => this.requestUpdate());
  private readonly search = new ContentSearch(() => this.requestUpdate());
  private readonly items = new BlockItems();
  private readonly selection = new BlockSelection();
  private drawn: object = {};
  private drawnFor: readonly unknown[] = [];
  private shownBefore: number | undefined;

  constructor() {
    super();
    this.layout = 'wide';
    this.active = -1;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.search.dispose();
  }

  protected override willUpdate(): void {
    const { sessions, turn, ui, client } = this.model;
    const { blocks: list, scope, block } = ui.context;
    const session = sessions.shown;
    this.window.update(session, turn);
    const { states } = this.window;
    if (session === undefined || states === undefined) {
      return;
    }
    this.search.update(client, session, list.search);
    const items = this.items.update(session);
    const { hits } = this.search;
    if (this.selection.update({ items, states, list, scope, hits })) {
      this.active = Math.min(this.active, this.selection.entries.length - 1);
    }
    if (block !== this.shownBefore) {
      this.shownBefore = block;
      const line = this.selection.lineOf(block);
      this.active = line >= 0 ? line : this.active;
    }
    const drawnFor = [this.selection.entries, states, block, this.layout];
    if (drawnFor.some((part, index) => part !== this.drawnFor[index])) {
      this.drawnFor = drawnFor;
      this.drawn = {};
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { model, layout } = this;
    const session = model.sessions.shown;
    if (session === undefined) {
      return nothing;
    }
    const { states, problem } = this.window;
    if (states === undefined) {
      return problem === undefined
        ? html`<p class="loading" role="status">Loading…</p>`
        : html`<p class="problem" role="alert">${codicon('error')} ${problem}</p>`;
    }
    const { block } = model.ui.context;
    const shown = block !== undefined && block < session.lists.blocks.length ? block : undefined;
    const alone = layout === 'narrow' && shown !== undefined;
    return html`<div class="table-page" data-layout=${layout} @keydown=${this.onPageKey}>
      <section class="list-side" ?hidden=${alone} aria-label="Blocks">
        ${this.renderToolbar()} ${this.renderState(states)} ${this.renderList()}
      </section>
      ${shown === undefined ? nothing : this.renderDetail(session, shown)}
    </div>`;
  }

  private renderToolbar(): TemplateResult {
    const { ui } = this.model;
    const { blocks: list, scope } = ui.context;
    const isKnown = blockSorts.some(([sort]) => sort === list.sort);
    return tableToolbar({
      label: 'Blocks',
      hint: 'Search ids, words, contents, tool:, file:, kind:',
      state: isKnown ? list : { ...list, sort: 'order' },
      groups: blockGroups,
      sorts: blockSorts,
      choose: (change) => this.choose(change),
      searchKey: this.onSearchKey,
      actions: dropdown({
        label: 'Which blocks',
        value: scope,
        choices: scopeChoices,
        choose: (chosen) => {
          this.model.chooseContext({ scope: chosen });
          if (chosen === 'waste') {
            this.choose({ sort: 'tokens' });
          }
        },
      }),
    });
  }

  private renderState(states: BlockStates): TemplateResult {
    const { sum } = this.selection;
    const { scope } = this.model.ui.context;
    const [, title] = scopeChoices.find(([name]) => name === scope) ?? ['', ''];
    const search = {
      none: '',
      busy: ' Searching in contents…',
      done: '',
      partial: ' Not all contents could be searched.',
      failed: ` Contents were not searched: ${this.search.problem}`,
    }[this.search.state];
    const waste = scope === 'waste' ? ', likely said before or of files read again' : '';
    return html`<p class="block-state" role="status">
      ${title}, turn ${states.turn + 1}: ${numberText(sum.blocks)}
      ${sum.blocks === 1 ? 'block' : 'blocks'}, ≈ ${numberText(sum.tokens)} tokens by the counts
      below${waste}.${search}
    </p>`;
  }

  private renderList(): TemplateResult {
    const { entries } = this.selection;
    const { context } = this.model.ui;
    if (entries.length === 0) {
      return html`<div class="no-hits" role="status">
        <p>${this.emptyWords()}</p>
        ${
          context.blocks.search === ''
            ? nothing
            : button({ text: 'Clear the search', press: () => this.choose({ search: '' }) })
        }
        ${
          context.scope === 'all'
            ? nothing
            : button({
                text: 'Show all blocks',
                press: () => this.model.chooseContext({ scope: 'all' }),
              })
        }
      </div>`;
    }
    return html`<virtual-list
      id="block-lines"
      .count=${entries.length}
      .rowHeight=${lineHeights[this.layout]}
      .label=${'Blocks'}
      .active=${this.active}
      .line=${this.line}
      .head=${this.layout === 'narrow' ? undefined : columnTitles(blockColumns)}
      .revision=${this.drawn}
      @go=${(event: CustomEvent<ListGo>) => this.go(event.detail)}
      @open=${(event: CustomEvent<{ index: number }>) => this.openLine(event.detail.index)}
      @toggle=${(event: CustomEvent<{ index: number }>) => this.openLine(event.detail.index)}
      @fold=${(event: CustomEvent<{ index: number; open: boolean }>) => this.fold(event.detail)}
    ></virtual-list>`;
  }

  private renderDetail(session: OpenedSession, shown: number): TemplateResult {
    return html`<section class="detail-side" aria-label="Block" tabindex="-1">
      <div class="back">
        ${
          this.layout === 'narrow'
            ? button({
                text: 'Back to the list',
                icon: 'arrow-left',
                look: 'icon',
                press: this.close,
              })
            : button({ text: 'Close the details', icon: 'close', look: 'icon', press: this.close })
        }
      </div>
      <block-detail
        .model=${this.model}
        .block=${shown}
        .items=${this.items.update(session)}
        .states=${this.window.states}
      ></block-detail>
    </section>`;
  }

  private readonly line = (index: number): ListLine => {
    const entry = this.selection.entries[index];
    const { states } = this.window;
    const session = this.model.sessions.shown;
    if (entry === undefined || states === undefined || session === undefined) {
      return { key: '', chosen: false, level: 1, label: '', cells: html`` };
    }
    if (entry.kind === 'group') {
      const { title, count, open } = entry;
      const icon = codicon(open ? 'chevron-down' : 'chevron-right');
      const cells = html`<div role="gridcell" class="group-title" title=${title}>
        ${icon}<span class="group-name">${title}</span><span class="group-count">${count}</span>
      </div>`;
      return { key: title, chosen: false, open, level: 1, label: `${title}, ${count}`, cells };
    }
    const context: LineContext = {
      ...{ states, layout: this.layout },
      patchId: (patch) => session.lists.patches[patch]?.id ?? 'a patch',
    };
    return {
      key: entry.row.id,
      chosen: entry.row.index === this.model.ui.context.block,
      level: this.selection.entries[0]?.kind === 'group' ? 2 : 1,
      label: blockLabel(entry.row, context),
      cells: blockCells(entry.row, context),
    };
  };

  private emptyWords(): string {
    const { blocks, scope } = this.model.ui.context;
    if (blocks.search !== '') {
      return this.search.state === 'busy'
        ? 'Searching in contents…'
        : `Nothing here has “${blocks.search}”.`;
    }
    return emptyScopes[scope];
  }

  private choose(change: Partial<ListState>): void {
    const { blocks } = this.model.ui.context;
    this.model.chooseContext({ blocks: { ...blocks, ...change } });
  }

  private go({ index, byMouse, control }: ListGo): void {
    this.active = index;
    const entry = this.selection.entries[index];
    if (entry?.kind === 'row' && !control && (byMouse || this.isBeside)) {
      this.show(entry.row.index);
    }
  }

  /** Whether details follow the keyboard: they stand beside the list and are open. */
  private get isBeside(): boolean {
    return this.layout === 'wide' && this.model.ui.context.block !== undefined;
  }

  private openLine(index: number): void {
    const entry = this.selection.entries[index];
    if (entry?.kind === 'row') {
      this.show(entry.row.index);
      this.focusDetail();
    }
  }

  private show(block: number): void {
    this.shownBefore = block;
    if (block !== this.model.ui.context.block) {
      this.model.chooseContext({ block });
    }
  }

  private fold({ index, open }: { readonly index: number; readonly open: boolean }): void {
    const entry = this.selection.entries[index];
    if (entry?.kind === 'group') {
      const closed = this.model.ui.context.blocks.closed.filter((title) => title !== entry.title);
      this.active = index;
      this.choose({ closed: open ? closed : [...closed, entry.title] });
    }
  }

  private focusDetail(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.detail-side')?.focus());
  }

  private focusList(): void {
    this.querySelector<VirtualList>('virtual-list')?.focus();
  }

  private readonly close = (): void => {
    this.model.chooseContext({ block: undefined });
    this.requestUpdate();
    void this.updateComplete.then(() => this.focusList());
  };

  private readonly onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      this.active = Math.max(0, this.active);
      this.focusList();
    } else if (event.key === 'Escape' && this.model.ui.context.blocks.search !== '') {
      event.stopPropagation();
      this.choose({ search: '' });
    }
  };

  private readonly onPageKey = (event: KeyboardEvent): void => {
    const control = event.ctrlKey || event.metaKey;
    const isShown = this.model.ui.context.block !== undefined;
    if (control && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      const inDetail = (event.target as HTMLElement).closest('.detail-side') !== null;
      const name = inDetail ? 'text-search' : 'search';
      this.querySelector<HTMLElement>(`[data-name="${name}"]`)?.focus();
    } else if (event.key === 'Escape' && !event.defaultPrevented && isShown) {
      event.preventDefault();
      this.close();
    }
  };
}
