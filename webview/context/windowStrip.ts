import * as l10n from '@vscode/l10n';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ListeningElement } from '../parts/listeningElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { button, codicon } from '../ui.ts';
import { BlockItems } from './data/blockItems.ts';
import { blockSentence, presenceWords, twinWords, windowWords } from './data/blockWords.ts';
import type { Band } from './data/stripBands.ts';
import { stripBands } from './data/stripBands.ts';
import type { StripLayout } from './data/stripLayout.ts';
import { extentOf, placeAt, stripLayout } from './data/stripLayout.ts';
import type { OpenedSession } from './openedSession.ts';
import type { ContextModel } from './sessionColumn.ts';
import { named } from './sessionColumn.ts';
import { stripLegend } from './stripLegend.ts';
import { stripPicture, stripPlaces } from './stripPicture.ts';
import { TurnWindow } from './turnWindow.ts';

/** Pixels of 1,000 tokens when zoomed. */
const zoomedPixels = 100;

type RowName = 'seen' | 'sent';

const rowTitles: Readonly<Record<RowName, string>> = {
  seen: l10n.t('Everything seen so far'),
  sent: l10n.t('The window as sent'),
};

interface Cursor {
  readonly row: RowName;
  /** Place in the row. */
  readonly place: number;
}

/**
 * The window of the chosen turn as a row of blocks, above it everything that was seen until then, and bands from what
 * left to where it is gone. The block that the pointer or the keyboard is at is named below.
 */
