import type { ExportBlock, ExportDocument, ExportPatch, ExportTurn } from './exportDocument.ts';
import {
  countedText,
  grouped,
  limitsText,
  provenanceText,
  recoveryText,
  sharesText,
  sizesText,
} from './exportWords.ts';

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0}caption{text-align:start;font-weight:600}
td,th{border:1px solid #8886;padding:.2rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
td.n,th.n{text-align:end;white-space:nowrap}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8886;padding:.5rem}
meter{width:8rem}details{margin:.5rem 0}`;

/** An export as one HTML document: nothing is loaded for it and nothing in it runs. */
export function exportHtml({ session, limits, turns, patches, blocks }: ExportDocument): string {
  const title = session.title === '' ? 'Session' : session.title;
  const facts = [
    ['Agent', session.agent],
    ['Session', session.id],
    ['Folder', session.folder],
    ['Models', session.models.join(', ')],
    ['Started', session.started ?? ''],
    ['Updated', session.updated ?? ''],
  ].filter(([, value]) => value !== '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${facts.map(([name = '', value = '']) => `${name}: ${escaped(value)}`).join('<br>')}<br>${limitsText(limits)}</p>
${session.complete ? '' : '<p>Only the newest part of the session was read.</p>'}
${turns === undefined ? '' : `<h2>Turns</h2>\n${turnTable(turns, limits.window)}`}
${patches.length === 0 ? '' : `<h2>What left the window</h2>\n${patches.map(patchPart).join('\n')}`}
${blocks === undefined ? '' : `<h2>Blocks</h2>\n${blockTable('All blocks', blocks)}${texts(blocks)}`}
</main>
</body>
</html>
`;
}

function turnTable(turns: readonly ExportTurn[], window: number | undefined): string {
  const most = Math.max(window ?? 0, ...turns.map(({ total }) => total), 1);
  const rows = turns.map((turn) => {
    const { turn: number, model, total, usage } = turn;
    const bar = `<meter min="0" max="${most}" value="${total}" aria-label="Input of turn ${number}"></meter>`;
    return `<tr><td class="n">${number}</td><td>${escaped(model)}</td><td class="n">${grouped(total)}</td><td>${countedText(turn)}</td><td>${bar}</td><td class="n">${grouped(usage?.cacheRead ?? 0)}</td><td>${escaped(sharesText(turn))}</td></tr>`;
  });
  return table(
    'Input of each turn in tokens',
    ['#Turn', 'Model', '#Input', 'Counted', 'Size', '#Cache read', 'Made of'],
    rows,
  );
}

function patchPart(patch: ExportPatch): string {
  const { id, kind, actor, turn, reason, gone, goneTokens, back, created } = patch;
  return `<section>
<h3>${escaped(id)}: ${escaped(kind)}, before turn ${turn}</h3>
<p>${escaped(reason)} (by: ${actor}). ${escaped(provenanceText(patch))} ${sizesText(patch)}</p>
<p>Left: ${gone.length} blocks, about ${grouped(goneTokens)} tokens. ${recoveryText(patch)}</p>
${blockTable('Left', gone)}${texts(gone)}${blockTable('In their place', created)}${texts(created)}${blockTable('Came back', back)}${texts(back)}
</section>`;
}

function blockTable(caption: string, blocks: readonly ExportBlock[]): string {
  const rows = blocks.map(
    ({ id, kind, tokens, turn, description, where }) =>
      `<tr><td>${escaped(id)}</td><td>${escaped(kind.replaceAll('_', ' '))}</td><td class="n">${grouped(tokens)}</td><td class="n">${turn}</td><td>${escaped(description)}</td><td>${escaped(where)}</td></tr>`,
  );
  const head = ['Block', 'Kind', '#Tokens (estimated)', '#Turn', 'Begins', 'To be read at'];
  return rows.length === 0 ? '' : table(caption, head, rows);
}

function texts(blocks: readonly ExportBlock[]): string {
  return blocks
    .flatMap(({ id, text }) =>
      text === undefined || text === ''
        ? []
        : [
            `<details><summary>Text of ${escaped(id)}</summary><pre>${escaped(text)}</pre></details>\n`,
          ],
    )
    .join('');
}

/** A table; names of columns of numbers begin with `#`. */
function table(caption: string, head: readonly string[], rows: readonly string[]): string {
  const names = head.map((name) =>
    name.startsWith('#')
      ? `<th scope="col" class="n">${name.slice(1)}</th>`
      : `<th scope="col">${name}</th>`,
  );
  return `<table><caption>${caption}</caption><thead><tr>${names.join('')}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
