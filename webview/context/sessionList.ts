import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { SessionPath } from '../../src/ports/transcripts.ts';
import { dayText } from '../chips/chipRules.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { ListGo, ListLine, VirtualList } from '../parts/virtualList.ts';
import { button, checkbox, dropdown } from '../ui.ts';
import { AllTexts } from './allTexts.ts';
import { searchSentence } from './data/allTextsWords.ts';
import type { ListKey, SessionEntry, SessionGroup } from './data/sessionEntries.ts';
import { SessionEntries, lineAfterKey, lineOf } from './data/sessionEntries.ts';
import { foundCells, sessionCells } from './sessionLines.ts';

/** Pixels of a line, and how many are seen at most. */
const lineHeight = 44;
const mostSeen = 8;

const groupNames: readonly (readonly [SessionGroup, string])[] = [
  ['day', l10n.t('By day')],
  ['agent', l10n.t('By agent')],
];

const keys: ReadonlySet<string> = new Set<ListKey>([
  ...(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'] as const),
]);

/** What was chosen of the list, and whether it is to be shown beside the session shown. */
export interface ListedChoice {
  readonly key: string;
  readonly beside: boolean;
  /** Of one whose texts were searched: which of its sessions has what was found, and what was looked for. */
  readonly found?: { readonly session: SessionPath; readonly words: string };
}

/**
 * All sessions, to be searched and chosen from with the keyboard in the search field: by their titles while somebody
 * types, by all their texts when that is asked for. Event: `choose`.
 */
export class SessionList extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    shown: { attribute: true },
    beside: { type: Boolean },
    search: { state: true },
    at: { state: true },
  };

  /** Key of the session that is shown where the choice goes. */
  declare shown: string;
  /** Whether the choice is to be shown beside the session shown. */
  declare beside: boolean;
  declare private search: string;
  /** Key of the session that Enter chooses; undefined for the one shown, or the first. */
  declare private at: string | undefined;
  private readonly list = new SessionEntries();
  private active = -1;
  /** The lines that are listed. */
  private entries: readonly SessionEntry[] = [];

  constructor() {
    super();
    this.shown = '';
    this.beside = false;
    this.search = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // What was found last is there again.
    this.search = this.model.sessions.texts.typed;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.model.sessions.texts.stop();
  }

  /** Puts the keyboard on the search field. */
  override focus(): void {
    this.querySelector('input')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { sessions, ui } = this.model;
    this.list.update(sessions.items, this.search.trim(), ui.context.sessionGroup);
    this.entries =
      this.texts === undefined
        ? this.list.entries
        : this.texts.found.map(({ item }) => ({ kind: 'row', row: { id: item.key, item } }));
    const wanted = lineOf(this.entries, this.at ?? this.shown);
    this.active = wanted >= 0 ? wanted : lineAfterKey(this.entries, 0, 'Home', 1);
  }

  /** The search in all texts, while its finds stand in the place of the list. */
  private get texts(): AllTexts | undefined {
    const { texts } = this.model.sessions;
    return texts.state === 'none' ? undefined : texts;
  }

  protected override render(): TemplateResult {
    const { active, model, entries, texts } = this;
    const { sessionGroup } = model.ui.context;
    const height = Math.max(1, Math.min(entries.length, mostSeen)) * lineHeight;
    return html`<div class="session-search">
        <input
          type="text"
          role="combobox"
          aria-label=${l10n.t('Search sessions')}
          aria-expanded="true"
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls="session-options-box"
          aria-activedescendant=${active < 0 ? nothing : `session-options-${active}`}
          autocomplete="off"
          spellcheck="false"
          placeholder=${l10n.t('Title, agent, folder, or words in texts')}
          .value=${this.search}
          @input=${(event: Event) => {
            this.search = (event.target as HTMLInputElement).value;
            this.at = undefined;
            model.sessions.texts.clear();
          }}
          @keydown=${this.onKey}
        />
        ${dropdown({
          label: l10n.t('Groups'),
          value: sessionGroup,
          choices: groupNames,
          choose: (group) => model.chooseContext({ sessionGroup: group }),
        })}
        ${checkbox({
          text: l10n.t('All folders'),
          checked: model.sessions.everywhere,
          change: (everywhere) => void this.listIn(everywhere),
        })}
        ${button({
          text: l10n.t('Look for sessions again'),
          icon: 'refresh',
          look: 'icon',
          press: () => void model.sessions.list(),
        })}
      </div>
      <virtual-list
        id="session-options"
        .options=${true}
        .count=${entries.length}
        .rowHeight=${lineHeight}
        .label=${texts === undefined ? l10n.t('Sessions') : l10n.t('Sessions with these words')}
        .active=${active}
        .line=${this.line}
        .revision=${`${entries.length} ${this.search} ${sessionGroup} ${this.shown} ${model.sessions.listings} ${texts?.found.length ?? ''}`}
        .style=${`height:${height}px`}
        @mousedown=${(event: Event) => event.preventDefault()}
        @go=${this.onGo}
      ></virtual-list>
      ${texts === undefined ? this.renderCount() : this.renderTexts(texts)}`;
  }

  private renderTexts(texts: AllTexts): TemplateResult {
    const { state, searched, of, found } = texts;
    const isBusy = state === 'busy';
    return html`<p class="session-note">
        <span role="status"
          >${state === 'none' ? nothing : searchSentence({ ...texts, state })}</span
        >
        ${isBusy && of > 0 ? html`<span>${l10n.t`${searched} of ${of}, ${found.length} found.`}</span>` : nothing}
        ${found.length === 0 ? nothing : html`<span>${l10n.t('Enter shows it, with these words as the search of its blocks.')}</span>`}
      </p>
      <p class="session-note">
        ${
          isBusy
            ? button({ text: l10n.t('Stop'), icon: 'debug-stop', press: () => texts.stop() })
            : nothing
        }
        ${button({
          text: l10n.t('Back to all titles'),
          icon: 'arrow-left',
          press: () => {
            texts.clear();
            this.focus();
          },
        })}
      </p>`;
  }

  private searchTexts(): void {
    const { texts, everywhere } = this.model.sessions;
    this.at = undefined;
    void texts.search(this.search.trim(), everywhere);
    this.focus();
  }

  private renderCount(): TemplateResult {
    const { sessions } = this.model;
    const { found } = this.list;
    const all = sessions.items.length;
    const canSearch = AllTexts.canSearch(this.search);
    const count =
      found === all
        ? l10n.t`${all} sessions.`
        : l10n.t`${found} of ${all} sessions have these words.`;
    const older = sessions.more ? ` ${l10n.t('Older ones are not listed.')}` : '';
    return html`<p class="session-note">
      <span role="status">${count}${older}</span>
      ${
        sessions.canListMore
          ? html`<button type="button" class="as-link" @click=${() => void sessions.listMore()}>
              ${l10n.t('List more')}
            </button>`
          : nothing
      }
      <span>
        ${
          this.active < 0
            ? canSearch
              ? l10n.t('Enter searches in all texts.')
              : nothing
            : this.beside
              ? l10n.t('Enter shows it beside.')
              : l10n.t('Enter shows it; with Ctrl it is shown beside.')
        }
      </span>
      ${
        canSearch
          ? button({
              ...{ text: l10n.t('Search in all texts'), icon: 'search', name: 'search-texts' },
              title: this.active < 0 ? 'Enter' : 'Alt+Enter',
              press: () => this.searchTexts(),
            })
          : nothing
      }
    </p>`;
  }

  private readonly line = (index: number): ListLine => {
    const entry = this.entries[index];
    if (entry === undefined) {
      return { key: '', chosen: false, level: 1, label: '', cells: html`` };
    }
    if (entry.kind === 'group') {
      const { title, count } = entry;
      return {
        ...{ key: title, chosen: false, open: true, level: 1, label: '' },
        cells: html`<div class="group-title">
          <span class="group-name">${title}</span><span class="group-count">${count}</span>
        </div>`,
      };
    }
    const { id, item } = entry.row;
    const found = this.texts?.found[index];
    const isByDay = found === undefined && this.model.ui.context.sessionGroup === 'day';
    const day = dayText(isByDay ? item.updated : Date.now());
    return {
      ...{ key: id, chosen: id === this.shown, level: 1, label: '' },
      cells: found === undefined ? sessionCells(item, day) : foundCells(found, day),
    };
  };

  private readonly onGo = ({ detail }: CustomEvent<ListGo>): void => {
    this.choose(detail.index, this.beside);
  };

  private choose(index: number, beside: boolean): void {
    const entry = this.entries[index];
    if (entry?.kind === 'row') {
      const { texts } = this;
      const session = texts?.found[index]?.session;
      const found =
        texts === undefined || session === undefined
          ? {}
          : { found: { session, words: texts.blockSearch } };
      const detail: ListedChoice = { key: entry.row.id, beside, ...found };
      this.dispatchEvent(new CustomEvent('choose', { detail }));
    }
  }

  private async listIn(everywhere: boolean): Promise<void> {
    const { sessions } = this.model;
    if (everywhere !== sessions.everywhere) {
      await sessions.list(everywhere);
      if (this.texts !== undefined) {
        this.searchTexts();
      }
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (keys.has(key)) {
      event.preventDefault();
      const box = this.querySelector<VirtualList>('virtual-list');
      const page = Math.max(1, Math.floor((box?.clientHeight ?? 0) / lineHeight) - 1);
      const to = this.entries[lineAfterKey(this.entries, this.active, key as ListKey, page)];
      this.at = to?.kind === 'row' ? to.row.id : undefined;
    } else if (key === 'Enter') {
      event.preventDefault();
      const isForTexts = altKey || (this.active < 0 && this.texts === undefined);
      if (isForTexts && AllTexts.canSearch(this.search)) {
        this.searchTexts();
      } else {
        this.choose(this.active, this.beside || ctrlKey || metaKey);
      }
    }
  };
}