export class WindowStrip extends ListeningElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    wide: { state: true },
    scrolled: { state: true },
    cursor: { state: true },
  };

  declare model: ContextModel;
  declare layout: Layout;
  /** Pixels of the place. */
  declare private wide: number;
  /** Pixels that are scrolled away at the left. */
  declare private scrolled: number;
  declare private cursor: Cursor | undefined;
  private readonly window = new TurnWindow(() => this.requestUpdate());
  private readonly items = new BlockItems();
  private picture: { readonly layout: StripLayout; readonly bands: readonly Band[] } | undefined;
  private drawnFor: readonly unknown[] = [];
  /** Where the keyboard was last in each row. */
  private readonly kept: Record<RowName, number> = { seen: 0, sent: 0 };
  private readonly resized = new ResizeObserver(() => this.measure());

  constructor() {
    super();
    this.layout = 'wide';
    this.wide = 0;
    this.scrolled = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  protected override willUpdate(): void {
    const { sessions, turn, ui } = this.model;
    const session = sessions.shown;
    this.window.update(session, turn);
    const { states } = this.window;
    const drawnFor = [session?.lists, session?.version, states, this.wide, ui.context.zoomed];
    if (session === undefined || states === undefined || this.wide <= 0) {
      this.picture = undefined;
    } else if (drawnFor.some((part, index) => part !== this.drawnFor[index])) {
      const { blocks, patches, compositions } = session.lists;
      const composition = compositions[states.turn];
      const size = ui.context.zoomed ? { perToken: zoomedPixels / 1000 } : { fit: this.wide };
      const layout = stripLayout({ blocks, states, composition, size });
      this.picture = { layout, bands: stripBands({ blocks, patches, states, layout }) };
      this.items.update(session);
    }
    this.drawnFor = drawnFor;
  }

  protected override updated(): void {
    this.measure();
  }

  protected override render(): TemplateResult | typeof nothing {
    const session = this.model.sessions.shown;
    const { picture } = this;
    const { states } = this.window;
    if (session === undefined) {
      return nothing;
    }
    const { zoomed } = this.model.ui.context;
    return html`<section
      class="strip"
      aria-label=${named(l10n.t('Window'), this.model)}
      data-layout=${this.layout}
    >
      <header class="strip-head">
        <h2>${l10n.t('Window')}</h2>
        <span class="strip-total"
          >${states === undefined ? l10n.t('Loading…') : windowWords(states, session.lists.compositions[states.turn], this.layout)}</span
        >
        ${button({
          text: zoomed
            ? l10n.t('Fit the whole in')
            : l10n.t('Zoom in: 1,000 tokens per 100 pixels'),
          icon: zoomed ? 'screen-normal' : 'zoom-in',
          look: 'icon',
          name: 'strip-zoom',
          press: () => this.model.chooseContext({ zoomed: !zoomed }),
        })}
        <button type="button" class="as-link" @click=${this.showList}>
          ${l10n.t('Show as a list')}
        </button>
      </header>
      ${
        this.window.problem === undefined
          ? nothing
          : html`<p class="problem" role="alert">${codicon('error')} ${this.window.problem}</p>`
      }
      <div class="strip-scroll" tabindex="-1" @scroll=${this.onScroll}>
        ${picture === undefined ? html`<div class="strip-wait"></div>` : this.renderStage(session, picture)}
      </div>
      <p class="strip-words" aria-hidden="true">${this.renderWords(session)}</p>
      ${guard([], stripLegend)}
    </section>`;
  }

  private renderStage(
    session: OpenedSession,
    { layout, bands }: { readonly layout: StripLayout; readonly bands: readonly Band[] },
  ): TemplateResult {
    const { states } = this.window;
    const { blocks, patches } = session.lists;
    const { patch: chosen, block: shown } = this.model.ui.context;
    const left = Math.min(this.scrolled, Math.max(0, layout.width - this.wide));
    const view: readonly [number, number] = [left, left + this.wide];
    return html`<div class="strip-all" .style=${`width:${Math.max(layout.width, 1)}px`}>
      <div class="strip-stage" .style=${`width:${this.wide}px`}>
        <svg
          class="strip-picture"
          width=${this.wide}
          height=${stripPlaces.height}
          aria-hidden="true"
        >
          ${guard([layout, bands, chosen, left, this.wide], () =>
            states === undefined
              ? nothing
              : stripPicture({ blocks, patches, states, layout, bands, view, chosen }),
          )}
          ${shown === undefined ? nothing : this.renderMarks(shown, layout, left)}
          ${this.renderCursor(layout, left)}
        </svg>
        ${(['seen', 'sent'] as const).map((row) => this.renderRow(row, layout))}
      </div>
    </div>`;
  }

  private renderRow(row: RowName, layout: StripLayout): TemplateResult {
    const { blocks } = layout[row];
    const place = Math.max(0, Math.min(this.kept[row], blocks.length - 1));
    return html`<div
      class=${`strip-row is-${row}`}
      role="slider"
      tabindex="0"
      aria-label=${rowTitles[row]}
      aria-orientation="horizontal"
      aria-valuemin="1"
      aria-valuemax=${Math.max(1, blocks.length)}
      aria-valuenow=${place + 1}
      aria-valuetext=${this.placeWords({ row, place })}
      @focus=${() => this.go({ row, place: this.kept[row] })}
      @blur=${() => (this.cursor = undefined)}
      @keydown=${this.onKey}
      @pointermove=${(event: PointerEvent) => this.point(row, event)}
      @pointerleave=${() => (this.cursor = undefined)}
      @click=${(event: MouseEvent) => {
        this.point(row, event);
        this.open();
      }}
    ></div>`;
  }

  private renderMarks(shown: number, layout: StripLayout, left: number): unknown {
    const places: readonly (readonly [RowName, number])[] = [
      ['seen', layout.seen.blocks.indexOf(shown)],
      ['sent', this.window.states?.placeOf(shown) ?? -1],
    ];
    return places.map(([row, place]) =>
      place < 0 ? nothing : frame('strip-shown', row, extentOf(layout[row], place), left),
    );
  }

  private renderCursor(layout: StripLayout, left: number): unknown {
    const { cursor } = this;
    return cursor === undefined || cursor.place < 0
      ? nothing
      : frame('strip-cursor', cursor.row, extentOf(layout[cursor.row], cursor.place), left);
  }

  private renderWords(session: OpenedSession): TemplateResult {
    const { cursor, picture } = this;
    if (cursor !== undefined && picture !== undefined) {
      return html`${this.placeWords(cursor)}`;
    }
    const { patch } = this.model.ui.context;
    const chosen = patch === undefined ? undefined : session.lists.patches[patch];
    return chosen === undefined
      ? html`${l10n.t('Above: everything seen so far. Below: what the turn sent. Bands show what left, and where.')}`
      : html`${l10n.t`The bands of ${chosen.id} (${chosen.kind}) stand out: ${chosen.reason}`}`;
  }

  /** What stands at a place of a row, in one line. */
  private placeWords({ row, place }: Cursor): string {
    const { states } = this.window;
    const block = this.picture?.layout[row].blocks[place];
    const item = block === undefined ? undefined : this.items.items[block];
    const session = this.model.sessions.shown;
    if (item === undefined || states === undefined || session === undefined) {
      return l10n.t('No block');
    }
    const patchId = (patch: number): string =>
      session.lists.patches[patch]?.id ?? l10n.t('a patch');
    const twin = item.twin === undefined ? [] : [twinWords[item.twin.why]];
    const where = [presenceWords(item.index, states, patchId), ...twin].join(l10n.t(', '));
    return l10n.t`${blockSentence(item)} (${where})`;
  }

  private point(row: RowName, event: MouseEvent): void {
    const { picture } = this;
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const layout = picture?.layout;
    if (layout !== undefined) {
      const left = Math.min(this.scrolled, Math.max(0, layout.width - this.wide));
      const place = placeAt(layout[row], event.clientX - box.left + left);
      if (place !== this.cursor?.place || row !== this.cursor.row) {
        this.cursor = place < 0 ? undefined : { row, place };
      }
    }
  }

  private go({ row, place }: Cursor): void {
    const layout = this.picture?.layout;
    const last = (layout?.[row].blocks.length ?? 0) - 1;
    if (layout === undefined || last < 0) {
      return;
    }
    const next = Math.max(0, Math.min(last, place));
    this.kept[row] = next;
    this.cursor = { row, place: next };
    const [from, to] = extentOf(layout[row], next);
    const box = this.querySelector('.strip-scroll');
    if (box !== null && (from < box.scrollLeft || to > box.scrollLeft + this.wide)) {
      box.scrollLeft = Math.max(0, from - this.wide / 3);
    }
  }

  private open(): void {
    const { cursor, picture } = this;
    const block = cursor && picture?.layout[cursor.row].blocks[cursor.place];
    if (block !== undefined) {
      this.model.chooseContext({ block, tab: 'blocks' });
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const row: RowName = (event.currentTarget as HTMLElement).classList.contains('is-seen')
      ? 'seen'
      : 'sent';
    const place = this.kept[row];
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 },
      ...{ PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity },
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      this.go({ row, place: place + step });
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.go({ row, place });
      this.open();
    }
  };

  private readonly onScroll = (event: Event): void => {
    this.scrolled = (event.currentTarget as HTMLElement).scrollLeft;
  };

  private readonly showList = (): void => {
    this.model.chooseContext({ tab: 'blocks', block: undefined });
    const list = this.closest('.context-page')?.querySelector<HTMLElement>('block-list');
    list?.querySelector<HTMLElement>('virtual-list')?.focus();
  };

  private measure(): void {
    const box = this.querySelector('.strip-scroll');
    if (box !== null) {
      this.wide = box.clientWidth;
    }
  }
}

function frame(
  name: string,
  row: RowName,
  [from, to]: readonly [number, number],
  left: number,
): unknown {
  const { rowHeight } = stripPlaces;
  return svg`<rect class=${name} x=${from - left} y=${stripPlaces[row]}
    width=${Math.max(2, to - from)} height=${rowHeight}></rect>`;
}
