import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PageName } from '../src/protocol/inspector.ts';
import type { ActivityPage } from './activity/activityPage.ts';
import type { ContextPage } from './context/contextPage.ts';
import type { ChipsPage } from './chips/chipsPage.ts';
import { ModelElement } from './parts/modelElement.ts';
import type { Layout } from './parts/tableHead.ts';
import { badge, button, codicon, progressRing } from './ui.ts';

/** Pixels from which list and details stand side by side. */
const wideFrom = 900;

const pages: readonly (readonly [PageName, string])[] = [
  ['context', l10n.t('Context')],
  ['chips', l10n.t('Chips')],
  ['activity', l10n.t('Activity')],
];

/** The whole page: the tabs, what is going on, what went wrong, and the page chosen. */
export class ChipboardApp extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { state: true },
    menu: { state: true },
  };

  declare private layout: Layout;
  declare private menu: boolean;
  private readonly resized = new ResizeObserver(([entry]) => {
    this.layout = (entry?.contentRect.width ?? 0) < wideFrom ? 'narrow' : 'wide';
  });

  constructor() {
    super();
    this.layout = 'narrow';
    this.menu = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
    window.addEventListener('focus', this.takeFocus);
    // The editor hears every key that reaches the window; those that meant something here are not meant for it.
    this.addEventListener('keydown', (event) => {
      if (event.defaultPrevented) {
        event.stopPropagation();
      }
    });
  }

  protected override updated(): void {
    // The editor gave the page the keyboard before there was anything to take it.
    if (document.hasFocus()) {
      this.takeFocus();
    }
  }

  protected override render(): TemplateResult {
    const { model, layout } = this;
    const { page } = model.ui;
    return html`<div class="app" data-layout=${layout}>
      <header class="app-head">
        <h1 class="unseen">Chipboard</h1>
        <div class="tabs" role="tablist" aria-label=${l10n.t('Pages')} @keydown=${this.onTabKey}>
          ${pages.map(([name, title]) => this.renderTab(name, title))}
        </div>
        ${this.renderMenu()}
      </header>
      ${this.renderProgress()} ${this.renderNotices()}
      <main>
        <div id="page" role="tabpanel" aria-labelledby=${`tab-${page}`}>
          ${
            page === 'context'
              ? html`<context-page .model=${model} layout=${layout}></context-page>`
              : page === 'chips'
                ? html`<chips-page .model=${model} layout=${layout}></chips-page>`
                : html`<activity-page .model=${model} layout=${layout}></activity-page>`
          }
        </div>
      </main>
    </div>`;
  }

  private renderTab(name: PageName, title: string): TemplateResult {
    const { model } = this;
    const isShown = model.ui.page === name;
    const total =
      name === 'context' ? undefined : model.state?.[name === 'chips' ? 'chips' : 'calls'].total;
    return html`<button
      type="button"
      role="tab"
      id=${`tab-${name}`}
      aria-selected=${isShown ? 'true' : 'false'}
      aria-controls="page"
      tabindex=${isShown ? '0' : '-1'}
      @click=${() => model.choose({ page: name })}
    >
      ${title}${total === undefined ? nothing : badge(String(total))}
    </button>`;
  }

  private renderMenu(): TemplateResult {
    const { client } = this.model;
    const entries: readonly (readonly [string, string, () => unknown])[] = [
      [
        'export',
        l10n.t('Export All Chips…'),
        () => client.run(l10n.t('Exporting'), 'chips/export', { encrypt: false }),
      ],
      [
        'lock',
        l10n.t('Export All Chips, Encrypted…'),
        () => client.run(l10n.t('Exporting'), 'chips/export', { encrypt: true }),
      ],
      ['desktop-download', l10n.t('Import Chips…'), () => this.importChips()],
      ['clock', l10n.t('Delete Expired Chips'), () => this.expire()],
      [
        'gear',
        l10n.t('Settings'),
        () => client.run(l10n.t('Opening settings'), 'settings/open', {}),
      ],
      ['trash', l10n.t('Erase All Data…'), () => client.run(l10n.t('Erasing'), 'data/erase', {})],
    ];
    return html`<div class="menu-place" @focusout=${this.onMenuLeave} @keydown=${this.onMenuKey}>
      <button
        type="button"
        class="icon-button"
        aria-label=${l10n.t('More actions')}
        title=${l10n.t('More actions')}
        aria-haspopup="menu"
        aria-expanded=${this.menu ? 'true' : 'false'}
        @click=${() => {
          this.menu = !this.menu;
          void this.updateComplete.then(() => this.menuItems[0]?.focus());
        }}
      >
        ${codicon('ellipsis')}
      </button>
      ${
        this.menu
          ? html`<div role="menu" class="menu" aria-label=${l10n.t('More actions')}>
              ${entries.map(
                ([icon, title, run]) =>
                  html`<button
                    type="button"
                    role="menuitem"
                    tabindex="-1"
                    @click=${() => {
                      this.menu = false;
                      void run();
                    }}
                  >
                    ${codicon(icon)} ${title}
                  </button>`,
              )}
            </div>`
          : nothing
      }
    </div>`;
  }

  private renderProgress(): TemplateResult {
    const { tasks } = this.model.client;
    return html`<div class="tasks" role="status">
      ${[...tasks].map(
        (task) =>
          html`<p>
            ${progressRing()}<span>${task.title}…</span>
            ${button({ text: l10n.t('Cancel'), press: () => task.cancel() })}
          </p>`,
      )}
    </div>`;
  }

  private renderNotices(): TemplateResult {
    const { model } = this;
    const { client, state } = model;
    const problem = model.problem ?? state?.problem;
    return html`<div class="notices" aria-live="polite">
      ${
        problem === undefined
          ? nothing
          : html`<p class="notice is-error">
              ${codicon('error')} <span>${problem}</span>
              ${
                model.problem === undefined
                  ? nothing
                  : button({ text: l10n.t('Try Again'), press: () => void model.start() })
              }
            </p>`
      }
      ${client.notices.map(
        ({ text, isError }) =>
          html`<p class=${`notice${isError ? ' is-error' : ''}`}>
            ${codicon(isError ? 'error' : 'info')} <span>${text}</span>
            ${button({
              text: l10n.t('Close this message'),
              icon: 'close',
              look: 'icon',
              press: () => client.dismiss(text),
            })}
          </p>`,
      )}
    </div>`;
  }

  /** Whoever comes to the page with the keyboard is in its list at once. */
  private readonly takeFocus = (): void => {
    if (this.isFocusFree) {
      const page = this.querySelector<ContextPage | ChipsPage | ActivityPage>(
        'context-page, chips-page, activity-page',
      );
      void page?.updateComplete.then(() => {
        // A part of the page may have put it where it belongs meanwhile.
        if (this.isFocusFree) {
          // Only once there is something that can take it.
          this.model.focusWanted = !page.focusList() && this.model.focusWanted;
        }
      });
    }
  };

  /** Whether nothing on the page has the keyboard, or the page is to take it from what has. */
  private get isFocusFree(): boolean {
    return this.model.focusWanted || document.activeElement === document.body;
  }

  private get menuItems(): readonly HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  }

  private async importChips(): Promise<void> {
    const { client } = this.model;
    const answer = await client.run(l10n.t('Importing'), 'chips/import', {});
    if (answer !== undefined && answer.done + answer.known > 0) {
      const { done, known } = answer;
      client.notify(
        known === 0
          ? l10n.t`${done} chips were imported.`
          : l10n.t`${done} chips were imported. ${known} were there already.`,
      );
    }
  }

  private async expire(): Promise<void> {
    const { client } = this.model;
    const answer = await client.run(l10n.t('Deleting expired chips'), 'chips/expire', {});
    if (answer !== undefined) {
      client.notify(
        answer.done === 0
          ? l10n.t('No chip’s time is over.')
          : l10n.t`${answer.done} expired chips were deleted.`,
      );
    }
  }

  private readonly onTabKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const at = pages.findIndex(([name]) => name === this.model.ui.page);
      const [page] = pages[(at + step + pages.length) % pages.length] ?? ['chips'];
      this.model.choose({ page });
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${page}`)?.focus());
    }
  };

  private readonly onMenuKey = (event: KeyboardEvent): void => {
    const items = this.menuItems;
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape' && this.menu) {
      event.preventDefault();
      this.menu = false;
      this.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      items[(at + step + items.length) % items.length]?.focus();
    }
  };

  private readonly onMenuLeave = (event: FocusEvent): void => {
    const place = event.currentTarget as HTMLElement;
    if (!place.contains(event.relatedTarget as Node | null)) {
      this.menu = false;
    }
  };
}
