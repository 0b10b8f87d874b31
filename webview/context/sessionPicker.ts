import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ChildRow } from '../../src/ports/transcriptRows.ts';
import type { SessionItem } from '../../src/protocol/sessions.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { button, codicon } from '../ui.ts';

/** The one whose path is empty. */
const main = '';

/** Which session is shown: any of the list, and the main conversation or one of its subagents'. */
export class SessionPicker extends ModelElement {
  static override readonly properties = { model: { attribute: false } };

  protected override render(): TemplateResult {
    const { sessions, ui } = this.model;
    const shown = sessions.shown?.key ?? ui.context.session;
    const item = sessions.items.find(({ key }) => key === shown);
    return html`<div class="session-picker">
      ${item?.live === true ? this.renderLive() : nothing}
      <select
        class="dropdown"
        data-first
        aria-label="Session"
        title="Session"
        @change=${(event: Event) => {
          this.model.showSession((event.target as HTMLSelectElement).value);
        }}
      >
        ${
          item === undefined && shown !== ''
            ? html`<option value=${shown} selected>${this.shownName}</option>`
            : nothing
        }
        ${sessions.items.map(
          (one) =>
            html`<option value=${one.key} ?selected=${one.key === shown}>${nameOf(one)}</option>`,
        )}
      </select>
      ${this.renderChildren()}
      ${button({
        text: sessions.everywhere ? 'Only this folder’s sessions' : 'Sessions of all folders',
        icon: sessions.everywhere ? 'folder' : 'folder-library',
        look: 'icon',
        press: () => void sessions.list(!sessions.everywhere),
      })}
      ${button({
        text: 'Look for sessions again',
        icon: 'refresh',
        look: 'icon',
        press: () => void sessions.list(),
      })}
      ${
        sessions.problem === undefined
          ? nothing
          : html`<p class="notice is-error" role="status">
              ${codicon('error')} <span>${sessions.problem}</span>
            </p>`
      }
    </div>`;
  }

  /** Of a session that is not in the list: one of another folder, or that was picked as a file. */
  private get shownName(): string {
    const overview = this.model.sessions.shown?.overview;
    return overview === undefined ? 'Loading…' : named(overview.agent, overview.title);
  }

  private renderLive(): TemplateResult {
    return html`<span class="live-dot" role="img" aria-label="Live" title="Live"></span>`;
  }

  private renderChildren(): TemplateResult | typeof nothing {
    const { shown } = this.model.sessions;
    const children = shown?.overview?.children ?? [];
    const path = shown?.path ?? [];
    if (shown === undefined || (children.length === 0 && path.length === 0)) {
      return nothing;
    }
    const name = path.join('.');
    return html`<select
      class="dropdown"
      aria-label="Conversation"
      title="Conversation"
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        this.model.showSession(shown.key, value === main ? [] : value.split('.').map(Number));
      }}
    >
      <option value=${main} ?selected=${name === main}>Main conversation</option>
      ${path.length === 0 ? nothing : html`<option value=${name} selected>This subagent’s</option>`}
      ${children.map(
        (child) => html`<option value=${child.session.join('.')}>${childName(child)}</option>`,
      )}
    </select>`;
  }
}

function named(agent: string, title: string): string {
  return title === '' ? agent : `${agent} · ${title}`;
}

function nameOf({ agent, title, live }: SessionItem): string {
  return live ? `${named(agent, title)} (live)` : named(agent, title);
}

function childName({ label, title, calls }: ChildRow): string {
  return `Subagent: ${title || label} (${String(calls)} ${calls === 1 ? 'turn' : 'turns'})`;
}
