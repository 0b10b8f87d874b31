import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { SessionPath } from '../../src/ports/transcripts.ts';
import { mostEntries } from '../../src/ports/transcripts.ts';
import type { AppModel } from '../model.ts';
import { LightElement } from '../parts/lightElement.ts';
import { codicon } from '../ui.ts';
import { callsText } from './data/sessionEntries.ts';
import type { TokenSum } from './data/sessionSums.ts';
import type { TreeRow } from './data/sessionTreeRows.ts';
import { pathKey, treeMove, treeRows, treeTitle } from './data/sessionTreeRows.ts';
import type { OpenedSession } from './openedSession.ts';
import { SessionTreeReader } from './sessionTreeReader.ts';
import { numberText, shortNumber } from './data/numberText.ts';

/**
 * The main conversation of a transcript and its subagents', each with its calls and tokens. Event: `choose` with the
 * path of the one that was chosen.
 */
export class SessionTree extends LightElement {
  static override readonly properties = {
    model: { attribute: false },
    session: { attribute: false },
    version: { attribute: false },
    opened: { state: true },
    at: { state: true },
  };

  declare model: AppModel;
  declare session: OpenedSession;
  /** That of the session: another one when it has grown. */
  declare version: number;
  /** Keys of sessions whose subagents are shown. */
  declare private opened: ReadonlySet<string>;
  /** Key of the line that the keyboard is at; undefined for the session shown. */
  declare private at: string | undefined;
  private reader: SessionTreeReader | undefined;
  private rows: readonly TreeRow[] = [];

  constructor() {
    super();
    this.version = 0;
    this.opened = new Set(['']);
  }

  /** Puts the keyboard on the tree. */
  override focus(): void {
    this.querySelector<HTMLElement>('[role="tree"]')?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The one that is shown is seen at once.
    const { path } = this.session;
    this.opened = new Set(['', ...path.map((_, step) => pathKey(path.slice(0, step)))]);
  }

  protected override willUpdate(): void {
    this.reader ??= new SessionTreeReader(this.model.client, () => this.requestUpdate());
    // Rows of another generation are gone at once: their paths may mean other sessions.
    this.reader.update(this.session.state, [[]]);
    this.rows = treeRows(this.reader.known, this.opened);
    this.reader.update(this.session.state, [[], ...this.rows.slice(1).map(({ path }) => path)]);
  }

  protected override updated(): void {
    this.querySelector(`[data-key="${this.atKey}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const { rows, atKey, reader } = this;
    const isCut = rows.some(({ siblings }) => siblings >= mostEntries);
    return html`<ul
        class="session-tree"
        role="tree"
        tabindex="0"
        aria-label=${l10n.t('Conversations of this session')}
        aria-activedescendant=${rows.length === 0 ? nothing : lineId(atKey)}
        @keydown=${this.onKey}
      >
        ${rows.map((row) => this.renderRow(row, row.key === atKey))}
      </ul>
      ${rows.length === 0 ? html`<p class="session-note" role="status">${l10n.t('Loading…')}</p>` : nothing}
      ${
        reader?.problem === undefined
          ? nothing
          : html`<p class="session-note" role="alert">${codicon('error')} ${reader.problem}</p>`
      }
      <p class="session-note">
        ${l10n.t('Each has a window of its own. Tokens: the inputs of all its calls; ~ is an estimate of ours.')}
        ${isCut ? l10n.t`At most ${mostEntries} subagents of one session are listed.` : nothing}
      </p>`;
  }

  private renderRow(row: TreeRow, isActive: boolean): TemplateResult {
    const { key, path, level, place, siblings, calls, input, open, label } = row;
    const isShown = key === pathKey(this.session.path);
    const title = treeTitle(row);
    const kind = label === '' || label === title ? '' : label;
    return html`<li
      role="treeitem"
      id=${lineId(key)}
      class=${`tree-line${isActive ? ' is-active' : ''}${isShown ? ' is-chosen' : ''}`}
      data-key=${key}
      data-level=${Math.min(level, 8)}
      aria-level=${level}
      aria-posinset=${place}
      aria-setsize=${siblings}
      aria-selected=${isShown ? 'true' : 'false'}
      aria-expanded=${open === undefined ? nothing : open ? 'true' : 'false'}
      title=${inputText(input)}
      @click=${() => this.choose(path)}
    >
      <span class="tree-fold" @click=${(event: Event) => this.onFold(event, row)}
        >${open === undefined ? nothing : codicon(open ? 'chevron-down' : 'chevron-right')}</span
      >
      <span class="tree-name"
        >${isShown ? codicon('check') : nothing}<span class="tree-title">${title}</span></span
      >
      <span class="tree-facts">
        <span>${kind}</span> <span>${callsText(calls)}</span>
        <span aria-hidden="true">${inputCell(input)}</span>
        <span class="unseen">${inputText(input)}</span>
      </span>
    </li>`;
  }

  private get atKey(): string {
    const wanted = this.at ?? pathKey(this.session.path);
    return this.rows.some(({ key }) => key === wanted) ? wanted : '';
  }

  private choose(path: SessionPath): void {
    this.dispatchEvent(new CustomEvent('choose', { detail: path }));
  }

  private fold(key: string, open: boolean): void {
    const opened = new Set(this.opened);
    if (open) {
      opened.add(key);
    } else {
      opened.delete(key);
    }
    this.opened = opened;
  }

  private onFold(event: Event, { key, open }: TreeRow): void {
    if (open !== undefined) {
      event.stopPropagation();
      this.at = key;
      this.fold(key, !open);
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const at = this.rows.findIndex(({ key }) => key === this.atKey);
    const row = this.rows[at];
    const move = treeMove(this.rows, at, event.key);
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (move !== undefined) {
      event.preventDefault();
      if ('go' in move) {
        this.at = this.rows[move.go]?.key;
      } else {
        this.fold(move.fold, move.open);
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(row.path);
    }
  };
}

function lineId(key: string): string {
  return `session-tree-${key === '' ? 'main' : key}`;
}

function inputCell(input: TokenSum | undefined): string {
  if (input === undefined) {
    return '…';
  }
  const tokens = `${input.estimated > 0 ? '~' : ''}${shortNumber(input.tokens)}`;
  return l10n.t`${tokens} tokens`;
}

function inputText(input: TokenSum | undefined): string {
  if (input === undefined) {
    return l10n.t('tokens are being counted');
  }
  const { tokens, estimated } = input;
  const how =
    estimated === 0
      ? l10n.t('counted by the provider')
      : estimated === tokens
        ? l10n.t('estimated')
        : l10n.t`of which ${numberText(estimated)} are estimated`;
  return l10n.t`${numberText(tokens)} tokens of input, ${how}`;
}
