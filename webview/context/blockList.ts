import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ListState } from '../data/uiState.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { columnTitles, tableToolbar } from '../parts/tableHead.ts';
import type { ListGo, ListLine, VirtualList } from '../parts/virtualList.ts';
import { button, codicon, dropdown } from '../ui.ts';
import { blockColumns } from './blockLines.ts';
import { emptyList, entryLine, listWords } from './blockListParts.ts';
import { ContentSearch } from './contentSearch.ts';
import { BlockItems } from './data/blockItems.ts';
import { blockGroups, blockSorts, scopeChoices } from './data/blockRules.ts';
import { BlockSelection } from './data/blockSelection.ts';
import type { BlockStates } from './data/blockStates.ts';
import type { OpenedSession } from './openedSession.ts';
import { blockChange, PickedBlocks, pickedWords } from './pickedBlocks.ts';
import { TurnWindow } from './turnWindow.ts';

/** Pixels of a line. */
const lineHeights: Readonly<Record<Layout, number>> = { narrow: 42, wide: 26 };

/** The blocks of a session at the chosen turn, as a list that can be searched, ordered and grouped, and the details of one. */
export class BlockList extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    active: { state: true },
    changing: { state: true },
  };

  declare layout: Layout;
  /** Line the keyboard is at, where no block is shown there. */
  declare private active: number;
  /** Whether what can be done with blocks is open. */
  declare private changing: boolean;
  private readonly picked = new PickedBlocks();
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
    this.changing = false;
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
    this.picked.update(session);
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
    const drawnFor = [this.selection.entries, states, block, this.layout, this.picked.blocks];
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
        ? html`<p class="loading" role="status">${l10n.t('Loading…')}</p>`
        : html`<p class="problem" role="alert">${codicon('error')} ${problem}</p>`;
    }
    const { block } = model.ui.context;
    const shown = block !== undefined && block < session.lists.blocks.length ? block : undefined;
    const picked = this.picked.blocks;
    const alone = layout === 'narrow' && shown !== undefined;
    return html`<div class="table-page" data-layout=${layout} @keydown=${this.onPageKey}>
      <section class="list-side" ?hidden=${alone} aria-label=${l10n.t('Blocks')}>
        ${this.renderToolbar()} ${this.renderState(states)}
        ${picked.length === 0 ? nothing : pickedWords(picked, () => this.letGo())}
        ${picked.length > 0 && shown === undefined ? this.renderChange(session, picked) : nothing}
        ${this.renderList()}
      </section>
      ${shown === undefined ? nothing : this.renderDetail(session, shown)}
    </div>`;
  }

  private renderChange(
    session: OpenedSession,
    blocks: readonly number[],
  ): TemplateResult | typeof nothing {
    const open = (isOpen: boolean): void => void (this.changing = isOpen);
    return blockChange({ ...{ model: this.model, session, blocks }, isOpen: this.changing, open });
  }

  private renderToolbar(): TemplateResult {
    const { ui } = this.model;
    const { blocks: list, scope } = ui.context;
    const isKnown = blockSorts.some(([sort]) => sort === list.sort);
    return tableToolbar({
      label: l10n.t('Blocks'),
      hint: l10n.t('Search ids, words, contents, tool:, file:, kind:'),
      state: isKnown ? list : { ...list, sort: 'order' },
      groups: blockGroups,
      sorts: blockSorts,
      choose: (change) => this.choose(change),
      searchKey: this.onSearchKey,
      actions: dropdown({
        label: l10n.t('Which blocks'),
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
    const { scope } = this.model.ui.context;
    return listWords({
      ...{ sum: this.selection.sum, turn: states.turn, scope },
      search: this.search,
    });
  }

  private renderList(): TemplateResult {
    const { entries } = this.selection;
    const { context } = this.model.ui;
    if (entries.length === 0) {
      return emptyList({
        ...{ scope: context.scope, words: context.blocks.search, search: this.search },
        clear: () => this.choose({ search: '' }),
        showAll: () => this.model.chooseContext({ scope: 'all' }),
      });
    }
    return html`<virtual-list
      id="block-lines"
      .count=${entries.length}
      .rowHeight=${lineHeights[this.layout]}
      .label=${l10n.t('Blocks')}
      .active=${this.active}
      .line=${this.line}
      .head=${this.layout === 'narrow' ? undefined : columnTitles(blockColumns)}
      .revision=${this.drawn}
      @go=${(event: CustomEvent<ListGo>) => this.go(event.detail)}
      @open=${(event: CustomEvent<{ index: number }>) => this.openLine(event.detail.index)}
      @toggle=${(event: CustomEvent<{ index: number }>) => this.pick(event.detail.index)}
      @fold=${(event: CustomEvent<{ index: number; open: boolean }>) => this.fold(event.detail)}
    ></virtual-list>`;
  }

  private renderDetail(session: OpenedSession, shown: number): TemplateResult {
    return html`<section class="detail-side" aria-label=${l10n.t('Block')} tabindex="-1">
      <div class="back">
        ${
          this.layout === 'narrow'
            ? button({
                text: l10n.t('Back to the list'),
                icon: 'arrow-left',
                look: 'icon',
                press: this.close,
              })
            : button({
                text: l10n.t('Close the details'),
                icon: 'close',
                look: 'icon',
                press: this.close,
              })
        }
      </div>
      ${this.renderChange(session, this.picked.blocks.length > 0 ? this.picked.blocks : [shown])}
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
    const { entries } = this.selection;
    return entryLine(entry, {
      ...{ states, layout: this.layout },
      level: entries[0]?.kind === 'group' ? 2 : 1,
      isChosen: (block) => this.isChosen(block),
      patchId: (patch) => session.lists.patches[patch]?.id ?? l10n.t('a patch'),
    });
  };

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

  private isChosen(block: number): boolean {
    const { blocks } = this.picked;
    return blocks.length > 0 ? blocks.includes(block) : block === this.model.ui.context.block;
  }

  private pick(index: number): void {
    const entry = this.selection.entries[index];
    this.active = index;
    if (entry?.kind === 'row') {
      this.picked.toggle(entry.row.index, this.model.ui.context.block);
      this.requestUpdate();
    }
  }

  private letGo(): void {
    this.picked.clear();
    this.requestUpdate();
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
