import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { RecordedPatchRow } from '../../src/ports/transcriptRows.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { columnTitles } from '../parts/tableHead.ts';
import type { ListGo, ListLine, VirtualList } from '../parts/virtualList.ts';
import { button, codicon } from '../ui.ts';
import { leftCount } from './data/lossRecord.ts';
import { patchSizes } from './data/patchFigures.ts';
import {
  capital,
  counterText,
  figureText,
  patchLabel,
  recoveryText,
  triggerText,
} from './data/patchWords.ts';
import { actorName, patchIcon, patchName, provenanceText } from './data/patchNames.ts';
import { numberText, turnText } from './data/numberText.ts';

/** Pixels of a line. */
const lineHeights: Readonly<Record<Layout, number>> = { narrow: 42, wide: 26 };

// “By” and “Left” are other words elsewhere: who counted, and a side.
const columns = {
  grid: 'patch-columns',
  titles: [
    ['', l10n.t('Recorded or inferred')],
    [l10n.t('Turn'), l10n.t('Turn that it was before')],
    [l10n.t('Patch'), l10n.t('Kind of patch')],
    [capital(l10n.t('by')), l10n.t('Who made it')],
    [l10n.t('Trigger'), l10n.t('What set it off')],
    [l10n.t('Tokens'), l10n.t('Tokens of the window before and after')],
    [capital(l10n.t('left')), l10n.t('Blocks that left')],
    [l10n.t('Recovery'), l10n.t('How much can be had again')],
  ],
} as const;

/** The patches of the shown session, newest first, and the loss record of the chosen one. */
export class PatchList extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    active: { state: true },
  };

  declare layout: Layout;
  /** Line that the keyboard is at. */
  declare private active: number;
  /** Another one whenever a line looks different. */
  private look: readonly unknown[] = [];

  constructor() {
    super();
    this.layout = 'wide';
    this.active = -1;
  }

  protected override willUpdate(): void {
    const { shown } = this.model.sessions;
    const { patch } = this.model.ui.context;
    const look = [shown, shown?.version, patch, this.layout];
    if (look.some((value, at) => value !== this.look[at])) {
      if (patch !== this.look[2] && patch !== undefined) {
        this.active = this.lineOf(patch);
      }
      this.look = look;
    }
  }

  protected override render(): TemplateResult {
    const { model, layout } = this;
    const { shown } = model.sessions;
    const total = this.patches.length;
    if (shown === undefined || total === 0) {
      return html`<p class="empty" role="status">
        ${
          shown?.isComplete === true
            ? l10n.t('Nothing has left the window of this session: it only grew.')
            : l10n.t('Loading the patches…')
        }
      </p>`;
    }
    const { patch } = model.ui.context;
    const isShown = patch !== undefined && patch < total;
    const alone = layout === 'narrow' && isShown;
    return html`<div class="table-page" data-layout=${layout} @keydown=${this.onPageKey}>
      <section class="list-side" ?hidden=${alone} aria-label=${l10n.t('Patches')}>
        <virtual-list
          id="patch-list"
          .count=${total}
          .rowHeight=${lineHeights[layout]}
          .label=${l10n.t('Patches')}
          .active=${this.active}
          .line=${this.line}
          .head=${layout === 'wide' ? columnTitles(columns) : undefined}
          .revision=${this.look}
          @go=${(event: CustomEvent<ListGo>) => this.go(event.detail)}
          @open=${(event: CustomEvent<{ index: number }>) => this.open(event.detail.index)}
        ></virtual-list>
      </section>
      ${
        isShown
          ? html`<section class="detail-side" aria-label=${l10n.t('Loss record')} tabindex="-1">
              ${
                layout === 'narrow'
                  ? html`<div class="back">
                      ${button({ text: l10n.t('Back to the patches'), icon: 'arrow-left', look: 'icon', press: this.close })}
                    </div>`
                  : nothing
              }
              <loss-record .model=${model} patch=${patch} layout=${layout}></loss-record>
            </section>`
          : nothing
      }
    </div>`;
  }

  private get patches(): readonly RecordedPatchRow[] {
    return this.model.sessions.shown?.lists.patches ?? [];
  }

  /** The newest stand first; a line and a patch are found from each other the same way. */
  private lineOf(patch: number): number {
    return this.patches.length - 1 - patch;
  }

  private readonly line = (index: number): ListLine => {
    const at = this.lineOf(index);
    const patch = this.patches[at];
    const { shown } = this.model.sessions;
    if (patch === undefined || shown === undefined) {
      return { key: '', chosen: false, level: 1, label: '', cells: html`` };
    }
    const { before, after } = patchSizes(patch, shown.lists);
    const sizes = [figureText(before), figureText(after)] as const;
    const counters = [before, after].map((figure) =>
      figure === undefined ? l10n.t('not known') : counterText(figure.by),
    );
    const text = sizes.join(' → ');
    return {
      key: patch.id,
      chosen: at === this.model.ui.context.patch,
      level: 1,
      label: patchLabel(patch, sizes),
      cells: this.layout === 'wide' ? wide(patch, text, counters.join(' → ')) : narrow(patch, text),
    };
  };

  private go({ index, byMouse }: ListGo): void {
    this.active = index;
    if (this.layout === 'wide' || byMouse) {
      this.show(index);
    }
  }

  private open(index: number): void {
    this.show(index);
    // Without it the picture of before would be waited for: the model tells of changes a moment later.
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.detail-side')?.focus());
  }

  private show(index: number): void {
    const patch = this.lineOf(index);
    const row = this.patches[patch];
    const last = (this.model.sessions.shown?.lists.calls.length ?? 0) - 1;
    if (row !== undefined && patch !== this.model.ui.context.patch) {
      // A patch after the last call has no turn yet: the last one is as near as can be.
      const turn = last < 0 ? undefined : Math.min(row.call, last);
      this.model.chooseContext({ patch, turn });
    }
  }

  private readonly close = (): void => {
    this.model.chooseContext({ patch: undefined });
    this.focusList();
  };

  private focusList(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<VirtualList>('#patch-list')?.focus());
  }

  private readonly onPageKey = (event: KeyboardEvent): void => {
    const inDetail = (event.target as HTMLElement).closest('.detail-side') !== null;
    if (event.key === 'Escape' && !event.defaultPrevented && inDetail) {
      event.preventDefault();
      if (this.layout === 'wide') {
        this.focusList();
      } else {
        this.close();
      }
    }
  };
}

