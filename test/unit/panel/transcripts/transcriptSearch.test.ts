import assert from 'node:assert/strict';
import { TranscriptSearch } from '../../../../src/panel/transcripts/transcriptSearch.ts';
import { fail, ok } from '../../../../src/ports/result.ts';
import type {
  FoundTranscripts,
  TranscriptQuery,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
} from '../../../../src/ports/transcripts.ts';

interface AskedSearch {
  readonly query: TranscriptQuery;
  readonly signal: AbortSignal;
  answer(result: TranscriptResult<FoundTranscripts>): void;
}

/** Rows that are told apart by their number. */
function rows(count: number): TranscriptRow[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ path: `/s/${index}`, format: 'made', agent: 'Codex', id: '', title: '', folder: '' },
    ...{ bytes: 1, modified: index, model: '' },
  }));
}

describe('the search for sessions', () => {
  let asked: AskedSearch[];
  let sources: number;
  let search: TranscriptSearch;
  beforeEach(() => {
    asked = [];
    sources = 0;
    const find: TranscriptSource['find'] = (query, signal = AbortSignal.abort()) =>
      new Promise((resolve) => {
        const giveUp = (): void => resolve(fail({ code: 'cancelled', message: 'Given up.' }));
        signal.addEventListener('abort', giveUp);
        asked.push({ query, signal, answer: resolve });
      });
    search = new TranscriptSearch({
      source: () => {
        sources += 1;
        return { find } as TranscriptSource;
      },
      query: () => ({ folders: ['/w/a'] }),
    });
  });

  it('does nothing before it is told to', () => {
    assert.deepEqual(search.state, { started: false, searching: false, rows: [], more: 'none' });
    assert.equal(sources, 0);
  });

  it('gives the first page, then one more, and says when there is no next', async () => {
    const first = search.refresh();
    assert.deepEqual(asked[0]?.query, { folders: ['/w/a'], limit: 100 });
    assert.equal(search.state.searching, true);
    asked[0].answer(ok({ rows: rows(100), more: true }));
    await first;
    assert.deepEqual([search.state.searching, search.state.more], [false, 'page']);

    const second = search.showMore();
    assert.equal(asked[1]?.query.limit, 200);
    assert.equal(search.state.rows.length, 100);
    asked[1].answer(ok({ rows: rows(130), more: false }));
    await second;
    assert.deepEqual([search.state.rows.length, search.state.more], [130, 'none']);
  });

  it('offers no page that would show nothing new', async () => {
    const first = search.refresh();
    asked[0]?.answer(ok({ rows: rows(7), more: true }));
    await first;

    assert.equal(search.state.more, 'bound');
    for (let page = 2; page <= 12; page += 1) {
      const next = search.showMore();
      const limit = asked.at(-1)?.query.limit ?? 0;
      asked.at(-1)?.answer(ok({ rows: rows(limit), more: true }));
      await next;
    }
    assert.deepEqual([asked.at(-1)?.query.limit, search.state.more], [1000, 'bound']);
  });

  it('is ended by the next one, whose answer alone counts', async () => {
    const first = search.refresh();
    const second = search.restart();
    assert.equal(asked[0]?.signal.aborted, true);
    await first;
    assert.equal(search.state.searching, true);

    asked[1]?.answer(ok({ rows: rows(1), more: false }));
    await second;
    asked[0].answer(ok({ rows: rows(5), more: false }));

    assert.deepEqual([search.state.rows.length, search.state.problem], [1, undefined]);
  });

  it('keeps what was there when it fails or is stopped, and says so', async () => {
    const first = search.refresh();
    asked[0]?.answer(ok({ rows: rows(3), more: false }));
    await first;

    const failing = search.refresh();
    asked[1]?.answer(fail({ code: 'not-readable', message: 'The search failed: no.' }));
    await failing;
    assert.deepEqual(
      [search.state.rows.length, search.state.problem],
      [3, 'The search failed: no.'],
    );

    const stopped = search.refresh();
    assert.equal(search.state.problem, undefined);
    search.cancel();
    await stopped;
    assert.deepEqual(
      [search.state.rows.length, search.state.searching, search.state.problem],
      [3, false, 'The search was stopped.'],
    );
  });

  it('shows nothing of another question', async () => {
    const first = search.refresh();
    asked[0]?.answer(ok({ rows: rows(3), more: false }));
    await first;

    void search.restart();

    assert.deepEqual(search.state.rows, []);
    search.dispose();
    assert.equal(asked[1]?.signal.aborted, true);
  });
});
