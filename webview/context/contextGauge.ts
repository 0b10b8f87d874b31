import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { GaugePart } from '../data/uiState.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { button } from '../ui.ts';
import { askFirst } from './askFirst.ts';
import { countedAnswers } from './data/blockTokens.ts';
import type { CountLists, NamedBlock } from './data/gaugeBlocks.ts';
import { largestBlocks, lastPatch, pinnedBlocks } from './data/gaugeBlocks.ts';
import { pressureHistory } from './data/gaugeHistory.ts';
import type { KindPart } from './data/gaugeKinds.ts';
import { kindParts, largestKinds } from './data/gaugeKinds.ts';
import { historyText, kindText, patchSentence } from './data/gaugeWords.ts';
import { turnsOf } from './data/sessionTurns.ts';
import type { TurnFigure } from './data/turnFigures.ts';
import { errorText, inputsText } from './data/turnWords.ts';
import { blockNames, kindTable } from './gaugeDetails.ts';
import { kindBar } from './gaugePictures.ts';
import { windowParts } from './gaugeWindowParts.ts';
import { showBlock } from './openBlock.ts';
import type { OpenedSession } from './openedSession.ts';
import { TurnWindow } from './turnWindow.ts';
import { counted, numberText } from './data/numberText.ts';

/** Blocks and kinds that are named. */
const [mostBlocks, mostKinds] = [5, 3];

/**
 * How full the window of the chosen turn is and of what, what left it last, how it went so far, and what the whole
 * session sent. It follows the newest turn until one is chosen, and says which it shows.
 */
