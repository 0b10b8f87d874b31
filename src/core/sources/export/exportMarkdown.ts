import type { ExportBlock, ExportDocument, ExportPatch } from './exportDocument.ts';
import {
  countedText,
  grouped,
  limitsText,
  provenanceText,
  recoveryText,
  sharesText,
  sizesText,
} from './exportWords.ts';

/** An export as Markdown. Texts stand in fences that they can not end; all else is escaped. */
export function exportMarkdown({
  session,
  limits,
  turns,
  patches,
  blocks,
}: ExportDocument): string {
  const { agent, folder, id, models, complete } = session;
  const parts = [
    `# ${plain(session.title) || 'Session'}`,
    [
      `- Agent: ${plain(agent)}`,
      `- Session: ${plain(id)}`,
      `- Folder: ${plain(folder)}`,
      `- Models: ${plain(models.join(', '))}`,
      `- ${limitsText(limits)}`,
      ...(complete ? [] : ['- Only the newest part of the session was read.']),
    ].join('\n'),
    ...(turns === undefined ? [] : ['## Turns', turnTable(turns)]),
    patches.length === 0 ? '' : '## What left the window',
    ...patches.map(patchText),
    ...(blocks === undefined ? [] : ['## Blocks', blockTable(blocks), ...texts(blocks)]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function turnTable(turns: NonNullable<ExportDocument['turns']>): string {
  const rows = turns.map((turn) =>
    tableRow([
      ...[String(turn.turn), turn.model, grouped(turn.total), countedText(turn)],
      grouped(turn.usage?.cacheRead ?? 0),
      sharesText(turn),
    ]),
  );
  return table(['Turn', 'Model', 'Input', 'Counted', 'Cache read', 'Made of'], rows);
}

function patchText(patch: ExportPatch): string {
  const { id, kind, actor, turn, reason, gone, goneTokens, back, created } = patch;
  const parts = [
    `### ${plain(id)}: ${plain(kind)}, before turn ${turn}`,
    `${plain(reason)} (by: ${actor}). ${plain(provenanceText(patch))} ${sizesText(patch)}`.trim(),
    `**Left:** ${gone.length} blocks, about ${grouped(goneTokens)} tokens. ${recoveryText(patch)}`,
    gone.length === 0 ? '' : blockTable(gone),
    ...texts(gone),
    created.length === 0 ? '' : `**In their place:**\n\n${blockTable(created)}`,
    ...texts(created),
    back.length === 0 ? '' : `**Came back:**\n\n${blockTable(back)}`,
    ...texts(back),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function blockTable(blocks: readonly ExportBlock[]): string {
  const rows = blocks.map(({ id, kind, tokens, turn, description, where }) =>
    tableRow([id, kind, grouped(tokens), String(turn), description, where]),
  );
  return table(['Block', 'Kind', 'Tokens (estimated)', 'Turn', 'Begins', 'To be read at'], rows);
}

function texts(blocks: readonly ExportBlock[]): string[] {
  return blocks.flatMap(({ id, text }) =>
    text === undefined || text === '' ? [] : [`Text of ${plain(id)}:\n\n${fenced(text)}`],
  );
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [tableRow(head), `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(plain).join(' | ')} |`;
}

/** One line without marks of Markdown or HTML. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#~!]/g, '\\$&');
}

function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
