import assert from 'node:assert/strict';
import {
  exportDocument,
  type SessionRows,
} from '../../../../../src/core/sources/export/exportDocument.ts';
import { exportHtml } from '../../../../../src/core/sources/export/exportHtml.ts';
import { exportMarkdown } from '../../../../../src/core/sources/export/exportMarkdown.ts';
import { redactSecrets, secretMark } from '../../../../../src/core/redact.ts';
import { redactedCopy } from '../../../../../src/core/sources/export/redaction.ts';
import { fail, ok } from '../../../../../src/ports/result.ts';
import type { RuleProblem, SecretsProblem, TextRules } from '../../../../../src/ports/textRules.ts';

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

  it('lose the usual secrets whatever the rules are, and the home folder', async () => {
    const key = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2'].join('_');
    const value = { a: [`use ${key} in /home/me/w`], n: 3 };

    const copy = await redactedCopy(value, { rules: [], home: '/home/me', textRules: plainRules });

    assert.deepEqual(copy, { ok: true, value: { a: ['use [redacted] in ~/w'], n: 3 } });
  });

  it('lose what each rule matches, in every text of it', async () => {
    const value = { a: 'AcmeCorp and more', b: [null, 'AcmeCorp and more', { c: 'more' }] };

    const copy = await redactedCopy(value, { rules: ['Acme', 'mo..'], textRules: plainRules });

    const text = '[redacted]Corp and [redacted]';
    assert.deepEqual(copy, { ok: true, value: { a: text, b: [null, text, { c: '[redacted]' }] } });
  });

  it('are not made when a rule can not be carried out, and the rule is named', async () => {
    const failing = (problem: RuleProblem): TextRules => ({
      ...plainRules,
      replace: (texts, rule) => Promise.resolve(rule === 'fine' ? ok(texts) : fail(problem)),
    });
    const told = async (problem: RuleProblem): Promise<string> => {
      const parts = { rules: ['fine', '(a+)+$'], textRules: failing(problem) };
      const copy = await redactedCopy({ a: 'text' }, parts);
      return copy.ok ? '' : copy.failure;
    };

    assert.match(
      await told('slow'),
      /^The rule "\(a\+\)\+\$" takes too long .* nothing was exported/,
    );
    assert.match(await told('ended'), /^The rule "\(a\+\)\+\$" could not be carried out/);
    assert.match(await told('matches-empty'), /at least one character\.$/);
    assert.match(await told('no-expression'), /is no regular expression\.$/);
  });

  it('are not made when secrets could not be looked for, and it is said for which', async () => {
    const told = async (problem: SecretsProblem['problem']): Promise<unknown> => {
      const withoutSecrets: TextRules['withoutSecrets'] = () =>
        Promise.resolve(fail({ rule: 'private keys', problem }));
      return redactedCopy(
        { a: 'text' },
        { rules: [], textRules: { ...plainRules, withoutSecrets } },
      );
    };

    const rest = 'so nothing was exported. Export it without its texts, or one patch of it.';
    assert.deepEqual(await told('slow'), {
      ok: false,
      failure: `To look for private keys takes too long on this session, ${rest}`,
    });
    assert.deepEqual(await told('ended'), {
      ok: false,
      failure: `Chipboard could not look for private keys in this session, ${rest}`,
    });
  });
});

/** Rules that are carried out at once. */
const plainRules: TextRules = {
  replace: (texts, rule, by) =>
    Promise.resolve(ok(texts.map((text) => text.replaceAll(new RegExp(rule, 'gu'), by)))),
  withoutSecrets: (texts, by, home) =>
    Promise.resolve(ok(texts.map((text) => redactSecrets(text, home).replaceAll(secretMark, by)))),
};
