import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { OwnBlockRow } from '../../src/ports/transcriptRows.ts';
import type { AppModel } from '../model.ts';
import type { Part } from '../parts/tableHead.ts';
import { timeText } from '../parts/timeText.ts';
import { codicon } from '../ui.ts';
import type { BlockItem } from './data/blockItems.ts';
import { blockShare } from './data/blockShare.ts';
import { countedAnswers } from './data/blockTokens.ts';
import type { BlockStates } from './data/blockStates.ts';
import { blockEvents, blockKin } from './data/blockStory.ts';
import { presenceWords, twinSentence } from './data/blockWords.ts';
import type { OpenedSession } from './openedSession.ts';
import { numberText } from './data/numberText.ts';
import { provenanceText } from './data/patchNames.ts';

/** What the parts of a block's details look things up in. */
export interface DetailContext {
  readonly session: OpenedSession;
  readonly states: BlockStates;
  readonly items: readonly BlockItem[];
  readonly model: AppModel;
}

const eventWords = {
  made: ['add', l10n.t('Made by')],
  left: ['arrow-up', l10n.t('Taken out by')],
  back: ['arrow-down', l10n.t('Brought back by')],
} as const;

/** What became of the block: the patches that made it, took it out or brought it back, each a way to the patch. */
export function blockFates(
  item: BlockItem,
  { session, states, model }: DetailContext,
): TemplateResult {
  const { patches } = session.lists;
  const events = blockEvents(item.index, patches);
  const where = presenceWords(
    item.index,
    states,
    (patch) => patches[patch]?.id ?? l10n.t('a patch'),
  );
  return html`<h3>${l10n.t('What became of it')}</h3>
    <p class="fate">
      ${l10n.t`At turn ${states.turn + 1}:`} <strong>${where}</strong>${l10n.t('.')}
    </p>
    ${
      events.length === 0
        ? html`<p class="left">${l10n.t('No patch has changed it.')}</p>`
        : html`<ul class="plain fates">
            ${events.map(({ what, patch: index }) => {
              const patch = patches[index];
              const [icon, verb] = eventWords[what];
              return html`<li>
                ${codicon(icon)}
                <span
                  >${verb}
                  <button
                    type="button"
                    class="as-link"
                    @click=${() => model.chooseContext({ patch: index, tab: 'patches' })}
                  >
                    ${patch?.id ?? ''}</button
                  >${l10n.t`, ${patch?.kind ?? ''}, before turn ${(patch?.call ?? 0) + 1}`}
                  <span class="tag"
                    >${patch === undefined ? '' : provenanceText(patch.provenance)}</span
                  >
                  ${patch?.reason ?? ''}</span
                >
              </li>`;
            })}
          </ul>`
    }`;
}

/** Blocks it has to do with: what it stands for, its chain, its sources, what said the same before. */
export function blockRelations(item: BlockItem, context: DetailContext): Part {
  const { session, items } = context;
  const { standsFor, stubs, chain } = blockKin(item.index, session.lists.blocks);
  const patchId = (patch: number): string => session.lists.patches[patch]?.id ?? l10n.t('a patch');
  const blockId = (block: number): string => items[block]?.id ?? l10n.t('a block');
  const byId = (ids: readonly string[]): readonly number[] =>
    items.flatMap(({ own, index }) =>
      own !== undefined && ids.includes(own.id) && index !== item.index ? [index] : [],
    );
  const groups: readonly (readonly [string, readonly number[]])[] = [
    [l10n.t('Stands for'), standsFor === undefined ? [] : [standsFor]],
    [l10n.t('Stood for by'), stubs],
    [l10n.t('Same call'), [...new Set([...chain, ...byId(item.own?.chain ?? [])])]],
    [l10n.t('Made from'), byId(item.own?.sources ?? [])],
  ];
  const shown = groups.filter(([, blocks]) => blocks.length > 0);
  if (shown.length === 0 && item.twin === undefined) {
    return nothing;
  }
  return html`<h3>${l10n.t('Has to do with')}</h3>
    ${
      item.twin === undefined
        ? nothing
        : html`<p class="twin">
            ${codicon('copy')} ${twinSentence(item.twin, blockId, patchId)}
            ${blockLink(item.twin.of, context)}
          </p>`
    }
    <dl class="facts-list relations">
      ${shown.map(
        ([title, blocks]) =>
          html`<dt>${title}</dt>
            <dd>
              ${blocks.slice(0, mostLinks).map((block) => blockLink(block, context))}
              ${
                blocks.length > mostLinks
                  ? l10n.t`and ${numberText(blocks.length - mostLinks)} more`
                  : nothing
              }
            </dd>`,
      )}
    </dl>`;
}