export class ContextGauge extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
  };

  declare layout: Layout;
  private readonly window = new TurnWindow(() => this.requestUpdate());
  private counts: CountLists = { blocks: [], own: [], counted: new Map() };
  private countsFor: readonly unknown[] = [];

  constructor() {
    super();
    this.layout = 'wide';
  }

  /** Once for each frame: while a session is read its lists grow many times in one. */
  protected override async scheduleUpdate(): Promise<unknown> {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return super.scheduleUpdate();
  }

  protected override willUpdate(): void {
    const { shown } = this.model.sessions;
    if (shown !== undefined && this.isOpen('largest')) {
      this.window.update(shown, this.model.turn);
    }
    if (
      shown !== undefined &&
      (shown !== this.countsFor[0] || shown.version !== this.countsFor[1])
    ) {
      this.countsFor = [shown, shown.version];
      const { blocks, calls } = shown.lists;
      this.counts = { blocks, own: shown.own, counted: countedAnswers(calls) };
    }
  }

  protected override render(): TemplateResult {
    const session = this.model.sessions.shown;
    const figures = session === undefined ? [] : turnsOf(session).figures;
    const figure = figures[Math.min(this.model.turn, figures.length - 1)];
    if (session === undefined || figure === undefined) {
      return html`<p class="loading" role="status">
        ${session?.isComplete === true ? l10n.t('Nothing was sent yet.') : l10n.t('Loading the gauge…')}
      </p>`;
    }
    const composition = session.lists.compositions[figure.index];
    const parts = kindParts(figure);
    const error = errorText(figure, composition);
    return html`<section class="gauge" data-layout=${this.layout} aria-label=${l10n.t('Gauge')}>
      ${this.renderHead(session, figure)} ${windowParts(session, figure)}
      ${this.renderKinds(session, figure, parts)}
      <p class="gauge-error left">
        ${error === '' ? l10n.t('There is no count to check our estimates against.') : l10n.t`${capital(error)}.`}
      </p>
      ${this.renderPatch(session, figure)} ${this.renderHistory(session)}
      <h3>${l10n.t('Session total')}</h3>
      <p>
        ${l10n.t`${inputsText(figure)}.`}
        <span class="left"
          >${l10n.t`The inputs of ${counted(figure.index + 1, 'call')} added up; not what is in the window.`}</span
        >
      </p>
      ${this.renderBlocks(session)}
    </section>`;
  }

  private renderHead(session: OpenedSession, { index }: TurnFigure): TemplateResult {
    const count = session.lists.calls.length;
    const isNewest = this.model.ui.context.turn === undefined;
    const purpose = session.lists.calls[index]?.purpose;
    return html`<header class="gauge-head">
      <h2>${isNewest ? l10n.t('Window as sent last') : l10n.t('Window of the chosen turn')}</h2>
      <p class="left">
        ${l10n.t`Turn ${numberText(index + 1)} of ${numberText(count)}`}${
          purpose === undefined ? nothing : l10n.t`, a call for ${purposes[purpose]}`
        }${
          isNewest
            ? nothing
            : html` ·
                <button
                  type="button"
                  class="as-link"
                  @click=${() => this.model.chooseContext({ turn: undefined })}
                >
                  ${l10n.t('Follow the newest')}
                </button>`
        }
      </p>
    </header>`;
  }

  private renderKinds(
    session: OpenedSession,
    figure: TurnFigure,
    parts: readonly KindPart[],
  ): TemplateResult {
    return html`<h3>${l10n.t('What it is made of')}</h3>
      ${kindBar(parts, l10n.t`Made of ${parts.map((part) => kindText(part)).join(', ')}`)}
      ${this.renderPart(
        'kinds',
        html`<span class="gauge-most"
          >${largestKinds(parts, mostKinds).map(
            (part) =>
              html`<span><span class=${`swatch is-${part.layer}`}></span> ${kindText(part)}</span>`,
          )}</span
        >`,
        () => kindTable(parts, figure, session.lists.calls[figure.index]),
      )}`;
  }

  private renderPatch({ lists }: OpenedSession, { index }: TurnFigure): TemplateResult {
    const { patches, blocks, calls } = lists;
    const at = lastPatch(patches, index, calls.length);
    const patch = patches[at];
    return html`<h3>${l10n.t('Last patch')}</h3>
      ${
        patch === undefined
          ? html`<p class="left">${l10n.t('Nothing has left the window: it only grew.')}</p>`
          : html`<p>${guard([patch, blocks.length], () => patchSentence(patch, blocks))}</p>
              ${button({
                text: l10n.t('What left?'),
                icon: 'search',
                name: 'gauge-patch',
                press: () => {
                  this.model.chooseContext({ tab: 'patches', patch: at });
                  this.goToDetails();
                },
              })}`
      }
      ${askFirst(this.model)}`;
  }

  private renderHistory(session: OpenedSession): TemplateResult {
    const { figures } = turnsOf(session);
    const { limits } = session;
    const history = pressureHistory(figures, session.lists.patches);
    return history === undefined
      ? html``
      : html`<h3>${l10n.t('So far')}</h3>
          <pressure-history .model=${this.model}></pressure-history>
          <p>
            ${historyText(history, limits?.window)}
            <button
              type="button"
              class="as-link"
              @click=${() => this.model.chooseContext({ tab: 'turns' })}
            >
              ${l10n.t('All turns as a table')}
            </button>
          </p>`;
  }

  private renderBlocks({ lists, own }: OpenedSession): TemplateResult {
    const pins = own.length === 0 ? [] : pinnedBlocks(this.counts);
    return html`${this.renderPart('largest', l10n.t('Largest blocks'), () => {
      const { states } = this.window;
      return states === undefined
        ? html`<p class="left">${this.window.problem ?? l10n.t('Loading the blocks…')}</p>`
        : this.renderNames(
            largestBlocks(states.sent, this.counts, mostBlocks),
            lists.compositions[states.turn],
          );
    })}
    ${
      own.length === 0
        ? nothing
        : this.renderPart('pins', l10n.t`Pins now: ${numberText(pins.length)}`, () =>
            pins.length === 0
              ? html`<p class="left">
                  ${l10n.t('No block is pinned. Pinned blocks stay when others leave.')}
                </p>`
              : this.renderNames(pins, undefined),
          )
    }`;
  }

  private renderNames(
    blocks: readonly NamedBlock[],
    composition: Parameters<typeof blockNames>[1],
  ): TemplateResult {
    return blockNames(blocks, composition, (block) => {
      showBlock(this.model, block);
      this.goToDetails();
    });
  }

  /** A part that opens for more; what is in it is made only while it is open. */
  private renderPart(
    part: GaugePart,
    title: TemplateResult | string,
    content: () => TemplateResult,
  ): TemplateResult {
    const isOpen = this.isOpen(part);
    return html`<details
      data-part=${part}
      ?open=${isOpen}
      @toggle=${(event: Event) => this.keep(part, (event.target as HTMLDetailsElement).open)}
    >
      <summary>${title}</summary>
      ${isOpen ? content() : nothing}
    </details>`;
  }

  private isOpen(part: GaugePart): boolean {
    return this.model.ui.context.gauge.includes(part);
  }

  private keep(part: GaugePart, open: boolean): void {
    if (open !== this.isOpen(part)) {
      const others = this.model.ui.context.gauge.filter((one) => one !== part);
      this.model.chooseContext({ gauge: open ? [...others, part] : others });
    }
  }

  /** Takes the keyboard, and the eye, to the details that were opened in the lists. */
  private goToDetails(): void {
    const page = this.closest('.context-page');
    // The list of the tab is put in place in this frame, and what it has to show in it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        page?.querySelector<HTMLElement>('.context-lists .detail-side')?.focus(),
      ),
    );
  }
}

const purposes = {
  summary: l10n.t('a summary'),
  title: l10n.t('a title'),
  maintenance: l10n.t('upkeep'),
} as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
