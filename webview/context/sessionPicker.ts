import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { SessionPath } from '../../src/ports/transcripts.ts';
import { dayText } from '../chips/chipRules.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { timeText } from '../parts/timeText.ts';
import { button, codicon } from '../ui.ts';
import { sessionTitle, whenText } from './data/sessionEntries.ts';
import { treeTitle } from './data/sessionTreeRows.ts';
import type { ContextModel } from './sessionColumn.ts';
import { named } from './sessionColumn.ts';
import type { ListedChoice } from './sessionList.ts';

/** What is open below the buttons: the list of sessions for either place, or the tree of conversations. */
type Opened = 'sessions' | 'beside' | 'tree';

/** The button that opens each of them. */
const openers: Readonly<Record<Opened, string>> = {
  sessions: 'session-button',
  beside: 'beside-button',
  tree: 'tree-button',
};

/** Which session is shown: any of the list, and the main conversation or one of its subagents'. */
export class SessionPicker extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    column: { attribute: false },
    opened: { state: true },
  };

  /** The place that the choice is for; the model itself while there is one. */
  declare column: ContextModel | undefined;
  declare private opened: Opened | undefined;

  protected override render(): TemplateResult {
    const { sessions } = this.model;
    return html`<div class="session-picker" @keydown=${this.onKey} @focusout=${this.onLeave}>
      <div class="session-buttons">
        ${this.renderButton()} ${this.renderTreeButton()}
        ${
          this.column === undefined && this.model.ui.context.beside === undefined
            ? this.renderOpener(
                'beside',
                l10n.t('Open a second session beside'),
                'split-horizontal',
              )
            : nothing
        }
      </div>
      ${this.opened === undefined ? nothing : this.renderOpened(this.opened)}
      ${
        sessions.problem === undefined
          ? nothing
          : html`<p class="notice is-error" role="status">
              ${codicon('error')} <span>${sessions.problem}</span>
            </p>`
      }
    </div>`;
  }

  /** Puts the keyboard on the button. */
  override focus(): void {
    this.querySelector<HTMLElement>(`.${openers.sessions}`)?.focus();
  }

  private get place(): ContextModel {
    return this.column ?? this.model;
  }

  private get key(): string {
    return this.place.sessions.shown?.key ?? this.place.ui.context.session;
  }

  private renderButton(): TemplateResult {
    const { items } = this.model.sessions;
    const item = items.find(({ key }) => key === this.key);
    // One that is not in the list: of another folder, or picked as a file.
    const overview = this.place.sessions.shown?.overview;
    const title = item ?? overview;
    const agent = item?.agent ?? overview?.agent ?? '';
    const updated = item?.updated ?? overview?.updated;
    const shownTitle = title === undefined ? l10n.t('Loading…') : sessionTitle(title);
    const isLive = item?.live === true;
    return html`<button
      type="button"
      class=${openers.sessions}
      data-first
      aria-haspopup="dialog"
      aria-expanded=${this.opened === 'sessions' ? 'true' : 'false'}
      title=${updated === undefined ? shownTitle : l10n.t`${shownTitle}, changed ${timeText(updated)}`}
      @click=${() => this.toggle('sessions')}
    >
      ${isLive ? html`<span class="live-dot"></span>` : nothing}
      <span class="unseen">${l10n.t`${named(l10n.t('Session'), this.place)}:`}</span>
      <span class="session-title">${shownTitle}</span>
      <span class="session-facts"
        >${agent}${isLive ? html` · <b>${l10n.t('live')}</b>` : nothing}${
          updated === undefined
            ? nothing
            : html` ·
                <span class="unseen">${l10n.t('changed')} </span
                >${whenText(updated, dayText(Date.now()))}`
        }</span
      >
      ${codicon('chevron-down')}
    </button>`;
  }

  /** Only where there is more than one conversation. */
  private renderTreeButton(): TemplateResult | typeof nothing {
    const shown = this.place.sessions.shown;
    const children = shown?.state.sessions.length ?? 1;
    if (shown === undefined || (children < 2 && shown.path.length === 0)) {
      return nothing;
    }
    const { path, overview } = shown;
    const title = treeTitle({ path, title: overview?.title ?? '', label: '' });
    const text = path.length === 0 ? title : l10n.t`Subagent: ${title}`;
    return this.renderOpener('tree', text, 'type-hierarchy-sub', `${children - 1}`);
  }

  private renderOpener(opened: Opened, text: string, icon: string, count?: string): TemplateResult {
    return html`<button
      type="button"
      class=${openers[opened]}
      aria-haspopup="dialog"
      aria-expanded=${this.opened === opened ? 'true' : 'false'}
      aria-label=${count === undefined ? text : nothing}
      title=${text}
      @click=${() => this.toggle(opened)}
    >
      ${codicon(icon)}${
        count === undefined
          ? nothing
          : html`<span class="unseen">${l10n.t('Conversation:')} </span
              ><span class="session-title">${text}</span> <span class="badge">${count}</span
              ><span class="unseen"> ${l10n.t('subagents')}</span>${codicon('chevron-down')}`
      }
    </button>`;
  }

  private renderOpened(opened: Opened): TemplateResult {
    const shown = this.place.sessions.shown;
    if (opened === 'tree') {
      return html`<div class="session-popup" role="dialog" aria-label=${l10n.t('Conversations')}>
        ${
          shown === undefined
            ? nothing
            : html`<session-tree
                .model=${this.model}
                .session=${shown}
                .version=${shown.version}
                @choose=${(event: CustomEvent<SessionPath>) => this.showPath(event.detail)}
              ></session-tree>`
        }
      </div>`;
    }
    const isBeside = opened === 'beside';
    const name = isBeside ? l10n.t('Second session') : l10n.t('Sessions');
    return html`<div class="session-popup" role="dialog" aria-label=${name}>
      ${isBeside ? html`<p class="session-note">${l10n.t('Which session is to stand beside this one?')}</p>` : nothing}
      <session-list
        .model=${this.model}
        shown=${isBeside ? '' : this.key}
        .beside=${isBeside}
        @choose=${(event: CustomEvent<ListedChoice>) => this.show(event.detail)}
      ></session-list>
      ${button({ text: l10n.t('Close'), press: () => this.close() })}
    </div>`;
  }

  private toggle(opened: Opened): void {
    if (this.opened === opened) {
      this.close();
      return;
    }
    this.opened = opened;
    void this.updateComplete.then(async () => {
      const inside = this.querySelector<SessionPicker>('session-list, session-tree');
      await inside?.updateComplete;
      inside?.focus();
    });
  }

  /** Closes what is open; the keyboard goes back to its button. */
  private close(): void {
    const { opened } = this;
    this.opened = undefined;
    if (opened !== undefined) {
      const opener = this.querySelector<HTMLElement>(`.${openers[opened]}`);
      (opener ?? this).focus();
    }
  }

  private show({ key, beside, found }: ListedChoice): void {
    if (beside) {
      this.model.showBeside(key, found?.session);
    } else {
      this.place.showSession(key, found?.session);
      if (found !== undefined) {
        // What was found may have left the window.
        const blocks = { ...this.model.ui.context.blocks, search: found.words };
        this.place.chooseContext({ tab: 'blocks', scope: 'all', blocks });
      }
    }
    this.close();
  }

  private showPath(path: SessionPath): void {
    this.place.showSession(this.key, path);
    this.close();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.opened !== undefined) {
      event.preventDefault();
      this.close();
    }
  };

  private readonly onLeave = (event: FocusEvent): void => {
    const place = event.currentTarget as HTMLElement;
    const next = event.relatedTarget as Node | null;
    // Without another place the window itself has lost the keyboard.
    if (next !== null && !place.contains(next)) {
      this.opened = undefined;
    }
  };
}
