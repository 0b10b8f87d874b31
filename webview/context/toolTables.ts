import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { OfferedTools } from './data/offeredTools.ts';
import type { ServerUse, ToolSum, ToolUse } from './data/toolUse.ts';
import { serverUses, sumTools } from './data/toolUse.ts';
import type { Cell, FigureColumn } from './figuresTable.ts';
import { figuresTable } from './figuresTable.ts';
import { counted, numberText } from './data/numberText.ts';

const sumColumns: readonly FigureColumn[] = [
  { title: l10n.t('Schema'), says: l10n.t('Estimated tokens of the schema, in every request') },
  { title: l10n.t('Calls') },
  { title: l10n.t('Failed') },
  { title: l10n.t('Arguments'), says: l10n.t('Estimated tokens of the arguments of all calls') },
  { title: l10n.t('Results'), says: l10n.t('Estimated tokens of all results, as they came') },
];

function sumCells({ schema, calls, failed, asked, answered }: ToolSum): readonly Cell[] {
  return [
    schema === undefined ? l10n.t('not known') : `≈ ${numberText(schema)}`,
    ...[calls, failed].map((count) => numberText(count)),
    ...[asked, answered].map((tokens) => `≈ ${numberText(tokens)}`),
  ];
}

/**
 * Servers and tools by what they cost and how they were used. `show` opens a block; `requests` is the number of requests
 * that carried schemas.
 */
export function toolTables(options: {
  readonly uses: readonly ToolUse[];
  readonly offered: OfferedTools | undefined;
  readonly requests: number;
  readonly show: (block: number) => void;
}): TemplateResult {
  const { uses, offered, requests, show } = options;
  if (uses.length === 0) {
    return html`<p class="left">${l10n.t('No tool was offered or called in this session.')}</p>`;
  }
  const total = sumCells(sumTools(uses));
  const servers = serverUses(uses);
  return html`<p>${schemaWords(offered, requests)}</p>
    ${
      servers.some(({ server }) => server !== '')
        ? html`<h3>${l10n.t('MCP servers')}</h3>
            ${figuresTable({
              label: l10n.t('MCP servers'),
              columns: [
                { title: l10n.t('Server') },
                { title: l10n.t('Tools') },
                { title: l10n.t('Never called') },
                ...sumColumns,
              ],
              rows: servers.map((one) => serverCells(one)),
              total: [
                l10n.t('Sum'),
                numberText(uses.length),
                numberText(uses.filter(({ calls }) => calls === 0).length),
                ...total,
              ],
            })}
            <p class="left">
              ${l10n.t('Told from the names of the tools: mcp__server__tool, server.tool.')}
            </p>`
        : nothing
    }
    <h3>${l10n.t('Tools')}</h3>
    ${figuresTable({
      label: l10n.t('Tools'),
      columns: [
        { title: l10n.t('Tool') },
        ...sumColumns,
        { title: l10n.t('Largest result'), words: true },
      ],
      rows: uses.map((use) => [use.tool, ...sumCells(use), largest(use, show)]),
      total: [l10n.t('Sum'), ...total, nothing],
    })}`;
}

function serverCells(one: ServerUse): readonly Cell[] {
  const name = one.server === '' ? l10n.t('the agent’s own') : one.server;
  return [name, numberText(one.tools), numberText(one.idle), ...sumCells(one)];
}

function largest({ largest: block, tool }: ToolUse, show: (block: number) => void): Cell {
  return block === undefined
    ? nothing
    : html`<button
        type="button"
        class="as-link"
        aria-label=${l10n.t`Show the largest result of ${tool}`}
        @click=${() => show(block)}
      >
        ${l10n.t('Show')}
      </button>`;
}

function schemaWords(offered: OfferedTools | undefined, requests: number): string {
  if (offered === undefined) {
    return l10n.t(
      'This transcript does not record the schemas of tools. They are part of what is unattributed.',
    );
  }
  const { tools, tokens, unread } = offered;
  const apart =
    unread === 0
      ? ''
      : ` ${l10n.t`Of ${numberText(unread)} of them it can not be told which tool they are of.`}`;
  const has = l10n.t`The window has the schemas of ${counted(tools.length, 'tool')}: about ${numberText(tokens)} tokens, estimated.`;
  const carried = l10n.t`${counted(requests, 'request')} of this session carried schemas.`;
  return `${has}${apart} ${carried}`;
}
