import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import type { RecordedBlockRow, SessionOverview } from '../../../src/ports/transcriptRows.ts';
import type { TranscriptState } from '../../../src/ports/transcripts.ts';
import { MadeDatabase, sessionRow, turnRows, type MadeRow } from '../../fakes/opencodeDatabase.ts';
import {
  mainOf,
  stateWhere,
  transcriptFolder,
  valueOf,
  wordsOf,
  type TranscriptFolder,
} from './transcriptsSetup.ts';

/** A change is to be there so many milliseconds after the write. */
const soon = 400;

for (const watch of [true, false]) {
  describe(`Sessions in a database that are followed, ${watch ? 'watched' : 'on a drive that tells nothing'}`, () => {
    let folder: TranscriptFolder;
    let source: DirectTranscripts;
    let made: MadeDatabase;
    beforeEach(async () => {
      folder = await transcriptFolder();
      source = new DirectTranscripts({ follow: { watch } });
      made = new MadeDatabase(join(folder.path, 'opencode.db'));
      made.put([sessionRow('ses_a'), ...turnRows('ses_a', 1, 'first')]);
    });
    afterEach(async () => {
      source.dispose();
      made.close();
      await folder.remove();
    });

    const follow = async (): Promise<TranscriptState> =>
      valueOf(await source.open({ path: `${made.path}#ses_a`, follow: true }));

    /** Writes, and waits for the state after it. */
    const after = async (
      write: () => void,
      wanted: (state: TranscriptState) => boolean,
    ): Promise<TranscriptState> => {
      const changed = stateWhere(source, wanted);
      const start = performance.now();
      write();
      const state = await changed;
      const took = performance.now() - start;
      assert.ok(took < soon, `${took.toFixed(0)} ms`);
      return state;
    };
    const blocksOf = ({ sessions }: TranscriptState): number => sessions[0]?.blocks ?? 0;

    type Whole = readonly [SessionOverview, readonly RecordedBlockRow[]];
    const wholeOf = async (state: TranscriptState): Promise<Whole> => {
      const { files, ...overview } = valueOf(await source.overview(mainOf(state)));
      const blocks = valueOf(await source.blocks(mainOf(state), { from: 0, limit: 500 }));
      // Rows that came later have later places; which they are is the same.
      return [
        { ...overview, files: [...files].sort() },
        blocks.map(({ origin, ...block }) => ({
          ...block,
          origin: { ...origin, file: 0, path: [files[origin.file] ?? '', ...origin.path] },
        })),
      ];
    };
    const assertAsReadAnew = async (state: TranscriptState): Promise<void> => {
      const anew = valueOf(await source.open({ path: state.path, until: 'whole' }));
      assert.deepEqual(await wholeOf(state), await wholeOf(anew));
      await source.close(anew.transcript);
    };

    it('have new rows soon, and are the same generation', async () => {
      await follow();
      for (let turn = 2; turn < 6; turn += 1) {
        const state = await after(
          () => made.put(turnRows('ses_a', turn, `answer ${turn}`)),
          (one) => blocksOf(one) === turn * 2,
        );
        assert.equal(state.generation, 1);
        await assertAsReadAnew(state);
      }
    });

    it('have a row that was changed in its place, as another generation', async () => {
      await follow();
      const state = await after(
        () => made.put(turnRows('ses_a', 1, 'first, and more', 5)),
        ({ generation }) => generation === 2,
      );
      assert.deepEqual(await wordsOf(source, state), ['question 0001', 'first, and more']);
      const part = valueOf(await source.text(mainOf(state), { block: 1, from: 0, limit: 99 }));
      assert.equal(part.text, 'first, and more');
      await assertAsReadAnew(state);
    });

    it('are read anew when rows are removed, and are gone with their own', async () => {
      made.put(turnRows('ses_a', 2, 'second'));
      await follow();
      const state = await after(
        () => {
          made.remove(turnRows('ses_a', 2, ''));
        },
        (one) => blocksOf(one) === 2,
      );
      assert.equal(state.generation, 2);
      await assertAsReadAnew(state);

      await after(
        () => made.remove([sessionRow('ses_a')]),
        ({ reading }) => reading === 'gone',
      );
    });

    it('have a subagent that was started meanwhile', async () => {
      await follow();
      const sub: MadeRow[] = [
        sessionRow('ses_b', { parent_id: 'ses_a' }),
        ...turnRows('ses_b', 7, 'from below'),
      ];
      const state = await after(
        () => made.put(sub),
        ({ sessions }) => sessions[1]?.calls === 1,
      );
      await assertAsReadAnew(state);
    });

    it('are not told of when another session is written', async () => {
      await follow();
      let told = 0;
      source.onDidChange(() => (told += 1));

      made.put([sessionRow('ses_b'), ...turnRows('ses_b', 7, 'elsewhere')]);
      await new Promise((resolve) => setTimeout(resolve, 500));

      assert.equal(told, 0);
    });

    it('go on when the writer ends and another begins', async () => {
      await follow();
      made.close();
      made = new MadeDatabase(made.path, true);
      await after(
        () => made.put(turnRows('ses_a', 2, 'second')),
        (state) => blocksOf(state) === 4,
      );
    });
  });
}
