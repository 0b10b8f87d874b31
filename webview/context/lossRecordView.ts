import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { RecordedPatchRow } from '../../src/ports/transcriptRows.ts';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { timeText } from '../parts/timeText.ts';
import { button, codicon, dropdown } from '../ui.ts';
import { blockActs, canAct, patchActs } from './data/actQuestion.ts';
import type { LossRecord } from './data/lossRecord.ts';
import { fileName, lossRecord, recoverables } from './data/lossRecord.ts';
import { callAfter, callBefore, patchSizes, type CallLists } from './data/patchFigures.ts';
import {
  counterText,
  figureText,
  lossSentence,
  recoverableLooks,
  sumText,
  triggerText,
} from './data/patchWords.ts';
import { actorName, patchIcon, patchName } from './data/patchNames.ts';
import { cacheTable } from './cacheTable.ts';
import { showBlock } from './openBlock.ts';
import { kindName } from './kinds.ts';
import { numberText, turnText } from './data/numberText.ts';

/** Blocks that came back are named up to here. */
const mostNamed = 20;

const restoreAct = blockActs.filter(({ act }) => act === 'restore');

/**
 * What one patch did: which blocks left the window and why, how each can be had again, what stands there instead, what
 * came back, and what it cost the cache.
 */
export class LossRecordView extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    patch: { type: Number },
    looked: { state: true },
    made: { state: true },
  };

  declare layout: Layout;
  /** Index in the shown session's patches. */
  declare patch: number;
  /** Index of the block whose text is shown; absent for the first that left. */
  declare private looked: number | undefined;
  /** Index of the block that stands there instead and is shown; absent for the one that fits. */
  declare private made: number | undefined;
  private record: LossRecord | undefined;
  private recordFor: unknown;
  private recordVersion = -1;

  constructor() {
    super();
    this.layout = 'wide';
    this.patch = -1;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { shown } = this.model.sessions;
    if (changed.has('patch')) {
      this.looked = undefined;
      this.made = undefined;
    }
    if (changed.has('patch') || shown !== this.recordFor || shown?.version !== this.recordVersion) {
      this.recordFor = shown;
      this.recordVersion = shown?.version ?? -1;
      const files = shown?.overview?.files ?? [];
      this.record = shown && lossRecord(this.patch, { ...shown.lists, files, own: shown.own });
    }
  }

  protected override render(): TemplateResult {
    const { record, model, layout } = this;
    const { shown } = model.sessions;
    if (record === undefined || shown === undefined) {
      return html`<p class="loading" role="status">${l10n.t('Loading the patch…')}</p>`;
    }
    const { patch } = record;
    return html`<article class="detail loss-record" data-layout=${layout}>
      ${this.renderHead(record, shown.lists)}
      <h3>${l10n.t('What left')} <span class="count">${sumText(record.sum)}</span></h3>
      ${
        record.lost.length === 0
          ? html`<p class="left">${l10n.t('Nothing left the window.')}</p>`
          : html`${renderRecovery(record)}
              <loss-blocks
                .model=${model}
                .record=${record}
                layout=${layout}
                @look=${(event: CustomEvent<{ block: number }>) => {
                  this.looked = event.detail.block;
                  this.made = undefined;
                }}
              ></loss-blocks>`
      }
      ${this.renderTexts(record)} ${this.renderBack(record)}
      <h3>${l10n.t('The cache')}</h3>
      ${cacheTable(shown.lists.calls, callBefore(patch, shown.lists), callAfter(patch, shown.lists))}
      ${canAct(shown.key, model.sessions.items) ? this.renderActs(record) : nothing}
      <h3>${l10n.t('Export this record')}</h3>
      <loss-export .model=${model} patch=${patch.id}></loss-export>
    </article>`;
  }

  private renderHead(record: LossRecord, lists: CallLists): TemplateResult {
    const { patch } = record;
    const { model } = this;
    const [before, after] = [callBefore(patch, lists), callAfter(patch, lists)];
    return html`<header>
        <h2>
          ${codicon(patchIcon(patch.kind))}
          ${l10n.t`${patchName(patch.kind)} before ${turnText(patch.call)}`}
        </h2>
        <p class="sub">
          ${[
            patch.id,
            l10n.t`by ${actorName(patch.actor)}`,
            l10n.t`trigger: ${triggerText(patch.trigger)}`,
            ...(patch.at === undefined ? [] : [timeText(patch.at)]),
          ].join(' · ')}
        </p>
      </header>
      ${provenance(patch)}
      <p class="loss-sentence">${lossSentence(record)}</p>
      ${renderSizes(patch, lists)}
      <div class="actions">
        ${
          after === undefined
            ? nothing
            : button({
                ...{ text: l10n.t`Go to Turn ${numberText(after.index + 1)}`, icon: 'go-to-file' },
                press: () => model.chooseContext({ turn: after.index }),
              })
        }
        ${
          before === undefined || after === undefined
            ? nothing
            : button({
                ...{ text: l10n.t('Compare Before and After'), icon: 'diff' },
                press: () =>
                  model.chooseContext({ tab: 'compare', turn: after.index, other: before.index }),
              })
        }
      </div>
      ${this.renderMarker(patch)}`;
  }

  private renderMarker({ origin }: RecordedPatchRow): TemplateResult | typeof nothing {
    const path = this.model.sessions.shown?.overview?.files[origin?.file ?? -1];
    return origin === undefined || path === undefined
      ? nothing
      : html`<p class="sub" title=${path}>
          ${l10n.t`Its mark stands in ${fileName(path)} at byte ${origin.offset}.`}
        </p>`;
  }

  /** A text that left, and what stands in its place: beside each other where there is room. */
  private renderTexts({ lost, created }: LossRecord): TemplateResult | typeof nothing {
    const { model } = this;
    const blocks = model.sessions.shown?.lists.blocks ?? [];
    const original = lost.find(({ block }) => block === this.looked) ?? lost[0];
    const instead = this.made ?? original?.standIn ?? created[0];
    if (original === undefined && instead === undefined) {
      return nothing;
    }
    const name = (block: number): string => blocks[block]?.id ?? '';
    const kind = (block: number): string => {
      const found = blocks[block]?.kind;
      return found === undefined ? '' : kindName(found);
    };
    return html`<h3>${l10n.t('Before and after')}</h3>
      <div class="beside">
        <section aria-label=${l10n.t('What left')}>
          <p class="pane-title">
            <strong>${l10n.t('What left')}</strong> ${original?.row.id ?? l10n.t('nothing')}
          </p>
          ${
            original === undefined
              ? nothing
              : html`<text-pages
                  .model=${model}
                  block=${original.block}
                  label=${l10n.t`Text of ${original.row.id}`}
                ></text-pages>`
          }
        </section>
        <section aria-label=${l10n.t('What stands there instead')}>
          <p class="pane-title">
            <strong>${l10n.t('Stands there instead')}</strong>
            ${
              instead === undefined
                ? l10n.t('nothing')
                : created.length > 1
                  ? dropdown({
                      ...{ label: l10n.t('Which of what was made'), value: String(instead) },
                      choices: created.map(
                        (block) => [String(block), `${name(block)} (${kind(block)})`] as const,
                      ),
                      choose: (block) => (this.made = Number(block)),
                    })
                  : `${name(instead)} (${kind(instead)})`
            }
          </p>
          ${
            instead === undefined
              ? nothing
              : html`<text-pages
                  .model=${model}
                  block=${instead}
                  label=${l10n.t`Text of ${name(instead)}`}
                ></text-pages>`
          }
        </section>
      </div>`;
  }

  private renderBack({ back, backSum }: LossRecord): TemplateResult | typeof nothing {
    const { model } = this;
    const blocks = model.sessions.shown?.lists.blocks ?? [];
    return back.length === 0
      ? nothing
      : html`<h3>${l10n.t('What came back')} <span class="count">${sumText(backSum)}</span></h3>
          <ul class="plain block-names">
            ${back.slice(0, mostNamed).map(
              (block) =>
                html`<li>
                  <button type="button" class="as-link" @click=${() => showBlock(model, block)}>
                    ${blocks[block]?.id ?? ''}
                  </button>
                  <span class="left">${blocks[block]?.description ?? ''}</span>
                </li>`,
            )}
          </ul>
          ${
            back.length > mostNamed
              ? html`<p class="left">${l10n.t`and ${back.length - mostNamed} more`}</p>`
              : nothing
          }`;
  }

  private renderActs({ patch, lost }: LossRecord): TemplateResult {
    const { model } = this;
    const own = new Map(model.sessions.shown?.own.map(({ block, id }) => [block, id]));
    const ids = lost
      .filter(({ recoverable, cameBack }) => recoverable !== 'none' && cameBack === undefined)
      .map(({ block, row }) => own.get(block) ?? row.id);
    return html`<h3>${l10n.t('Take it back')}</h3>
      <act-form .model=${model} .acts=${patchActs} patch=${patch.id}></act-form>
      ${
        ids.length === 0
          ? nothing
          : html`<h3>${l10n.t('Bring only the texts back')}</h3>
              <act-form .model=${model} .acts=${restoreAct} .ids=${ids}></act-form>`
      }`;
  }
}

