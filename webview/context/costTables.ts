import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { SessionPath } from '../../src/ports/transcripts.ts';
import { codicon } from '../ui.ts';
import type { AgentNode, AgentTree } from './agentTree.ts';
import type { CostSum, ModelCost } from './data/callCosts.ts';
import { modelCosts, sumCosts } from './data/callCosts.ts';
import { costSentences, costText, dollarsText, priceText } from './data/costWords.ts';
import type { EstimateCheck } from './data/estimateCheck.ts';
import type { PriceBook } from './data/priceOf.ts';
import type { Cell, FigureColumn } from './figuresTable.ts';
import { figuresTable } from './figuresTable.ts';
import { counted, numberText, percentText, turnText } from './data/numberText.ts';

const costColumns: readonly FigureColumn[] = [
  { title: l10n.t('Calls') },
  {
    title: l10n.t('New'),
    says: l10n.t('Input tokens that were neither read from the cache nor written to it'),
  },
  { title: l10n.t('Read'), says: l10n.t('Input tokens read from the cache') },
  { title: l10n.t('Written'), says: l10n.t('Input tokens written to the cache') },
  { title: l10n.t('Output'), says: l10n.t('Output tokens, reasoning included') },
  { title: l10n.t('Cost') },
  { title: l10n.t('Without cache'), says: l10n.t('What it would cost without any cache') },
];

function costCells(sum: CostSum): readonly Cell[] {
  const { calls, fresh, read, written, output, withoutCache, uncounted, unpriced } = sum;
  const isPriced = calls > uncounted + unpriced;
  return [
    numberText(calls),
    ...[fresh, read, written, output].map((tokens) =>
      calls === uncounted ? '–' : numberText(tokens),
    ),
    costText(sum),
    isPriced ? dollarsText(withoutCache) : '–',
  ];
}

/** What the calls of the shown session cost, by model. */
export function costTable(costs: readonly ModelCost[]): TemplateResult {
  if (costs.length === 0) {
    return html`<p class="left">${l10n.t('This session has no calls yet.')}</p>`;
  }
  const sum = sumCosts(costs);
  return html`${costSentences(sum).map((words) => html`<p>${words}</p>`)}
  ${figuresTable({
    label: l10n.t('Cost by model'),
    columns: [{ title: l10n.t('Model') }, ...costColumns, { title: l10n.t('Price'), words: true }],
    rows: costs.map((cost) => [
      cost.model === '' ? l10n.t('not said') : cost.model,
      ...costCells(cost),
      priceText(cost.found),
    ]),
    ...(costs.length > 1 && { total: [l10n.t('Sum'), ...costCells(sum), nothing] }),
  })}`;
}

/** The shown session and its subagents, with what each cost and the sum of all. */
export function agentTable(options: {
  readonly tree: AgentTree;
  readonly prices: PriceBook;
  /** Costs and largest input of the shown session itself. */
  readonly costs: readonly ModelCost[];
  readonly peak: number;
  readonly show: (path: SessionPath) => void;
}): TemplateResult {
  const { tree, prices, costs, peak, show } = options;
  const { nodes, isReading, more, problem } = tree;
  if (nodes.length === 0) {
    const words = isReading
      ? l10n.t('Reading the subagents…')
      : l10n.t('This session started no subagents.');
    return html`<p class="left" role="status">${problem ?? words}</p>`;
  }
  const own = sumCosts(costs);
  const sums = nodes.map(({ calls }) => sumCosts(modelCosts(calls, prices)));
  const all = sumCosts([own, ...sums]);
  const peakCell = (tokens: number): Cell => (tokens === 0 ? '–' : numberText(tokens));
  return html`${more ? html`<p>${l10n.t`Only the first ${counted(nodes.length, 'subagent')} are here.`}</p>` : nothing}
    ${problem === undefined ? nothing : html`<p>${codicon('error')} ${problem}</p>`}
    ${figuresTable({
      label: l10n.t('Subagents'),
      columns: [
        { title: l10n.t('Session') },
        ...costColumns,
        {
          title: l10n.t('Largest input'),
          says: l10n.t('Largest input of one call, by the provider’s count'),
        },
      ],
      rows: [
        [l10n.t('This session'), ...costCells(own), peakCell(peak)],
        ...nodes.map((node, at): readonly Cell[] => [
          agentName(node, show),
          ...costCells(sums[at] ?? sumCosts([])),
          peakCell(node.peak),
        ]),
      ],
      total: [
        l10n.t`Sum of ${numberText(nodes.length + 1)}`,
        ...costCells(all),
        peakCell(nodes.reduce((most, node) => Math.max(most, node.peak), peak)),
      ],
    })}
    <p class="left">
      ${l10n.t('The windows of subagents are their own: nothing of them stands in this session’s window but their answers.')}
    </p>`;
}

/** Deeper than this the names are not moved any further. */
const deepest = 6;

function agentName(node: AgentNode, show: (path: SessionPath) => void): TemplateResult {
  const { depth, id, label, path, title } = node;
  const name = [label, title].filter(Boolean).join(': ') || id;
  return html`<span class=${`agent-name depth-${Math.min(depth, deepest)}`}
    ><span class="hidden-words">${l10n.t`level ${depth}:`} </span
    ><button
      type="button"
      class="as-link"
      title=${l10n.t`Show this session, ${id}`}
      @click=${() => show(path)}
    >
      ${name}
    </button></span
  >`;
}

/** Our estimates against the provider's counts. */
export function estimateTable(check: EstimateCheck): TemplateResult {
  const { calls, uncounted, estimate, counted: count, unattributed, middle, worst } = check;
  if (calls === 0 || middle === undefined || worst === undefined) {
    return html`<p class="left">
      ${l10n.t('The provider counted no single request of this session, so that nothing tells how good the estimates are.')}
    </p>`;
  }
  const counts = l10n.t`Of ${counted(calls, 'call')} there is a count by the provider.`;
  const rest = uncounted === 0 ? '' : ` ${l10n.t`${counted(uncounted, 'call')} had none.`}`;
  return html`<p>
      ${counts}${rest}
      ${l10n.t('Blocks that the transcript does not have, such as the system prompt, are missing in the estimate.')}
    </p>
    ${figuresTable({
      label: l10n.t('Estimates and counts'),
      columns: [
        { title: l10n.t('Sum over these calls') },
        { title: l10n.t('Tokens') },
        { title: l10n.t('Of the count') },
      ],
      rows: [
        [l10n.t('Counted by the provider'), numberText(count), '100 %'],
        [
          l10n.t('Estimated by us from the blocks'),
          `≈ ${numberText(estimate)}`,
          share(estimate, count),
        ],
        [
          l10n.t('Error of the sum'),
          signed(estimate - count),
          errorText((estimate - count) / count),
        ],
        [l10n.t('Middle error of a call'), '', errorText(middle)],
        [l10n.t`Largest error, ${turnText(worst.call)}`, '', errorText(worst.error)],
        [
          l10n.t('Unattributed: in no block, after fitting'),
          numberText(unattributed),
          share(unattributed, count),
        ],
      ],
    })}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : percentText(part / whole);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${numberText(Math.abs(value))}`;
}

function errorText(error: number): string {
  return `${error < 0 ? '−' : '+'}${(Math.abs(error) * 100).toFixed(1)} %`;
}
