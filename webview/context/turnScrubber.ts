import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ListeningElement } from '../parts/listeningElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { ChangeWatch } from './changeWatch.ts';
import { patchMarks } from './data/patchMarks.ts';
import type { SessionTurns } from './data/sessionTurns.ts';
import { turnsOf } from './data/sessionTurns.ts';
import type { TurnLayout } from './data/turnLayout.ts';
import { columnAt, leftOf, peakOf, turnAfterKey, turnLayout } from './data/turnLayout.ts';
import { heightOf } from './data/turnPaths.ts';
import { turnValueText } from './data/turnWords.ts';
import type { OpenedSession } from './openedSession.ts';
import type { ContextModel } from './sessionColumn.ts';
import { named } from './sessionColumn.ts';
import { layerKey, markKey } from './turnKey.ts';
import type { TurnMode } from './turnPicture.ts';
import { turnPicture } from './turnPicture.ts';
import { turnReadout } from './turnReadout.ts';
import { patchPhrase } from './data/patchNames.ts';

/** Pixels beside the columns for the names of lines, and the width from which there is room for them. */
const gutterWidth = 184;
const gutterFrom = 700;
/** Milliseconds after the last digit of a turn's number. */
const typedFor = 900;

const modes: readonly (readonly [TurnMode, string, string])[] = [
  ['window', l10n.t('Window'), l10n.t('What each call carried: tokens in the window')],
  [
    'session',
    l10n.t('Session total'),
    l10n.t('Session total so far: the inputs of all calls added up, not the window'),
  ],
];

/**
 * All turns of the shown session as columns, the cache below them, and the chosen turn. The picture is made when the
 * session or its place changed; to go from turn to turn moves a cursor and writes a few lines.
 */
