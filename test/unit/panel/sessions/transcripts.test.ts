import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beingKept } from '../../../../src/panel/transcripts/keptStore.ts';
import { keepSession } from '../../../../src/panel/transcripts/keepSession.ts';
import type { SessionAt, TranscriptState } from '../../../../src/ports/transcripts.ts';
import { given } from '../../../../src/panel/sessions/given.ts';
import { PageBench, panelBenchEach } from '../panelBench.ts';

const sample = fileURLToPath(
  new URL('../../../fixtures/transcripts/claude-code/manual-compact.jsonl', import.meta.url),
);

const main = ({ transcript, generation }: TranscriptState): SessionAt => ({
  ...{ transcript, generation },
  session: [],
});

describe('the requests about sessions of other agents', () => {
  const on = panelBenchEach();

  const placed = (): string => {
    const path = on().path('session.jsonl');
    on().put('session.jsonl', '');
    copyFileSync(sample, path);
    return path;
  };
  const opened = async (page = on().page): Promise<TranscriptState> =>
    page.ask('session/open', { key: `file:${placed()}` });

  it('gives the rows of a session, whose sums agree with each other', async () => {
    const at = main(await opened());
    const { page } = on();
    const range = { from: 0, limit: 500 };

    const overview = await page.ask('session/overview', at);
    const calls = await page.ask('session/calls', { at, range });
    const compositions = await page.ask('session/compositions', { at, range });
    const patches = await page.ask('session/patches', { at, range });
    const blocks = await page.ask('session/blocks', { at, range });

    assert.ok(overview.calls > 0 && overview.patches > 0);
    assert.deepEqual(
      [calls.length, compositions.length, patches.length, blocks.length],
      [overview.calls, overview.calls, overview.patches, overview.blocks],
    );
    for (const { total, shares, unattributed } of compositions) {
      assert.equal(
        total,
        shares.reduce((sum, { tokens }) => sum + tokens, unattributed),
      );
    }
    const window = await page.ask('session/window', { at, call: 0 });
    assert.equal(calls[0]?.windowBlocks, (window[1] ?? 0) - (window[0] ?? 0));
    assert.deepEqual(await page.ask('session/own', at), []);
  });

  it('says that the limits of Claude Code are the usual ones, not recorded ones', async () => {
    const limits = await on().page.ask('session/limits', main(await opened()));

    assert.deepEqual(limits, {
      ...{ window: 200_000, output: 20_000, buffer: 13_000, trigger: 167_000 },
      known: 'usual',
    });
  });

  it('gives texts and finds words in them', async () => {
    const at = main(await opened());
    const { page } = on();
    const blocks = await page.ask('session/blocks', { at, range: { from: 0, limit: 500 } });
    const block = blocks.findIndex(({ kind, length }) => kind === 'user_message' && length > 20);

    const { text, length } = await page.ask('session/text', {
      at,
      query: { block, from: 0, limit: 1000 },
    });
    const [word = ''] = /[\p{L}]{5,}/u.exec(text) ?? [];
    const hits = await page.ask('session/search', { at, words: word.toUpperCase() });

    assert.equal(length, blocks[block]?.length);
    assert.ok(hits.blocks.includes(block));
  });

  it('tells of growth once, with all that changed since the page was told last', async () => {
    const path = placed();
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    on().put('session.jsonl', `${lines.slice(0, -6).join('\n')}\n`);
    const first = await on().page.ask('session/open', { key: `file:${path}` });
    for (const line of lines.slice(-6)) {
      appendFileSync(path, `${line}\n`);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    const before = on().page.sessions.length;
    await on().pass(125);

    const [state, ...more] = on().page.sessions;
    assert.equal(before, 0);
    assert.deepEqual(more, []);
    assert.ok(state !== undefined && state.revision > first.revision + 1);
    assert.equal(state.bytesRead, readFileSync(path).length);
  });

  it('tells a hidden page nothing, and the newest state when it is seen again', async () => {
    const { transcript, path } = await opened();
    const { page } = on();
    await page.ask('page/ready', {});
    page.connection.setVisible(false);
    appendFileSync(path, `${JSON.stringify({ type: 'note', sessionId: 'x' })}\n`);
    const size = readFileSync(path).length;
    for (let read = 0; read < size;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const state = await on().transcripts.state(transcript);
      read = state.ok ? state.value.bytesRead : size;
    }
    await on().pass(1000);
    const hidden = page.sessions.length;
    page.connection.setVisible(true);

    assert.equal(hidden, 0);
    assert.deepEqual(
      page.sessions.map((state) => state.transcript),
      [transcript],
    );
  });

  it('closes what a page had open when it is loaded anew or gone, and lets no other page use it', async () => {
    const { page, panel, transcripts } = on();
    const isOpen = async (transcript: string): Promise<boolean> =>
      (await transcripts.state(transcript)).ok;
    await page.ask('page/ready', {});
    const first = await opened();
    const other = new PageBench(panel, true);
    const refusal = await other.refused('not-open', 'session/overview', main(first));
    const second = await opened(other);
    assert.deepEqual(
      [await isOpen(first.transcript), await isOpen(second.transcript)],
      [true, true],
    );

    await page.ask('page/ready', {});
    other.connection.dispose();

    assert.equal(refusal, 'The session is not open any more.');
    assert.deepEqual(
      [await isOpen(first.transcript), await isOpen(second.transcript)],
      [false, false],
    );
  });

  it('opens the line of a record, the text of a block, and refuses a block that is about no file', async () => {
    const state = await opened();
    const at = main(state);
    const { page, actions } = on();
    const blocks = await page.ask('session/blocks', { at, range: { from: 0, limit: 500 } });
    const block = blocks.findIndex(({ kind }) => kind === 'user_message');
    const lines = readFileSync(sample, 'utf8').slice(0, blocks[block]?.origin.offset);

    await page.ask('session/place', { at, block, what: 'transcript' });
    await page.ask('session/place', { at, block, what: 'text' });
    await page.refused('no-file', 'session/place', { at, block, what: 'file' });

    const [open, text] = actions.asked;
    assert.deepEqual(open, ['openFile', state.path, lines.split('\n').length]);
    assert.equal(text?.[0], 'openText');
    assert.equal(String(text[3]).length, blocks[block]?.length);
  });

  it('changes nothing in a session of another program, and says so', async () => {
    const at = main(await opened());

    const words = await on().page.refused('not-ours', 'session/act', {
      ...{ at, act: { act: 'archive', ids: ['tool_001'] } },
      dry: true,
    });

    assert.match(words, /another program/);
  });

  it('lists a kept session also when its file is gone, and opens it from what is kept', async () => {
    const { page, root, transcripts, store, clock, random } = on();
    const path = join(root, '.claude', 'projects', '-ws', 'session.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(sample, path);
    const listed = async (): Promise<readonly unknown[]> => {
      const { rows } = await page.ask('sessions/list', { everywhere: true, limit: 10 });
      return rows.map(({ key, kept, lost, live }) => ({ key, kept, lost, live }));
    };
    const key = `file:${path}`;
    const { row } = given(await transcripts.files(path));
    const begun = { id: 'b'.repeat(12), path, row, kept: 1, updated: beingKept(1) };
    await store.write([{ op: 'putKept', session: begun, files: [] }]);
    const before = await listed();
    given(await keepSession({ source: transcripts, store, clock, random }, path));
    const after = await listed();
    const there = await page.ask('session/overview', main(await page.ask('session/open', { key })));
    rmSync(path);

    assert.deepEqual(before, [{ key, kept: false, lost: undefined, live: true }]);
    assert.deepEqual(after, [{ key, kept: true, lost: undefined, live: true }]);
    assert.deepEqual(await listed(), [{ key, kept: true, lost: true, live: false }]);
    const opened = await page.ask('session/open', { key });
    const gone = await page.ask('session/overview', main(opened));
    assert.deepEqual(
      [gone.title, gone.calls, gone.patches, gone.blocks, opened.following],
      [there.title, there.calls, there.patches, there.blocks, false],
    );
    const block = { at: main(opened), block: 0 };
    await page.refused('not-found', 'session/place', { ...block, what: 'transcript' });
  });

  it('lists what is found, newest first, and refuses parameters that are not as they should be', async () => {
    const { page } = on();
    const { rows } = await page.ask('sessions/list', { everywhere: false, limit: 10 });

    assert.deepEqual(rows, []);
    await page.refused('bad-params', 'sessions/list', { everywhere: false, limit: 0 });
    await page.refused('not-found', 'session/open', { key: 'file:/nowhere/at/all.jsonl' });
    await page.refused('unknown-session', 'session/open', { key: 'other:1' });
    await page.refused('bad-params', 'session/overview', {
      ...{ transcript: 't1', session: [-1], generation: 1 },
    });
  });
});
