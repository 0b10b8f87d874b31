import assert from 'node:assert/strict';
import {
  exportDocument,
  type SessionRows,
} from '../../../../../src/core/sources/export/exportDocument.ts';
import { exportHtml } from '../../../../../src/core/sources/export/exportHtml.ts';
import { exportMarkdown } from '../../../../../src/core/sources/export/exportMarkdown.ts';
import { redactedCopy, redactionBy } from '../../../../../src/core/sources/export/redaction.ts';

const nasty = '</pre><script>alert(1)</script> | ```` \n# head "q" & ![x](http://x/y.png)';

const rows: SessionRows = {
  overview: {
    ...{ id: 'abc', format: 'chipboard', agent: 'Chipboard', title: nasty, folder: '/home/me/w' },
    ...{ models: ['m'], versions: [], questions: 1, files: [], fileCount: 0, blocks: 1, calls: 1 },
    ...{ patches: 1, branches: [], branch: 0, children: [], complete: true, peakInput: 0 },
    coverage: {
      ...{ records: 0, taken: 0, beside: {}, unknown: {}, bad: 0, badPlaces: [], repeated: 0 },
    },
  },
  limits: { window: 1000, known: 'own' },
  calls: [
    {
      ...{ index: 0, native: '', model: nasty, question: 1, counts: 'call', branch: 0 },
      ...{ outcome: 'ok', windowBlocks: 1, estimate: 9, output: [], inputBy: 'tokenizer' },
    },
  ],
  compositions: [
    {
      ...{ total: 10, measured: false, unattributed: 1, estimate: 9, scale: 1 },
      shares: [{ kind: 'tool_result', blocks: 1, tokens: 9 }],
    },
  ],
  patches: [
    {
      ...{ id: 'refused_001', kind: 'refused', actor: 'agent', call: 1, trigger: 'redact' },
      ...{ reason: nasty, provenance: 'recorded', because: nasty, left: [0, 1], back: [] },
      ...{ created: [], recovery: 'transcript' },
    },
  ],
  blocks: [
    {
      ...{ id: 'tool_001', kind: 'tool_result', native: 'tool_001', turn: 0, length: 5, tokens: 9 },
      ...{ description: nasty, fidelity: 'whole' },
      origin: { file: 0, offset: 7, bytes: 0, path: [] },
    },
  ],
  texts: new Map([[0, nasty]]),
};

describe('exports', () => {
  const document = exportDocument(rows);
  assert.ok(document);

  it('are HTML in which no text becomes a mark, and which loads and runs nothing', () => {
    const html = exportHtml(document);

    assert.ok(!/<script|<img|<link|<iframe|\son\w+=|src=|href=/i.test(html));
    assert.ok(html.includes('&lt;/pre&gt;&lt;script&gt;alert(1)'));
    assert.match(html, /default-src 'none'/);
    assert.equal(html.match(/<pre>/g)?.length, html.match(/<\/pre>/g)?.length);
  });

  it('are Markdown in which no text becomes a mark and none ends its fence', () => {
    const markdown = exportMarkdown(document);
    const outside = markdown.replace(/^(`{3,})\n[^]*?\n\1$/gm, '');

    assert.ok(markdown.includes(`\`\`\`\`\`\n${nasty}\n\`\`\`\`\``));
    assert.ok(!/(?<!\\)<script/.test(outside) && !/(?<!\\)!\[/.test(outside));
    const table = outside.split('\n').filter((line) => line.startsWith('| tool\\_001'));
    assert.ok(table.length > 0);
    assert.ok(table.every((line) => line.match(/(?<!\\)\|/g)?.length === 7));
  });

  it('say who counted, and that places of our own are in the journal', () => {
    assert.equal(document.turns?.[0]?.countedBy, 'tokenizer');
    assert.equal(document.blocks?.[0]?.where, "artifact tool_001, event 7 of Chipboard's journal");
    assert.match(exportMarkdown(document), /tool result 9, unattributed 1/);
  });

  it('lose the usual secrets whatever the rules are, and the home folder', () => {
    const none = redactionBy([], '/home/me');
    assert.ok(none.ok);
    const key = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2'].join('_');

    assert.deepEqual(redactedCopy({ a: [`use ${key} in /home/me/w`], n: 3 }, none.value), {
      a: ['use [redacted] in ~/w'],
      n: 3,
    });
  });

  it('lose what rules match, and a rule that matches nothing takes nothing away', () => {
    const given = redactionBy(['Acme\\w*', 'x*']);
    assert.ok(given.ok);

    assert.equal(given.value('AcmeCorp and more'), '[redacted] and more');
  });
});
