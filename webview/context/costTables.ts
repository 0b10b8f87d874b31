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
  { title: 'Calls' },
  { title: 'New', says: 'Input tokens that were neither read from the cache nor written to it' },
  { title: 'Read', says: 'Input tokens read from the cache' },
  { title: 'Written', says: 'Input tokens written to the cache' },
  { title: 'Output', says: 'Output tokens, reasoning included' },
  { title: 'Cost' },
  { title: 'Without cache', says: 'What it would cost without any cache' },
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
    return html`<p class="left">This session has no calls yet.</p>`;
  }
  const sum = sumCosts(costs);
  return html`${costSentences(sum).map((words) => html`<p>${words}</p>`)}
  ${figuresTable({
    label: 'Cost by model',
    columns: [{ title: 'Model' }, ...costColumns, { title: 'Price', words: true }],
    rows: costs.map((cost) => [
      cost.model === '' ? 'not said' : cost.model,
      ...costCells(cost),
      priceText(cost.found),
    ]),
    ...(costs.length > 1 && { total: ['Sum', ...costCells(sum), nothing] }),
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
    const words = isReading ? 'Reading the subagents…' : 'This session started no subagents.';
    return html`<p class="left" role="status">${problem ?? words}</p>`;
  }
  const own = sumCosts(costs);
  const sums = nodes.map(({ calls }) => sumCosts(modelCosts(calls, prices)));
  const all = sumCosts([own, ...sums]);
  const peakCell = (tokens: number): Cell => (tokens === 0 ? '–' : numberText(tokens));
  return html`${more ? html`<p>Only the first ${counted(nodes.length, 'subagent')} are here.</p>` : nothing}
    ${problem === undefined ? nothing : html`<p>${codicon('error')} ${problem}</p>`}
    ${figuresTable({
      label: 'Subagents',
      columns: [
        { title: 'Session' },
        ...costColumns,
        { title: 'Largest input', says: 'Largest input of one call, by the provider’s count' },
      ],
      rows: [
        ['This session', ...costCells(own), peakCell(peak)],
        ...nodes.map((node, at): readonly Cell[] => [
          agentName(node, show),
          ...costCells(sums[at] ?? sumCosts([])),
          peakCell(node.peak),
        ]),
      ],
      total: [
        `Sum of ${numberText(nodes.length + 1)}`,
        ...costCells(all),
        peakCell(nodes.reduce((most, node) => Math.max(most, node.peak), peak)),
      ],
    })}
    <p class="left">
      The windows of subagents are their own: nothing of them stands in this session’s window but
      their answers.
    </p>`;
}

/** Deeper than this the names are not moved any further. */
const deepest = 6;

function agentName(node: AgentNode, show: (path: SessionPath) => void): TemplateResult {
  const { depth, id, label, path, title } = node;
  const name = [label, title].filter(Boolean).join(': ') || id;
  return html`<span class=${`agent-name depth-${Math.min(depth, deepest)}`}
    ><span class="hidden-words">level ${depth}: </span
    ><button
      type="button"
      class="as-link"
      title=${`Show this session, ${id}`}
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
      The provider counted no single request of this session, so that nothing tells how good the
      estimates are.
    </p>`;
  }
  const rest = uncounted === 0 ? '' : ` ${counted(uncounted, 'call')} had none.`;
  return html`<p>
      Of ${counted(calls, 'call')} there is a count by the provider.${rest} Blocks that the
      transcript does not have, such as the system prompt, are missing in the estimate.
    </p>
    ${figuresTable({
      label: 'Estimates and counts',
      columns: [{ title: 'Sum over these calls' }, { title: 'Tokens' }, { title: 'Of the count' }],
      rows: [
        ['Counted by the provider', numberText(count), '100 %'],
        ['Estimated by us from the blocks', `≈ ${numberText(estimate)}`, share(estimate, count)],
        ['Error of the sum', signed(estimate - count), errorText((estimate - count) / count)],
        ['Middle error of a call', '', errorText(middle)],
        [`Largest error, ${turnText(worst.call)}`, '', errorText(worst.error)],
        [
          'Unattributed: in no block, after fitting',
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
