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

/** What the parts of a block's details look things up in. */
export interface DetailContext {
  readonly session: OpenedSession;
  readonly states: BlockStates;
  readonly items: readonly BlockItem[];
  readonly model: AppModel;
}

const eventWords = {
  made: ['add', 'Made by'],
  left: ['arrow-up', 'Taken out by'],
  back: ['arrow-down', 'Brought back by'],
} as const;

/** What became of the block: the patches that made it, took it out or brought it back, each a way to the patch. */
export function blockFates(
  item: BlockItem,
  { session, states, model }: DetailContext,
): TemplateResult {
  const { patches } = session.lists;
  const events = blockEvents(item.index, patches);
  const where = presenceWords(item.index, states, (patch) => patches[patch]?.id ?? 'a patch');
  return html`<h3>What became of it</h3>
    <p class="fate">At turn ${states.turn + 1}: <strong>${where}</strong>.</p>
    ${
      events.length === 0
        ? html`<p class="left">No patch has changed it.</p>`
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
                  >, ${patch?.kind ?? ''}, before turn ${(patch?.call ?? 0) + 1}
                  <span class="tag">${patch?.provenance ?? ''}</span> ${patch?.reason ?? ''}</span
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
  const patchId = (patch: number): string => session.lists.patches[patch]?.id ?? 'a patch';
  const blockId = (block: number): string => items[block]?.id ?? 'a block';
  const byId = (ids: readonly string[]): readonly number[] =>
    items.flatMap(({ own, index }) =>
      own !== undefined && ids.includes(own.id) && index !== item.index ? [index] : [],
    );
  const groups: readonly (readonly [string, readonly number[]])[] = [
    ['Stands for', standsFor === undefined ? [] : [standsFor]],
    ['Stood for by', stubs],
    ['Same call', [...new Set([...chain, ...byId(item.own?.chain ?? [])])]],
    ['Made from', byId(item.own?.sources ?? [])],
  ];
  const shown = groups.filter(([, blocks]) => blocks.length > 0);
  if (shown.length === 0 && item.twin === undefined) {
    return nothing;
  }
  return html`<h3>Has to do with</h3>
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
                  ? html`and ${numberText(blocks.length - mostLinks)} more`
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
    ${item?.id ?? 'a block'}
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
    ['Share', shareText(share, states.turn)],
    ['Estimate', `${numberText(row.tokens)} tokens, from its length`],
    [
      'Answer',
      answer === undefined
        ? undefined
        : `${numberText(answer)} tokens, counted by the provider; what is not shown of it is counted too`,
    ],
    ['Length', `${numberText(row.length)} characters`],
    ['First seen', `turn ${row.turn + 1}`],
    ['Time', row.at === undefined ? undefined : timeText(row.at)],
    ['Tool', row.tool],
    ['Call', row.call],
    ['File', row.path],
    ['Outcome', row.failed === true ? 'The call failed' : undefined],
    ['Transcript’s id', row.native],
    ['Recorded in', own === undefined ? file : undefined],
    [
      'At',
      own === undefined
        ? `byte ${numberText(row.origin.offset)}, ${numberText(row.origin.bytes)} bytes`
        : undefined,
    ],
    ['Whole text in', row.overflow],
    ...ownFacts(own),
  ];
  return html`<h3>Facts</h3>
    <dl class="facts-list">
      ${facts.map(([name, value]) =>
        value === undefined || value === ''
          ? nothing
          : html`<dt>${name}</dt>
              <dd>${value}</dd>`,
      )}
    </dl>`;
}

/** What our runtime knows of the block. */
function ownFacts(own: OwnBlockRow | undefined): readonly (readonly [string, string])[] {
  if (own === undefined) {
    return [];
  }
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  return [
    ['Runtime’s id', own.id],
    ['Visible to', own.visibility === 'model' ? 'the model' : own.visibility.replace('_', ' ')],
    ['Protected', yes(own.protected)],
    ['Pinned', yes(own.pinned)],
    ['Version', String(own.version)],
    ['In the view', own.inline ? 'its text' : 'a stub'],
    ['Artifact', own.artifact],
    ['Exact', own.exact === undefined ? 'not counted' : `${numberText(own.exact)} tokens`],
  ];
}

function shareText(share: number | undefined, turn: number): string | undefined {
  return share === undefined
    ? undefined
    : `≈ ${(share * 100).toFixed(share < 0.1 ? 1 : 0)} % of the window of turn ${turn + 1}`;
}
