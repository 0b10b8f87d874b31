import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import { mostCharacters, type TranscriptState } from '../../../src/ports/transcripts.ts';
import { madeFormats, madeRecords, madeText } from '../../fakes/madeTranscripts.ts';
import {
  codeOf,
  mainOf,
  stateWhere,
  transcriptFolder,
  valueOf,
  wordsOf,
  type TranscriptFolder,
} from './transcriptsSetup.ts';

describe('Transcripts that are opened', () => {
  let folder: TranscriptFolder;
  let source: DirectTranscripts;
  beforeEach(async () => {
    folder = await transcriptFolder();
    source = new DirectTranscripts({ formats: madeFormats });
  });
  afterEach(async () => {
    source.dispose();
    await folder.remove();
  });
  const open = async (path: string): Promise<TranscriptState> =>
    valueOf(await source.open({ path, until: 'whole' }));

  it('are read whole, with facts, calls, windows and compositions', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(5));

    const state = await open(path);
    const at = mainOf(state);

    assert.equal(state.reading, 'done');
    assert.equal(state.bytesRead, state.bytesTotal);
    const overview = valueOf(await source.overview(at));
    assert.equal(overview.title, 'Question 0');
    assert.deepEqual([overview.blocks, overview.calls, overview.peakInput], [5, 2, 1003]);
    assert.equal(overview.coverage.records, 5);
    const calls = valueOf(await source.calls(at, { from: 1, limit: 9 }));
    assert.deepEqual(
      calls.map(({ index, windowBlocks, output }) => [index, windowBlocks, output]),
      [[1, 3, [3, 4]]],
    );
    assert.deepEqual(valueOf(await source.callWindow(at, 1)), [0, 3]);
    assert.deepEqual(valueOf(await source.callWindow(at, 2)), [0, 5]);
    const compositions = valueOf(await source.compositions(at, { from: 0, limit: 500 }));
    for (const { total, shares, unattributed } of compositions) {
      assert.equal(
        shares.reduce((sum, share) => sum + share.tokens, unattributed),
        total,
      );
    }
    assert.deepEqual(
      compositions.map(({ total, measured }) => [total, measured]),
      [
        [1001, true],
        [1003, true],
      ],
    );
  });

  it('give lists in pages of 500 and nothing beyond their end', async () => {
    const state = await open(await folder.write('s1.jsonl', madeRecords(1200)));
    const at = mainOf(state);

    const first = valueOf(await source.blocks(at, { from: 0, limit: 10_000 }));
    const last = valueOf(await source.blocks(at, { from: 1000, limit: 500 }));

    assert.equal(first.length, 500);
    assert.deepEqual([last.length, last[0]?.id], [200, 'user_1001']);
    for (const range of [
      { from: 1200, limit: 5 },
      { from: -3, limit: 5 },
      { from: 0, limit: -1 },
      { from: Number.NaN, limit: 1 },
    ]) {
      assert.deepEqual(valueOf(await source.blocks(at, range)), []);
    }
  });

  it('give the texts of blocks by characters, and say when the file is another', async () => {
    const long = 'é–𝒳'.repeat(200_000);
    const path = await folder.write('s1.jsonl', [{ made: 'question', text: long }]);
    const at = mainOf(await open(path));

    const parts: string[] = [];
    for (let from = 0; from < long.length; from += mostCharacters) {
      const part = valueOf(await source.text(at, { block: 0, from, limit: 1e9 }));
      assert.equal(part.length, long.length);
      parts.push(part.text);
    }
    assert.equal(parts.join(''), long);
    assert.equal(codeOf(await source.text(at, { block: 1, from: 0, limit: 1 })), 'out-of-range');

    const other = await folder.write('s2.jsonl', madeRecords(2));
    const second = mainOf(await open(other));
    await writeFile(other, madeText(madeRecords(2, 10)).slice(7));
    assert.equal(codeOf(await source.text(second, { block: 1, from: 0, limit: 9 })), 'changed');
  });

  it('take the files beside them that are of the same session, and no others', async () => {
    const path = await folder.write('s1.jsonl', [
      ...madeRecords(2),
      { made: 'question', text: 'cut', overflow: '/elsewhere/out.txt' },
    ]);
    await folder.write('s1/subagents/agent-b.jsonl', [{ made: 'question', agent: 'b', text: 'B' }]);
    await folder.write('s1/subagents/agent-a.jsonl', [{ made: 'question', agent: 'a', text: 'A' }]);
    await folder.write('agent-c.jsonl', [
      { made: 'question', agent: 'c', sessionId: 's1', text: 'C' },
    ]);
    await folder.write('agent-d.jsonl', [
      { made: 'question', agent: 'd', sessionId: 's2', text: 'D' },
    ]);
    await folder.write('s1/tool-results/out.txt', 'the whole text');
    const outside = await transcriptFolder();
    await outside.write('agent-e.jsonl', [{ made: 'question', agent: 'e', text: 'E' }]);
    await symlink(
      join(outside.path, 'agent-e.jsonl'),
      join(folder.path, 's1/subagents/agent-e.jsonl'),
    );

    const state = await open(path);
    await outside.remove();

    const overview = valueOf(await source.overview(mainOf(state)));
    assert.deepEqual(
      overview.children.map(({ label, blocks }) => [label, blocks]),
      [
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ],
    );
    assert.deepEqual(
      state.sessions.map(({ session, blocks }) => [session, blocks]),
      [
        [[], 3],
        [[0], 1],
        [[1], 1],
        [[2], 1],
      ],
    );
    const child = { ...mainOf(state), session: [1] };
    assert.equal(valueOf(await source.text(child, { block: 0, from: 0, limit: 9 })).text, 'B');
    const whole = { block: 2, from: 4, limit: 5, overflow: true };
    assert.equal(valueOf(await source.text(mainOf(state), whole)).text, 'whole');
    assert.equal(codeOf(await source.overview({ ...child, session: [3] })), 'out-of-range');
  });

  it('are documents in a folder of their own too', async () => {
    const records = madeRecords(2);
    await folder.write('task/api_conversation_history.json', JSON.stringify({ records }, null, 2));
    await folder.write('task/ui_messages.json', JSON.stringify({ records: madeRecords(2, 2) }));
    await folder.write('task/other.json', JSON.stringify({ records }));

    const state = await open(join(folder.path, 'task'));

    assert.equal(state.format, 'cline-made');
    assert.deepEqual(await wordsOf(source, state), [
      'Question 0',
      'Answer 1',
      'Question 2',
      'Answer 3',
    ]);
    const part = valueOf(await source.text(mainOf(state), { block: 3, from: 0, limit: 99 }));
    assert.equal(part.text, 'Answer 3');
  });

  it('show their end first where they are long, from a line on, and then all', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(4000));
    const whole = stateWhere(source, ({ reading }) => reading === 'done');

    const newest = valueOf(await source.open({ path, newest: 10_000 }));

    const { coverage, complete, blocks } = valueOf(await source.overview(mainOf(newest)));
    assert.deepEqual([newest.reading, complete, coverage.bad], ['newest', false, 0]);
    assert.ok(blocks > 100 && blocks < 200, String(blocks));
    const words = await wordsOf(source, newest);
    assert.equal(words.at(-1), 'Answer 3999');
    const last = { block: blocks - 1, from: 0, limit: 99 };
    assert.equal(valueOf(await source.text(mainOf(newest), last)).text, 'Answer 3999');

    const done = await whole;
    assert.notEqual(done.generation, newest.generation);
    assert.equal(codeOf(await source.overview(mainOf(newest))), 'changed');
    const all = valueOf(await source.overview(mainOf(done)));
    assert.deepEqual([all.blocks, all.complete], [4000, true]);
  });

  it('that end in one line longer than the newest part show that line', async () => {
    const text = 'x'.repeat(2_000_000);
    const path = await folder.write('s1.jsonl', [...madeRecords(2000), { made: 'question', text }]);

    const newest = valueOf(await source.open({ path, newest: 1000 }));

    const overview = valueOf(await source.overview(mainOf(newest)));
    assert.deepEqual([overview.blocks, overview.coverage.bad], [1, 0]);
  });

  it('that can not be read are failures, and nothing hangs on a pipe', async () => {
    await mkdir(join(folder.path, 'empty'));
    const pipe = join(folder.path, 'pipe.jsonl');
    execFileSync('mkfifo', [pipe]);
    const opened = async (path: string): Promise<string> => codeOf(await source.open({ path }));

    assert.equal(await opened(join(folder.path, 'none.jsonl')), 'not-found');
    assert.equal(await opened(join(folder.path, 'empty')), 'unknown-format');
    assert.equal(await opened(pipe), 'not-a-file');
    assert.equal(await opened('/dev/zero'), 'not-a-file');
    assert.equal(await opened(await folder.write('a.jsonl', '{"b":1}\n')), 'unknown-format');
    assert.equal(await opened(await folder.write('b.jsonl', '')), 'unknown-format');
    assert.equal(codeOf(await source.state('t99')), 'not-open');
    const other = await new DirectTranscripts().open({ path: await folder.write('c.txt', 'Hi\n') });
    assert.match(
      other.ok ? '' : other.failure.message,
      /^The file is no transcript that is known\. Known are those of Claude Code, Codex, [^.]+ and [^.,]+\.$/,
    );
  }).timeout(5000);

  it('tell of progress and can be given up', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(60_000));
    const controller = new AbortController();
    const seen: TranscriptState[] = [];
    source.onDidChange((state) => {
      seen.push(state);
      controller.abort();
    });

    const result = await source.open({ path, newest: 0, until: 'whole' }, controller.signal);

    assert.equal(codeOf(result), 'cancelled');
    const [first] = seen;
    assert.ok(first !== undefined && first.bytesRead > 0 && first.bytesRead < first.bytesTotal);
    assert.equal(codeOf(await source.state(first.transcript)), 'not-open');
    assert.equal(codeOf(await source.open({ path }, AbortSignal.abort())), 'cancelled');
  });
});
