import * as l10n from '@vscode/l10n';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ModelElement } from '../parts/modelElement.ts';
import { pressureHistory } from './data/gaugeHistory.ts';
import { pressureText } from './data/gaugeWords.ts';
import { limitLines } from './data/limitLines.ts';
import type { SessionTurns } from './data/sessionTurns.ts';
import { turnsOf } from './data/sessionTurns.ts';
import { columnAt, columnOf, peakOf, turnAfterKey, turnLayout } from './data/turnLayout.ts';
import { historyPicture, historySize } from './gaugePictures.ts';

/**
 * The window over all turns as a line, with a cursor that names a turn and its value: the one under the mouse, the one
 * that arrow keys went to, or else the one that is looked at. Enter, or a click, looks at it.
 */
export class PressureHistoryView extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    at: { state: true },
  };

  /** Index of the turn that is named; undefined for the one that is looked at. */
  declare private at: number | undefined;

  /** Once for each frame: while a session is read its lists grow many times in one. */
  protected override async scheduleUpdate(): Promise<unknown> {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return super.scheduleUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const session = this.model.sessions.shown;
    const { figures } = this.turns ?? { figures: [] };
    const history = session && pressureHistory(figures, session.lists.patches);
    const figure = figures[this.turn];
    if (session === undefined || history === undefined || figure === undefined) {
      return nothing;
    }
    const { limits, version } = session;
    const text = pressureText(figure, limits?.window);
    return html`<div
        class="gauge-plot"
        role="slider"
        tabindex="0"
        aria-label=${l10n.t('Pressure so far')}
        aria-orientation="horizontal"
        aria-valuemin="1"
        aria-valuemax=${figures.length}
        aria-valuenow=${figure.index + 1}
        aria-valuetext=${text}
        title=${l10n.t('Arrows name a turn; Enter or a click looks at it')}
        @keydown=${this.onKey}
        @pointermove=${this.onPointer}
        @pointerleave=${this.leave}
        @blur=${this.leave}
        @click=${this.onClick}
      >
        ${guard([session, version, limits], () =>
          historyPicture(figures, history.peak.total, limitLines(limits)),
        )}
        ${this.renderCursor(figures.length)}
      </div>
      <p class="gauge-at">${text}</p>`;
  }

  /** Beside the picture, which is not made anew when the cursor goes on. */
  private renderCursor(count: number): TemplateResult {
    const { width, height } = historySize;
    const layout = turnLayout(count, width);
    const x = (columnOf(layout, this.turn) + 0.5) * layout.columnWidth;
    return html`<svg
      class="gauge-cursor"
      width="100%"
      height=${height}
      viewBox=${`0 0 ${Math.max(1, layout.width)} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${svg`<line x1=${x} x2=${x} y1="0" y2=${height}></line>`}
    </svg>`;
  }

  private get turns(): SessionTurns | undefined {
    const session = this.model.sessions.shown;
    return session === undefined ? undefined : turnsOf(session);
  }

  /** The turn that is named. Lists may have become shorter. */
  private get turn(): number {
    return Math.min(this.at ?? this.model.turn, (this.turns?.figures.length ?? 0) - 1);
  }

  /** The newest is not named, so that it stays the newest when more come. */
  private lookAt(turn: number): void {
    const last = (this.model.sessions.shown?.lists.calls.length ?? 0) - 1;
    this.model.chooseContext({ turn: turn >= last ? undefined : turn });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { turns } = this;
    if (turns === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const place = { count: turns.figures.length, patches: turns.patchTurns };
    const to = turnAfterKey(event.key, event.shiftKey, this.turn, place);
    if (to !== undefined) {
      event.preventDefault();
      this.at = to;
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.lookAt(this.turn);
    } else if (event.key === 'Escape' && this.at !== undefined) {
      event.preventDefault();
      this.at = undefined;
    }
  };

  private readonly onPointer = (event: PointerEvent): void => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const figures = this.turns?.figures ?? [];
    const layout = turnLayout(figures.length, historySize.width);
    const x = ((event.clientX - left) / Math.max(1, width)) * layout.width;
    const column = layout.columns[columnAt(layout, x)];
    // Of the turns that share a column the line shows the fullest.
    this.at = column && peakOf(column, (turn) => figures[turn]?.total ?? 0);
  };

  private readonly onClick = (event: MouseEvent): void => {
    if (event.button === 0) {
      this.lookAt(this.turn);
    }
  };

  private readonly leave = (): void => {
    this.at = undefined;
  };
}