export class TurnScrubber extends ListeningElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    width: { state: true },
    mode: { state: true },
    typed: { state: true },
  };

  declare model: ContextModel;
  declare layout: Layout;
  /** Of the place for the picture. Pixels; 0 until it is known. */
  declare private width: number;
  declare private mode: TurnMode;
  /** Digits of a turn's number that is being typed. */
  declare private typed: string;
  private readonly change = new ChangeWatch(() => this.requestUpdate());
  private columns: TurnLayout = turnLayout(0, 0);
  /** Width that `columns` were made for. */
  private columnsFor = -1;
  private typing: number | undefined;
  private readonly resized = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });

  constructor() {
    super();
    this.layout = 'wide';
    this.width = 0;
    this.mode = 'window';
    this.typed = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
    clearTimeout(this.typing);
    this.change.stop();
  }

  /** Once for each frame: while a session is read its lists grow many times in one. */
  protected override async scheduleUpdate(): Promise<unknown> {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const count = this.turns?.figures.length ?? 0;
    const width = Math.max(0, this.width - this.gutter);
    if (count !== this.columns.count || width !== this.columnsFor) {
      this.columnsFor = width;
      this.columns = turnLayout(count, width);
    }
    if (this.session !== undefined && this.turn >= 0) {
      this.change.look(this.session, this.turn);
    }
  }

  protected override updated(): void {
    const cursor = this.querySelector<HTMLElement>('.turn-cursor');
    if (cursor !== null) {
      const width = Math.max(2, this.columns.columnWidth);
      cursor.style.transform = `translateX(${leftOf(this.columns, this.turn)}px)`;
      cursor.style.width = `${width}px`;
    }
  }

  protected override render(): TemplateResult {
    const { model, session, turns, turn, mode, width } = this;
    if (session === undefined || turns === undefined || turns.figures.length === 0) {
      const isEmpty = session?.isComplete === true;
      return html`<p class="loading" role="status">
        ${isEmpty ? l10n.t('This session has no calls yet.') : l10n.t('Loading turns…')}
      </p>`;
    }
    const { lists, limits, version } = session;
    return html`<section
      class="turns"
      data-layout=${this.layout}
      aria-label=${named(l10n.t('Turns'), model)}
    >
      ${this.renderHead(turns)}
      <div
        class="turn-plot"
        role="slider"
        tabindex="0"
        aria-label=${l10n.t('Turn')}
        aria-orientation="horizontal"
        aria-valuemin="1"
        aria-valuemax=${turns.figures.length}
        aria-valuenow=${turn + 1}
        aria-valuetext=${this.valueText(session, turns)}
        @keydown=${this.onKey}
        @pointerdown=${this.onPointer}
        @pointermove=${this.onPointer}
      >
        ${guard([session, version, limits, width, mode], () =>
          width === 0
            ? nothing
            : turnPicture({
                ...{ turns, limits, mode, layout: this.columns, gutter: this.gutter },
                ...{ calls: lists.calls, patches: lists.patches, width: width - this.gutter },
              }),
        )}
        <div class="turn-cursor"></div>
      </div>
      ${turnReadout(session, { turns, turn, mode, change: this.change.known })}
    </section>`;
  }

  private renderHead(turns: SessionTurns): TemplateResult {
    const { mode, typed, layout, model } = this;
    const patches = model.sessions.shown?.lists.patches ?? [];
    const children = model.sessions.shown?.overview?.children.length ?? 0;
    const title = modes.find(([name]) => name === mode)?.[2] ?? '';
    const key = layerKey(turns.layers, mode);
    return html`<div class="turn-head">
      <h2>${title}</h2>
      <div class="turn-modes" role="group" aria-label=${l10n.t('What the columns show')}>
        ${modes.map(
          ([name, text, hint]) =>
            html`<button
              type="button"
              title=${hint}
              aria-pressed=${name === mode ? 'true' : 'false'}
              @click=${() => (this.mode = name)}
            >
              ${text}
            </button>`,
        )}
      </div>
      <span class="turn-typed" role="status"
        >${typed === '' ? nothing : l10n.t`Go to turn ${typed}…`}</span
      >
      ${layout === 'wide' ? key : nothing}
      <details>
        <summary>${layout === 'wide' ? l10n.t('Marks and cache') : l10n.t('Key')}</summary>
        ${layout === 'wide' ? nothing : key} ${markKey(patches, model.sessions.shown?.limits)}
        <p>
          ${l10n.t('Keys: arrows for one turn, with Shift for ten; Page Up and Page Down for patches; Home and End; or type a turn’s number.')}
        </p>
        ${
          children === 0
            ? nothing
            : html`<p>
                ${l10n.t`Calls of the ${children} subagents are not in it: they have windows of their own.`}
              </p>`
        }
      </details>
    </div>`;
  }

  private get session(): OpenedSession | undefined {
    return this.model.sessions.shown;
  }

  private get turns(): SessionTurns | undefined {
    return this.session === undefined ? undefined : turnsOf(this.session);
  }

  /** The chosen turn, as far as it can be shown: its composition may still be on its way. */
  private get turn(): number {
    return Math.min(this.model.turn, this.columns.count - 1);
  }

  private get gutter(): number {
    return this.width >= gutterFrom ? gutterWidth : 0;
  }

  private valueText(session: OpenedSession, turns: SessionTurns): string {
    const { turn } = this;
    const figure = turns.figures[turn];
    const { calls, patches } = session.lists;
    return figure === undefined
      ? ''
      : turnValueText(figure, {
          count: turns.figures.length,
          call: calls[turn],
          causes: turns.causes.of(turn),
          patches: turns.causes
            .patchesOf(turn)
            .flatMap((index) => patches[index] ?? [])
            .map((patch) => patchPhrase(patch)),
        });
  }

  /** The newest is not named, so that it stays the newest when more come. */
  private go(turn: number): void {
    const last = (this.session?.lists.calls.length ?? 0) - 1;
    if (turn !== this.model.turn) {
      this.model.chooseContext({ turn: turn >= last ? undefined : turn });
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { turns } = this;
    if (turns === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { key, shiftKey } = event;
    const place = { count: turns.figures.length, patches: turns.patchTurns };
    const to = turnAfterKey(key, shiftKey, this.turn, place);
    if (to !== undefined) {
      event.preventDefault();
      this.go(to);
    } else if (/^\d$/.test(key) || (key === 'Backspace' && this.typed !== '')) {
      event.preventDefault();
      this.typed = key === 'Backspace' ? this.typed.slice(0, -1) : (this.typed + key).slice(-7);
      clearTimeout(this.typing);
      this.typing = window.setTimeout(this.goToTyped, typedFor);
    } else if (key === 'Enter' && this.typed !== '') {
      event.preventDefault();
      this.goToTyped();
    } else if (key === 'Escape' && this.typed !== '') {
      event.preventDefault();
      clearTimeout(this.typing);
      this.typed = '';
    }
  };

  private readonly goToTyped = (): void => {
    clearTimeout(this.typing);
    const number = Number(this.typed);
    if (this.typed !== '' && this.columns.count > 0) {
      this.go(Math.max(0, Math.min(this.columns.count, number) - 1));
    }
    this.typed = '';
  };

  private readonly onPointer = (event: PointerEvent): void => {
    const plot = event.currentTarget as HTMLElement;
    if (event.type === 'pointerdown') {
      if (event.button !== 0) {
        return;
      }
      plot.focus({ preventScroll: true });
      const mark = (event.target as Element).closest<SVGElement>('[data-mark]');
      if (mark !== null) {
        this.goToMark(Number(mark.dataset['mark']));
        return;
      }
      plot.setPointerCapture(event.pointerId);
    } else if (!plot.hasPointerCapture(event.pointerId)) {
      return;
    }
    // The browser gives one move for each frame.
    const x = event.clientX - plot.getBoundingClientRect().left;
    const figures = this.turns?.figures ?? [];
    const column = this.columns.columns[columnAt(this.columns, x)];
    if (column !== undefined) {
      this.go(peakOf(column, (turn) => heightOf(figures[turn])));
    }
  };

  private goToMark(at: number): void {
    const patches = this.session?.lists.patches ?? [];
    const mark = patchMarks(patches, this.columns)[at];
    const [patch] = mark?.patches ?? [];
    if (mark !== undefined && patch !== undefined) {
      this.model.chooseContext({ patch });
      this.go(Math.min(mark.turn, this.columns.count - 1));
    }
  }
}