/** Recorded and inferred differ in icon and in the words beside it. */
function told({ provenance }: RecordedPatchRow): TemplateResult {
  return html`<span
    role="gridcell"
    class=${`kind told is-${provenance}`}
    title=${provenanceText(provenance)}
    >${codicon(provenance === 'recorded' ? 'verified' : 'question')}</span
  >`;
}

function wide(patch: RecordedPatchRow, sizes: string, counters: string): TemplateResult {
  return html`<div class="columns patch-columns">
    ${told(patch)}
    <span role="gridcell" class="is-number is-short">${numberText(patch.call + 1)}</span>
    <span role="gridcell" title=${patch.reason}
      >${codicon(patchIcon(patch.kind))} ${patchName(patch.kind)}
      <span class="left">${provenanceText(patch.provenance)}</span></span
    >
    <span role="gridcell">${actorName(patch.actor)}</span>
    <span role="gridcell">${triggerText(patch.trigger)}</span>
    <span role="gridcell" class="is-number" title=${counters}>${sizes}</span>
    <span role="gridcell" class="is-number is-short">${numberText(leftCount(patch))}</span>
    <span role="gridcell">${recoveryText(patch.recovery)}</span>
  </div>`;
}

function narrow(patch: RecordedPatchRow, sizes: string): TemplateResult {
  return html`<div class="two-lines patch-line">
    ${told(patch)}
    <span role="gridcell" class="excerpt" title=${patch.reason}
      >${patchName(patch.kind)} <span class="left">${provenanceText(patch.provenance)}</span></span
    >
    <span role="gridcell" class="age">${turnText(patch.call)}</span>
    <span role="gridcell" class="facts"
      >${sizes} · ${l10n.t`${numberText(leftCount(patch))} left`}</span
    >
  </div>`;
}
