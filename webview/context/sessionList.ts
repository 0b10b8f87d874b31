import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { SessionItem } from '../../src/protocol/sessions.ts';
import { baseName, dayText } from '../chips/chipRules.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { ListGo, ListLine, VirtualList } from '../parts/virtualList.ts';
import { button, checkbox, codicon, dropdown } from '../ui.ts';
import type { ListKey, SessionGroup } from './data/sessionEntries.ts';
import {
  SessionEntries,
  lineAfterKey,
  sessionFacts,
  sessionLabel,
  sessionTitle,
  whenText,
} from './data/sessionEntries.ts';

/** Pixels of a line, and how many are seen at most. */
const lineHeight = 44;
const mostSeen = 8;

const groupNames: readonly (readonly [SessionGroup, string])[] = [
  ['day', 'By day'],
  ['agent', 'By agent'],
];

const keys: ReadonlySet<string> = new Set<ListKey>([
  ...(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'] as const),
]);

/** What was chosen of the list, and whether it is to be shown beside the session shown. */
export interface ListedChoice {
  readonly key: string;
  readonly beside: boolean;
}

/** All sessions, to be searched and chosen from with the keyboard in the search field. Event: `choose`. */
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

  constructor() {
    super();
    this.shown = '';
    this.beside = false;
    this.search = '';
  }

  /** Puts the keyboard on the search field. */
  override focus(): void {
    this.querySelector('input')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { sessions, ui } = this.model;
    this.list.update(sessions.items, this.search.trim(), ui.context.sessionGroup);
    const wanted = this.list.indexOf(this.at ?? this.shown);
    this.active = wanted >= 0 ? wanted : lineAfterKey(this.list.entries, 0, 'Home', 1);
  }

  protected override render(): TemplateResult {
    const { list, active, model } = this;
    const { entries } = list;
    const { sessionGroup } = model.ui.context;
    const height = Math.max(1, Math.min(entries.length, mostSeen)) * lineHeight;
    return html`<div class="session-search">
        <input
          type="text"
          role="combobox"
          aria-label="Search sessions"
          aria-expanded="true"
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls="session-options-box"
          aria-activedescendant=${active < 0 ? nothing : `session-options-${active}`}
          autocomplete="off"
          spellcheck="false"
          placeholder="Title, agent or folder"
          .value=${this.search}
          @input=${(event: Event) => {
            this.search = (event.target as HTMLInputElement).value;
            this.at = undefined;
          }}
          @keydown=${this.onKey}
        />
        ${dropdown({
          label: 'Groups',
          value: sessionGroup,
          choices: groupNames,
          choose: (group) => model.chooseContext({ sessionGroup: group }),
        })}
        ${checkbox({
          text: 'All folders',
          checked: model.sessions.everywhere,
          change: (everywhere) => void this.listIn(everywhere),
        })}
        ${button({
          text: 'Look for sessions again',
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
        .label=${'Sessions'}
        .active=${active}
        .line=${this.line}
        .revision=${`${entries.length} ${this.search} ${sessionGroup} ${this.shown} ${model.sessions.listings}`}
        .style=${`height:${height}px`}
        @mousedown=${(event: Event) => event.preventDefault()}
        @go=${this.onGo}
      ></virtual-list>
      ${this.renderCount()}`;
  }

  private renderCount(): TemplateResult {
    const { sessions } = this.model;
    const { found } = this.list;
    const all = sessions.items.length;
    const count =
      found === all ? `${all} sessions.` : `${found} of ${all} sessions have these words.`;
    const older = sessions.more ? ' Older ones are not listed.' : '';
    return html`<p class="session-note">
      <span role="status">${count}${older}</span>
      ${
        sessions.canListMore
          ? html`<button type="button" class="as-link" @click=${() => void sessions.listMore()}>
              List more
            </button>`
          : nothing
      }
      <span>
        ${this.beside ? 'Enter shows it beside.' : 'Enter shows it; with Ctrl it is shown beside.'}
      </span>
    </p>`;
  }

  private readonly line = (index: number): ListLine => {
    const entry = this.list.entries[index];
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
    return {
      ...{ key: id, chosen: id === this.shown, level: 1, label: '' },
      cells: optionCells(
        item,
        dayText(this.model.ui.context.sessionGroup === 'day' ? item.updated : Date.now()),
      ),
    };
  };

  private readonly onGo = ({ detail }: CustomEvent<ListGo>): void => {
    this.choose(detail.index, this.beside);
  };

  private choose(index: number, beside: boolean): void {
    const entry = this.list.entries[index];
    if (entry?.kind === 'row') {
      const detail: ListedChoice = { key: entry.row.id, beside };
      this.dispatchEvent(new CustomEvent('choose', { detail }));
    }
  }

  private async listIn(everywhere: boolean): Promise<void> {
    const { sessions } = this.model;
    if (everywhere !== sessions.everywhere) {
      await sessions.list(everywhere);
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey } = event;
    if (keys.has(key)) {
      event.preventDefault();
      const box = this.querySelector<VirtualList>('virtual-list');
      const page = Math.max(1, Math.floor((box?.clientHeight ?? 0) / lineHeight) - 1);
      const to =
        this.list.entries[lineAfterKey(this.list.entries, this.active, key as ListKey, page)];
      this.at = to?.kind === 'row' ? to.row.id : undefined;
    } else if (key === 'Enter') {
      event.preventDefault();
      this.choose(this.active, this.beside || ctrlKey || metaKey);
    }
  };
}

function optionCells(item: SessionItem, day: string): TemplateResult {
  const { folder, live, kept, updated } = item;
  const icon = live
    ? html`<span class="live-dot"></span>`
    : codicon(kept ? 'archive' : 'comment-discussion');
  return html`<div class="two-lines" title=${sessionLabel(item)}>
    <span class="kind">${icon}</span>
    <span class="excerpt">${sessionTitle(item)}</span>
    <span class="marks"
      >${live ? html`<b>live</b>` : nothing}${kept ? html`<span>kept</span>` : nothing}</span
    >
    <span class="facts">${sessionFacts({ ...item, folder: baseName(folder) }).join(' · ')}</span>
    <span class="age"><span class="unseen">changed </span>${whenText(updated, day)}</span>
  </div>`;
}
