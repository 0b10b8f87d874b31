import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { LitElement, TemplateResult } from 'lit';
import { contextTabs, type ContextTab } from '../data/uiState.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { badge, button, codicon } from '../ui.ts';
import { SessionAdvice } from './sessionAdvice.ts';

const tabTitles: Readonly<Record<ContextTab, string>> = {
  blocks: l10n.t('Blocks'),
  patches: l10n.t('Patches'),
  compare: l10n.t('Compare'),
  turns: l10n.t('Turns'),
  advice: l10n.t('Advice'),
  tools: l10n.t('Tools and Cost'),
};

/**
 * What is in the window of an agent, turn by turn: the session, its turns as a picture, the window of the chosen turn,
 * and lists of what they are made of. Each part reads the model for itself.
 */
export class ContextPage extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
  };

  declare layout: Layout;
  /** Whether a list had the keyboard before it was drawn. */
  private hadFocus = false;
  private readonly advice = new SessionAdvice(() => this.requestUpdate());

  /** Whether the session that is to be shown first is being opened. */
  private starting = false;

  constructor() {
    super();
    this.layout = 'wide';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.start();
  }

  /** Puts the keyboard on the page's first control; false while there is none. */
  focusList(): boolean {
    const place = this.querySelector<HTMLElement>('[data-first]');
    place?.focus();
    return place !== null;
  }

  protected override willUpdate(): void {
    this.advice.update(this.model);
    this.hadFocus = this.lists?.contains(document.activeElement) === true;
    const { listed, items, shown, problem } = this.model.sessions;
    // The list was empty until now.
    if (listed && items.length > 0 && shown === undefined && problem === undefined) {
      void this.start();
    }
  }

  /** A control of a list that led to another list is gone: the keyboard goes on where it led. */
  protected override updated(): void {
    const { lists } = this;
    if (!this.hadFocus || lists?.contains(document.activeElement) !== false) {
      return;
    }
    const list = lists.firstElementChild as LitElement | null;
    void list?.updateComplete.then(() => {
      if (document.activeElement === document.body) {
        (lists.querySelector<HTMLElement>('.detail-side') ?? lists).focus();
      }
    });
  }

  private get lists(): HTMLElement | null {
    return this.querySelector<HTMLElement>('#context-lists');
  }

  protected override render(): TemplateResult {
    const { model, layout } = this;
    const isOpen = model.sessions.shown !== undefined;
    const isOne = model.ui.context.beside === undefined;
    // One place for the picker: it is to stay as it is, and keep the keyboard, when its session has been opened.
    return html`<div class="context-page" data-layout=${layout}>
      ${
        isOne || layout === 'narrow' || !isOpen
          ? html`<session-picker .model=${model}></session-picker>`
          : nothing
      }
      ${isOpen ? this.renderOpen(isOne) : this.renderNothing()}
    </div>`;
  }

  private renderOpen(isOne: boolean): TemplateResult {
    const { model, layout } = this;
    return html`${isOne ? nothing : html`<session-columns .model=${model} layout=${layout}></session-columns>`}
      ${isOne || layout === 'narrow' ? this.renderPictures() : nothing}
      <div
        class="context-tabs"
        role="tablist"
        aria-label=${l10n.t('Lists')}
        @keydown=${this.onTabKey}
      >
        ${contextTabs.map((tab) => this.renderTab(tab))}
      </div>
      <div
        class="context-lists"
        id="context-lists"
        role="tabpanel"
        tabindex="-1"
        aria-labelledby=${`context-${model.ui.context.tab}`}
      >
        ${this.renderList()}
      </div>`;
  }

  private renderPictures(): TemplateResult {
    const { model, layout } = this;
    return html`<div class="context-pictures">
      <context-gauge .model=${model} layout=${layout}></context-gauge>
      <turn-scrubber .model=${model} layout=${layout}></turn-scrubber>
      <window-strip .model=${model} layout=${layout}></window-strip>
    </div>`;
  }

  private renderNothing(): TemplateResult {
    const { sessions } = this.model;
    if (sessions.problem !== undefined) {
      return html`<div class="empty" role="status">
        <p>${codicon('error')} ${sessions.problem}</p>
        ${button({ text: l10n.t('Try Again'), press: () => void this.start() })}
      </div>`;
    }
    if (!sessions.listed) {
      return html`<p class="loading" role="status">${l10n.t('Looking for sessions…')}</p>`;
    }
    return sessions.items.length === 0
      ? html`<div class="empty" role="status">
          <p>${l10n.t('No agent has worked in this folder yet.')}</p>
          ${
            sessions.everywhere
              ? nothing
              : button({
                  text: l10n.t('Look in All Folders'),
                  press: () => void sessions.list(true),
                })
          }
        </div>`
      : html`<p class="loading" role="status">${l10n.t('Loading…')}</p>`;
  }

  private renderTab(tab: ContextTab): TemplateResult {
    const isShown = this.model.ui.context.tab === tab;
    return html`<button
      type="button"
      role="tab"
      id=${`context-${tab}`}
      aria-selected=${isShown ? 'true' : 'false'}
      aria-controls="context-lists"
      tabindex=${isShown ? '0' : '-1'}
      @click=${() => this.model.chooseContext({ tab })}
    >
      ${tabTitles[tab]}${tab === 'advice' ? this.renderCount() : nothing}
    </button>`;
  }

  /** How much advice there is; nothing while that is not known, and where there is none. */
  private renderCount(): TemplateResult | typeof nothing {
    const count = this.advice.advice?.length ?? 0;
    return count === 0 ? nothing : badge(String(count));
  }

  private renderList(): TemplateResult {
    const { model, layout } = this;
    switch (model.ui.context.tab) {
      case 'blocks':
        return html`<block-list .model=${model} layout=${layout}></block-list>`;
      case 'patches':
        return html`<patch-list .model=${model} layout=${layout}></patch-list>`;
      case 'compare':
        return html`<turn-diff .model=${model} layout=${layout}></turn-diff>`;
      case 'turns':
        return html`<turn-table .model=${model} layout=${layout}></turn-table>`;
      case 'advice':
        return html`<advice-list .model=${model} layout=${layout}></advice-list>`;
      case 'tools':
        return html`<tools-cost .model=${model} layout=${layout}></tools-cost>`;
    }
  }

  /** Lists the sessions, and opens the one that was chosen last, else the one that was worked in last. */
  private async start(): Promise<void> {
    if (!this.starting) {
      this.starting = true;
      await this.openChosen();
      this.starting = false;
    }
  }

  private async openChosen(): Promise<void> {
    const { model } = this;
    const { sessions } = model;
    if (!sessions.listed) {
      await sessions.list();
    }
    const { session, path, beside } = model.ui.context;
    const key = session === '' ? sessions.items[0]?.key : session;
    // Both at once: the keyboard may already be in one of them, which makes it the one shown.
    await Promise.all([
      ...(sessions.shown === undefined && key !== undefined ? [sessions.open(key, path)] : []),
      ...(sessions.beside === undefined && beside !== undefined
        ? [sessions.open(beside.session, beside.path, 'beside')]
        : []),
    ]);
  }

  private readonly onTabKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const at = contextTabs.indexOf(this.model.ui.context.tab);
      const tab = contextTabs[(at + step + contextTabs.length) % contextTabs.length] ?? 'blocks';
      this.model.chooseContext({ tab });
      void this.updateComplete.then(() =>
        this.querySelector<HTMLElement>(`#context-${tab}`)?.focus(),
      );
    }
  };
}