/** What is known of how it came to be known: the two differ in words, icon and border. */
function provenance({ provenance: how, because }: RecordedPatchRow): TemplateResult {
  return how === 'recorded'
    ? html`<p class="provenance is-recorded">
        ${codicon('verified')}
        <span
          ><strong>${l10n.t('Recorded.')}</strong>
          ${l10n.t('Chipboard made this patch and wrote it down.')}</span
        >
      </p>`
    : html`<p class="provenance is-inferred">
        ${codicon('question')}
        <span
          ><strong>${l10n.t('Inferred.')}</strong>
          ${l10n.t('Nobody recorded this patch; it is told from the transcript.')} ${because}</span
        >
      </p>`;
}

function renderSizes(patch: RecordedPatchRow, lists: CallLists): TemplateResult {
  const { before, after } = patchSizes(patch, lists);
  return html`<dl class="facts-list">
    <dt>${l10n.t('Window before')}</dt>
    <dd>
      ${l10n.t`${figureText(before)} tokens`}
      <span class="left"
        >${before === undefined ? l10n.t('nobody says') : counterText(before.by)}</span
      >
    </dd>
    <dt>${l10n.t('Window after')}</dt>
    <dd>
      ${l10n.t`${figureText(after)} tokens`}
      <span class="left"
        >${after === undefined ? l10n.t('no call came after it yet') : counterText(after.by)}</span
      >
    </dd>
  </dl>`;
}

function renderRecovery({ sums }: LossRecord): TemplateResult {
  return html`<ul class="plain recovery">
    ${recoverables
      .filter((how) => sums[how].blocks > 0)
      .map((how) => {
        const [words, icon] = recoverableLooks[how];
        return html`<li class=${`kind is-${how}`}>
          ${codicon(icon)} <span>${l10n.t`${sumText(sums[how])}: ${words}`}</span>
        </li>`;
      })}
  </ul>`;
}
