import assert from 'node:assert/strict';
import { appendFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import type { TranscriptState } from '../../../src/ports/transcripts.ts';
import { madeFormats, madeRecords, madeText } from '../../fakes/madeTranscripts.ts';
import {
  mainOf,
  stateWhere,
  transcriptFolder,
  valueOf,
  wordsOf,
  type TranscriptFolder,
} from './transcriptsSetup.ts';

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A change is to be there so many milliseconds after the write. */
const soon = 300;

for (const watch of [true, false]) {
  describe(`Transcripts that are followed, ${watch ? 'watched' : 'on a drive that tells nothing'}`, () => {
    let folder: TranscriptFolder;
    let source: DirectTranscripts;
    beforeEach(async () => {
      folder = await transcriptFolder();
      source = new DirectTranscripts({ formats: madeFormats, follow: { watch } });
    });
    afterEach(async () => {
      source.dispose();
      await folder.remove();
    });

    const follow = async (path: string): Promise<TranscriptState> =>
      valueOf(await source.open({ path, follow: true }));
    const blocksOf = ({ sessions }: TranscriptState): number => sessions[0]?.blocks ?? 0;

    it('are read on within 300 ms, from where they ended', async () => {
      const path = await folder.write('s1.jsonl', madeRecords(4));
      const { generation, sessions } = await follow(path);
      assert.deepEqual([generation, sessions[0]?.blocks], [1, 4]);

      for (let step = 0; step < 5; step += 1) {
        const changed = stateWhere(source, (state) => blocksOf(state) === 5 + step);
        const start = performance.now();
        await folder.append('s1.jsonl', madeRecords(1, 4 + step));
        const state = await changed;

        const took = performance.now() - start;
        assert.ok(took < soon, `${took.toFixed(0)} ms`);
        assert.equal(state.generation, 1);
        const calls = state.sessions[0]?.calls ?? 0;
        assert.equal(state.sessions[0]?.changedCalls, step % 2 === 1 ? calls - 1 : calls);
      }
    });

    it('keep half a line waiting until its end comes', async () => {
      const path = await folder.write('s1.jsonl', madeRecords(2));
      const opened = await follow(path);
      const line = Buffer.from(madeText([{ made: 'question', text: 'häl😀f' }]));

      for (let at = 0; at < line.length - 1; at += 7) {
        await appendFile(path, line.subarray(at, Math.min(at + 7, line.length - 1)));
        await later(30);
      }
      await later(200);
      const state = valueOf(await source.state(opened.transcript));
      const { coverage } = valueOf(await source.overview(mainOf(state)));
      assert.equal(coverage.bad, 0);
      await appendFile(path, '\n');
      await later(250);

      const end = valueOf(await source.state(opened.transcript));
      assert.equal(end.generation, 1);
      assert.deepEqual(await wordsOf(source, end), ['Question 0', 'Answer 1', 'häl😀f']);
    });

    it('begin again when they are cut, rotated or written anew in place', async () => {
      const path = await folder.write('s1.jsonl', madeRecords(6));
      let { generation } = await follow(path);
      const again = async (count: number, change: () => Promise<unknown>): Promise<void> => {
        const changed = stateWhere(
          source,
          (state) => state.generation > generation && blocksOf(state) === count,
        );
        await change();
        ({ generation } = await changed);
        await later(20);
      };

      await again(2, () => truncate(path, Buffer.byteLength(madeText(madeRecords(2)))));
      await again(5, async () => {
        await rename(path, `${path}.1`);
        await writeFile(path, madeText(madeRecords(5)));
      });
      const { size } = await stat(path);
      const other = madeText(madeRecords(5)).replaceAll('Question', 'Quastion');
      assert.equal(Buffer.byteLength(other), size);
      await again(5, () => writeFile(path, other));
      await again(7, () => writeFile(path, madeText(madeRecords(7, 100))));

      const state = await stateNow();
      assert.deepEqual((await wordsOf(source, state)).slice(0, 2), ['Question 100', 'Answer 101']);
      await folder.append('s1.jsonl', madeRecords(1, 107));
      await stateWhere(source, (after) => after.generation === generation && blocksOf(after) === 8);
    });

    async function stateNow(): Promise<TranscriptState> {
      return valueOf(await source.state('t1'));
    }

    it('that are touched or deleted stay as they were read, and go on when they come back', async () => {
      const path = await folder.write('s1.jsonl', madeRecords(4));
      await follow(path);

      await utimes(path, new Date(), new Date(Date.now() + 5000));
      await later(250);
      assert.equal((await stateNow()).generation, 1);

      const gone = stateWhere(source, ({ reading }) => reading === 'gone');
      await rm(path);
      assert.equal(blocksOf(await gone), 4);
      const back = stateWhere(source, (state) => state.reading === 'done' && blocksOf(state) === 3);
      await writeFile(path, madeText(madeRecords(3)));
      assert.ok((await back).generation > 1);
    });

    it('take new files beside them, also in folders that come later', async () => {
      const path = await folder.write('s1.jsonl', madeRecords(2));
      await follow(path);
      const children = (count: number) =>
        stateWhere(source, ({ sessions }) => sessions.length === 1 + count, 6000);

      const one = children(1);
      await folder.write('s1/subagents/agent-a.jsonl', [
        { made: 'question', agent: 'a', text: 'A' },
      ]);
      assert.equal((await one).generation, 1);
      const grown = stateWhere(source, ({ sessions }) => sessions[1]?.blocks === 2, 6000);
      await folder.append('s1/subagents/agent-a.jsonl', [
        { made: 'answer', agent: 'a', text: 'more', input: 5 },
      ]);
      assert.deepEqual((await grown).sessions[1]?.session, [0]);
      const two = children(2);
      await folder.write('s1/subagents/agent-b.jsonl', [
        { made: 'question', agent: 'b', text: 'B' },
      ]);
      await two;
    });

    it('are read again as documents when they change, and never half', async () => {
      const text = (count: number): string => JSON.stringify({ records: madeRecords(count) });
      const path = await folder.write('task/api_conversation_history.json', text(2));
      await follow(path);
      const states: number[] = [];
      source.onDidChange((state) => states.push(blocksOf(state)));

      const changed = stateWhere(source, (state) => blocksOf(state) === 4);
      await writeFile(path, text(4).slice(0, 50));
      await later(220);
      await writeFile(path, text(4));
      const state = await changed;

      assert.ok(state.generation > 1);
      assert.equal((await wordsOf(source, state)).length, 4);
      assert.ok(
        states.every((count) => count === 2 || count === 4),
        states.join(),
      );
    });

    it('are left alone after they are closed', async () => {
      const path = await folder.write('s1.jsonl', madeRecords(2));
      const { transcript } = await follow(path);
      let told = 0;
      source.onDidChange(() => (told += 1));

      await source.close(transcript);
      await folder.append('s1.jsonl', madeRecords(2, 2));
      await later(400);

      assert.equal(told, 0);
    });
  });
}
