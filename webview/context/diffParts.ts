import * as l10n from '@vscode/l10n';
/* Parts of the comparison of two turns: what stands above the list, its lines, and the details of one block. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { RecordedBlockRow } from '../../src/ports/transcriptRows.ts';
import type { AppModel } from '../model.ts';
import type { ListLine } from '../parts/virtualList.ts';
import { button, codicon } from '../ui.ts';
import type { DiffEntry, DiffGroup, DiffItem } from './data/diffEntries.ts';
import { diffTable, headItems, patchThatTook } from './data/diffEntries.ts';
import type { ChangeBy } from './data/pairChanged.ts';
import { patchName } from './data/patchNames.ts';
import type { WindowDiff } from './data/windowDiff.ts';
import { kindName } from './kinds.ts';
import { openPlace, showBlock } from './openBlock.ts';
import { numberText } from './data/numberText.ts';

const looks: Readonly<Record<DiffGroup, readonly [string, string]>> = {
  changed: [l10n.t('Changed'), 'diff-modified'],
  removed: [l10n.t('Removed'), 'diff-removed'],
  added: [l10n.t('Added'), 'diff-added'],
  moved: [l10n.t('Moved'), 'diff-renamed'],
};

const reasons: Readonly<Record<ChangeBy, string>> = {
  stub: l10n.t('The later one stands for the former.'),
  restored: l10n.t('The former one stood for the later, which came back.'),
  version: l10n.t('Both stand for the same block.'),
  name: l10n.t('Both have the same name.'),
  call: l10n.t('Both belong to the same call of a tool.'),
  place: l10n.t('We take them for one: same kind, same tool, same place.'),
};

/** Sums of both turns, and what became of system prompt and tools. */
export function diffHead(
  model: AppModel,
  options: {
    readonly turns: readonly [number, number];
    readonly diff: WindowDiff;
    readonly items: readonly DiffItem[];
    readonly choose: (item: DiffItem) => void;
  },
): TemplateResult {
  const { turns, diff, items, choose } = options;
  const lists = model.sessions.shown?.lists;
  const blocks = lists?.blocks ?? [];
  const totals = turns.map((turn) => lists?.compositions[turn]);
  return html`<div class="diff-head">
    ${renderHeadItems(headItems(items, blocks), blocks, choose)}
    <table class="figures">
      <thead>
        <tr>
          <td></td>
          <th scope="col">${l10n.t('Blocks')}</th>
          ${turns.map((turn) => html`<th scope="col">${l10n.t`Turn ${numberText(turn + 1)}`}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${diffTable(diff).map(
          ([name, before, after]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${numberText(Math.max(before.blocks, after.blocks))}</td>
              ${[before, after].map(
                ({ blocks: count, tokens }) =>
                  html`<td>${count === 0 ? '–' : `≈ ${numberText(tokens)}`}</td>`,
              )}
            </tr>`,
        )}
        <tr class="is-total">
          <th scope="row">${l10n.t('Whole input')}</th>
          <td></td>
          ${totals.map(
            (total) =>
              html`<td
                title=${total?.measured === true ? l10n.t('counted by the provider') : l10n.t('estimated')}
              >
                ${total === undefined ? '?' : `${total.measured ? '' : '≈ '}${numberText(total.total)}`}
              </td>`,
          )}
        </tr>
      </tbody>
    </table>
    <p class="left">
      ${l10n.t('Tokens; ≈ estimated by us, without it counted by the provider. Blocks do not add up to the whole input where the transcript does not have all of it.')}
    </p>
  </div>`;
}

function renderHeadItems(
  items: readonly DiffItem[],
  blocks: readonly RecordedBlockRow[],
  choose: (item: DiffItem) => void,
): TemplateResult | typeof nothing {
  return items.length === 0
    ? nothing
    : html`<div class="head-changes" role="group" aria-label=${l10n.t('System prompt and tools')}>
        ${items.map((item) => {
          const row = blocks[item.block];
          const what = row === undefined ? '' : `${kindName(row.kind)} ${row.tool ?? ''}`.trim();
          const [word, icon] = looks[item.group];
          const before = item.before === undefined ? undefined : blocks[item.before];
          const sizes = [before, row].flatMap((one) =>
            one === undefined ? [] : [numberText(one.tokens)],
          );
          return html`<button type="button" class="head-change" @click=${() => choose(item)}>
            ${codicon(icon)}
            <span
              ><strong>${what}</strong>
              ${l10n.t`${word.toLowerCase()}, ≈ ${sizes.join(' → ')} tokens`}</span
            >
          </button>`;
        })}
      </div>`;
}

/** The title of a group in the list. */
export function groupLine({ group, count, open }: Extract<DiffEntry, { kind: 'group' }>): ListLine {
  const [title] = looks[group];
  return {
    ...{ key: group, chosen: false, open, level: 1, label: `${title}, ${count}` },
    cells: html`<div role="gridcell" class="group-title">
      ${codicon(open ? 'chevron-down' : 'chevron-right')}<span class="group-name">${title}</span
      ><span class="group-count">${numberText(count)}</span>
    </div>`,
  };
}

/** A block in the list. */
export function itemLine(
  item: DiffItem,
  blocks: readonly RecordedBlockRow[],
  chosen: boolean,
): ListLine {
  const row = blocks[item.block];
  const before = item.before === undefined ? undefined : blocks[item.before];
  const [word, icon] = looks[item.group];
  const id = row?.id ?? '';
  const tokens = [before, row].flatMap((one) =>
    one === undefined ? [] : [numberText(one.tokens)],
  );
  const kind = row === undefined ? '' : kindName(row.kind);
  const name = before === undefined ? id : `${before.id} → ${id}`;
  const [first = '', second] = tokens;
  const size = second === undefined ? first : l10n.t`${first} to ${second}`;
  const label = [word, name, kind, l10n.t`about ${size} tokens`, row?.description ?? ''];
  return {
    ...{ key: `${item.group} ${id}`, chosen, level: 2, label: label.join(', ') },
    cells: html`<div class="columns diff-columns">
      <span role="gridcell" class=${`kind is-${item.group}`} title=${word}>${codicon(icon)}</span>
      <span role="gridcell" title=${name}>${name}</span>
      <span role="gridcell">${kind}</span>
      <span role="gridcell" class="is-number">${tokens.join(' → ')}</span>
      <span role="gridcell" class="sub-cell" title=${row?.description ?? ''}
        >${row?.description ?? ''}</span
      >
    </div>`,
  };
}

/** All about one block of the comparison: the difference of its texts, or its text. */
export function diffItemDetail(
  model: AppModel,
  item: DiffItem,
  turns: readonly [number, number],
): TemplateResult {
  const { blocks = [], patches = [] } = model.sessions.shown?.lists ?? {};
  const row = blocks[item.block];
  const [word, icon] = looks[item.group];
  const gone = item.group === 'removed' ? item.block : item.before;
  const taker = gone === undefined ? undefined : patchThatTook(gone, turns, patches);
  const patch = taker === undefined ? undefined : patches[taker];
  return html`<article class="detail">
    <h2>${codicon(icon)} ${word}: ${row?.id ?? ''}</h2>
    <p class="sub">
      ${[
        row === undefined ? '' : kindName(row.kind),
        ...(item.by === undefined ? [] : [reasons[item.by]]),
        ...(item.from === undefined || item.to === undefined
          ? []
          : [l10n.t`from place ${item.from + 1} to place ${item.to + 1} of the window`]),
      ].join(' · ')}
    </p>
    <div class="actions">
      ${button({ text: l10n.t('Show the Block'), icon: 'go-to-file', press: () => showBlock(model, item.block) })}
      ${button({
        ...{ text: l10n.t('In the Transcript'), icon: 'file-code' },
        press: () => openPlace(model, item.block, 'transcript'),
      })}
      ${
        patch === undefined || taker === undefined
          ? nothing
          : button({
              ...{
                text: l10n.t`Taken out by ${patchName(patch.kind)} ${patch.id}`,
                icon: 'list-unordered',
              },
              press: () => model.chooseContext({ tab: 'patches', patch: taker }),
            })
      }
    </div>
    ${
      item.before === undefined
        ? html`<text-pages
            .model=${model}
            block=${item.block}
            label=${l10n.t`Text of ${row?.id ?? ''}`}
          ></text-pages>`
        : html`<block-diff .model=${model} former=${item.before} later=${item.block}></block-diff>`
    }
  </article>`;
}
