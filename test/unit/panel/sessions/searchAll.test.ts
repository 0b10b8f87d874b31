import assert from 'node:assert/strict';
import { createSession } from '../../../../src/core/context/openSession.ts';
import {
  mostFound,
  searchAll,
  type SearchProgress,
} from '../../../../src/panel/sessions/searchAll.ts';
import type { SessionSource } from '../../../../src/panel/sessions/sessionSource.ts';
import { fail, ok } from '../../../../src/ports/result.ts';
import type { TextHits, TranscriptResult } from '../../../../src/ports/transcripts.ts';
import type { SearchEnd, SessionItem } from '../../../../src/protocol/sessions.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';
import { panelBenchEach } from '../panelBench.ts';

/** A session of Claude Code with one question, as its file says it. */
function transcript(text: string): string {
  const message = { role: 'user', content: text };
  const ids = { uuid: 'u1', parentUuid: null, sessionId: 's1', cwd: '/work' };
  return `${JSON.stringify({ type: 'user', ...ids, version: '2.1.0', message })}\n`;
}

describe('a search in the texts of all sessions', () => {
  const on = panelBenchEach();
  const put = (name: string, text: string): string => {
    const path = `.claude/projects/-ws/${name}.jsonl`;
    return on().put(`../${path}`, transcript(text));
  };
  const search = (words: string): Promise<SearchEnd> =>
    on().page.ask('sessions/search', { search: 7, words, everywhere: true });

  it('finds words in transcripts and in conversations of our own, and tells of each with a line', async () => {
    const { page, store, clock } = on();
    const path = put('one', 'nothing\nThe needle is here\nnothing');
    put('two', 'only straw');
    const context = new ContextBench();
    const id = 'abcdefabcdef';
    context.session = await createSession(
      { id, source: 'chipboard', workspace: '', title: 'Ours', created: clock.now() },
      { ...context.parts, store },
    );
    await context.user('Where is the NEEDLE?');
    await context.user('Which needle?');

    const end = await search('needle');

    assert.deepEqual(end, { searched: 3, of: 3, unread: 0, ended: 'all', older: false });
    assert.deepEqual(
      page.found
        .map(({ search: number, found }) => [
          ...[number, found?.item.key, found?.blocks, found?.session, found?.line],
        ])
        .toSorted(),
      [
        [7, `file:${path}`, 1, [], 'The needle is here'],
        [7, `own:${id}`, 2, [], 'Where is the NEEDLE?'],
      ],
    );
    assert.ok(on().timer.isIdle);
  });

  it('counts sessions that it could not read, and is refused without a word', async () => {
    const path = put('one', 'needle');
    const { transcripts, page } = on();
    const hits = transcripts.hits.bind(transcripts);
    transcripts.hits = (request, ...rest) =>
      request.path === path
        ? Promise.resolve(fail({ code: 'reader-ended', message: 'It ended.' }))
        : hits(request, ...rest);
    put('two', 'needle');

    const { searched, unread } = await search('needle');

    assert.deepEqual([searched, unread, page.found.length], [2, 1, 1]);
    await page.refused('no-words', 'sessions/search', { search: 1, words: ' ', everywhere: true });
  });

  it('is given up when the page does not want it any more: nothing more is read', async () => {
    put('one', 'needle');
    put('two', 'needle');
    const { transcripts, page } = on();
    const stop = new AbortController();
    let asked = 0;
    transcripts.hits = async (_request, _words, signal) => {
      asked += 1;
      stop.abort();
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return fail({ code: 'cancelled', message: 'Cancelled.' });
    };

    const params = { search: 1, words: 'needle', everywhere: true };
    await assert.rejects(page.ask('sessions/search', params, stop.signal), /cancelled/);
    await on().pass(0);

    assert.deepEqual([asked, page.found.length], [1, 0]);
  });
});

describe('a search in many sessions', () => {
  const item = (number: number, bytes = 1): SessionItem => ({
    ...{ key: `file:${number}`, agent: 'Codex', title: '', folder: '', updated: -number, bytes },
    ...{ live: false, kept: false },
  });
  const hit: TextHits = { blocks: 1, partial: false, first: { session: [], line: 'x' } };
  const run = async (
    rows: readonly SessionItem[],
    hits: (name: string) => TranscriptResult<TextHits>,
  ): Promise<{ readonly end: SearchEnd; readonly told: readonly SearchProgress[] }> => {
    const told: SearchProgress[] = [];
    const source: Partial<SessionSource> = {
      prefix: 'file:',
      list: () => Promise.resolve({ rows, more: true }),
      hits: (name) => Promise.resolve(hits(name)),
    };
    const query = { words: 'x', everywhere: false };
    const { signal } = new AbortController();
    const end = await searchAll(
      [source as SessionSource],
      query,
      (progress) => told.push(progress),
      signal,
    );
    return { end, told };
  };

  it('goes from the newest to the oldest, ends when enough were found, and says so', async () => {
    const rows = Array.from({ length: mostFound + 5 }, (_, number) => item(number));

    const { end, told } = await run(rows.toReversed(), () => ok(hit));

    assert.deepEqual(end, {
      ...{ searched: mostFound, of: mostFound + 5, unread: 0, ended: 'enough', older: true },
    });
    assert.deepEqual([told[0]?.found?.item.key, told.length], ['file:0', mostFound]);
  });

  it('tells now and then how far it is where nothing is found', async () => {
    const rows = Array.from({ length: 25 }, (_, number) => item(number));

    const { told } = await run(rows, () => ok({ blocks: 0, partial: false }));

    assert.deepEqual(told, [
      { searched: 10, of: 25 },
      { searched: 20, of: 25 },
    ]);
  });

  it('leaves out a session that is too long to be read, and counts it', async () => {
    const asked: string[] = [];

    const { end } = await run([item(1, 2 ** 30), item(2)], (name) => {
      asked.push(name);
      return ok(hit);
    });

    assert.deepEqual([asked, end.unread, end.searched], [['2'], 1, 2]);
  });
});