/** Links to other blocks of one sort. */
const mostLinks = 50;

function blockLink(block: number, { items, model }: DetailContext): TemplateResult {
  const item = items[block];
  return html`<button
    type="button"
    class="as-link block-link"
    title=${item?.row.description ?? ''}
    @click=${() => model.chooseContext({ block })}
  >
    ${item?.id ?? l10n.t('a block')}
  </button>`;
}

/** Everything else that is known of the block, as a table of facts. */
export function blockFacts(item: BlockItem, { session, states }: DetailContext): TemplateResult {
  const { row, own } = item;
  const file = session.overview?.files[row.origin.file];
  const share = blockShare(
    row,
    states.placeOf(item.index) >= 0,
    session.lists.compositions[states.turn],
  );
  const answer = countedAnswers(session.lists.calls).get(item.index);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('Share'), shareText(share, states.turn)],
    [l10n.t('Estimate'), l10n.t`${numberText(row.tokens)} tokens, from its length`],
    [
      l10n.t('Answer'),
      answer === undefined
        ? undefined
        : l10n.t`${numberText(answer)} tokens, counted by the provider; what is not shown of it is counted too`,
    ],
    [l10n.t('Length'), l10n.t`${numberText(row.length)} characters`],
    [l10n.t('First seen'), l10n.t`turn ${row.turn + 1}`],
    [l10n.t('Time'), row.at === undefined ? undefined : timeText(row.at)],
    [l10n.t('Tool'), row.tool],
    [l10n.t('Call'), row.call],
    [l10n.t('File'), row.path],
    [l10n.t('Outcome'), row.failed === true ? l10n.t('The call failed') : undefined],
    [l10n.t('Transcript’s id'), row.native],
    [l10n.t('Recorded in'), own === undefined ? file : undefined],
    [
      l10n.t('At'),
      own === undefined
        ? l10n.t`byte ${numberText(row.origin.offset)}, ${numberText(row.origin.bytes)} bytes`
        : undefined,
    ],
    [l10n.t('Whole text in'), row.overflow],
    ...ownFacts(own),
  ];
  return html`<h3>${l10n.t('Facts')}</h3>
    <dl class="facts-list">
      ${facts.map(([name, value]) =>
        value === undefined || value === ''
          ? nothing
          : html`<dt>${name}</dt>
              <dd>${value}</dd>`,
      )}
    </dl>`;
}

/** Who sees the block. */
const visibilities: Readonly<Record<OwnBlockRow['visibility'], string>> = {
  model: l10n.t('the model'),
  archived: l10n.t('archived'),
  hidden: l10n.t('hidden'),
  api_required: l10n.t('api required'),
};

/** What our runtime knows of the block. */
function ownFacts(own: OwnBlockRow | undefined): readonly (readonly [string, string])[] {
  if (own === undefined) {
    return [];
  }
  const yes = (is: boolean): string => (is ? l10n.t('yes') : l10n.t('no'));
  return [
    [l10n.t('Runtime’s id'), own.id],
    [l10n.t('Visible to'), visibilities[own.visibility]],
    [l10n.t('Protected'), yes(own.protected)],
    [l10n.t('Pinned'), yes(own.pinned)],
    [l10n.t('Version'), String(own.version)],
    [l10n.t('In the view'), own.inline ? l10n.t('its text') : l10n.t('a stub')],
    [l10n.t('Artifact'), own.artifact],
    [
      l10n.t('Exact'),
      own.exact === undefined ? l10n.t('not counted') : l10n.t`${numberText(own.exact)} tokens`,
    ],
  ];
}

function shareText(share: number | undefined, turn: number): string | undefined {
  return share === undefined
    ? undefined
    : l10n.t`≈ ${(share * 100).toFixed(share < 0.1 ? 1 : 0)} % of the window of turn ${turn + 1}`;
}
