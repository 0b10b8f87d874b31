import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExportDocument } from '../../../../src/core/sources/export/exportDocument.ts';
import { indicesOf } from '../../../../src/ports/runs.ts';
import type { SessionAt } from '../../../../src/ports/transcripts.ts';
import type { SessionExport } from '../../../../src/protocol/sessions.ts';
import { panelBenchEach } from '../panelBench.ts';

const sample = fileURLToPath(
  new URL('../../../fixtures/transcripts/claude-code/manual-compact.jsonl', import.meta.url),
);
const all = { from: 0, limit: 500 };
const json: SessionExport = { as: 'json', texts: false, redact: [] };

describe('exports of sessions', () => {
  const on = panelBenchEach();

  const opened = async (): Promise<SessionAt> => {
    on().put('session.jsonl', '');
    copyFileSync(sample, on().path('session.jsonl'));
    const key = `file:${on().path('session.jsonl')}`;
    const { transcript, generation } = await on().page.ask('session/open', { key });
    return { transcript, generation, session: [] };
  };
  /** What is written into the file that the person chooses. */
  const written = async (at: SessionAt, asked: SessionExport): Promise<string> => {
    const { page, actions } = on();
    const { done } = await page.ask('session/export', { at, export: asked, to: 'file' });
    assert.equal(done, true);
    return new TextDecoder().decode(actions.file);
  };
  const parsed = (text: string): ExportDocument => JSON.parse(text) as ExportDocument;

  it('have the numbers that the page shows', async () => {
    const at = await opened();
    const { page } = on();
    const compositions = await page.ask('session/compositions', { at, range: all });
    const [patch] = await page.ask('session/patches', { at, range: all });
    const blocks = await page.ask('session/blocks', { at, range: all });

    const { turns, patches, blocks: listed } = parsed(await written(at, json));

    assert.deepEqual(
      turns?.map(({ total, shares, unattributed }) => ({ total, shares, unattributed })),
      compositions.map(({ total, shares, unattributed }) => ({ total, shares, unattributed })),
    );
    const left = [...indicesOf(patch?.left ?? [])].map((index) => blocks[index]);
    assert.ok(left.length > 0);
    assert.deepEqual(
      patches[0]?.gone.map(({ id }) => id),
      left.map((block) => block?.id),
    );
    assert.equal(
      patches[0]?.goneTokens,
      left.reduce((sum, block) => sum + (block?.tokens ?? 0), 0),
    );
    assert.match(patches[0]?.gone[0]?.where ?? '', /session\.jsonl, \d+ bytes from byte \d+ on$/);
    assert.equal(listed?.length, blocks.length);
    assert.ok(!JSON.stringify(listed).includes('"text"'));
  });

  it('of one patch are its loss record, with what left and what stands in its place', async () => {
    const at = await opened();
    const [patch] = await on().page.ask('session/patches', { at, range: all });
    const asked: SessionExport = { ...json, texts: true, patch: patch?.id ?? '' };

    const record = parsed(await written(at, asked));
    const markdown = await written(at, { ...asked, as: 'markdown' });

    assert.deepEqual(
      [record.patches.length, record.turns, record.blocks],
      [1, undefined, undefined],
    );
    const [one] = record.patches;
    const summary = one?.created.find(({ kind }) => kind === 'summary');
    // What looks like a secret in it is left out, so that it is not as long as it was.
    assert.ok((summary?.text?.length ?? 0) > 1000);
    assert.match(markdown, /\*\*Left:\*\* \d+ blocks, about [\d ]+ tokens\./);
    assert.match(markdown, /Inferred: /);
    assert.ok(markdown.includes(summary?.text ?? '-'));
    assert.match(String(on().actions.asked.at(-1)?.[2]), /^session-[\w-]+-patch_001\.md$/);
    await on().page.refused('out-of-range', 'session/exported', {
      ...{ at, export: { ...json, patch: 'patch_999' } },
    });
  });

  it('leave out what the rules match, and refuse a rule that is none', async () => {
    const at = await opened();
    const { page } = on();
    const { title } = await page.ask('session/overview', at);
    const [word = ''] = /[\p{L}]{4,}/u.exec(title) ?? [];
    const plain = await page.ask('session/exported', { at, export: json });
    const asked = { ...json, redact: [word] };
    const { text, characters } = await page.ask('session/exported', { at, export: asked });

    assert.ok(plain.text.includes(word));
    assert.ok(!text.includes(word) && text.includes('[redacted]'));
    assert.ok(characters >= text.length);
    const words = await page.refused('bad-rule', 'session/exported', {
      ...{ at, export: { ...json, redact: ['('] } },
    });
    assert.equal(words, 'The rule "(" is no regular expression.');
  });

  it('are not written when a rule takes too long, and the rule is named', async () => {
    const at = await opened();
    const { page, actions } = on();
    const slow = { ...json, redact: ['(\\w+\\s?)+;;$'] };

    const words = await page.refused('bad-rule', 'session/export', {
      ...{ at, export: slow, to: 'file' },
    });

    assert.ok(words.startsWith('The rule "(\\w+\\s?)+;;$" takes too long'), words);
    assert.equal(actions.times('saveAs'), 0);
    const { text } = await page.ask('session/exported', { at, export: json });
    assert.ok(text.length > 0);
  });

  it('refuse a rule that matches where no text is', async () => {
    const at = await opened();
    for (const rule of ['x*', '(?=[a-z])', '$']) {
      const words = await on().page.refused('bad-rule', 'session/exported', {
        ...{ at, export: { ...json, redact: [rule] } },
      });
      assert.match(words, /at least one character/);
    }
  });

  it('go to the clipboard, or nowhere when the person gives up', async () => {
    const at = await opened();
    const { page, actions } = on();
    const asked = { at, export: { ...json, as: 'html' } as const };

    await page.ask('session/export', { ...asked, to: 'clipboard' });
    actions.yes = false;
    const given = await page.ask('session/export', { ...asked, to: 'file' });

    assert.match(actions.copied, /^<!doctype html>/);
    assert.deepEqual(given, { done: false });
  });
});
