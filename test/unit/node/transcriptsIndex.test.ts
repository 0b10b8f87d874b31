import assert from 'node:assert/strict';
import { stat, utimes } from 'node:fs/promises';
import {
  mostResumeBytes,
  type RememberedTranscript,
  type TranscriptMemory,
} from '../../../src/ports/transcriptStore.ts';
import type { TranscriptRow } from '../../../src/ports/transcripts.ts';
import { systemRandom } from '../../../src/node/systemRandom.ts';
import { keepSession } from '../../../src/panel/transcripts/keepSession.ts';
import { madeRecords } from '../../fakes/madeTranscripts.ts';
import { long, MemoryBench, until, type Start } from './transcriptsMemorySetup.ts';
import { valueOf } from './transcriptsSetup.ts';

const name = '.claude/projects/x/s1.jsonl';

describe('The index of transcripts', () => {
  let bench: MemoryBench;
  beforeEach(async () => (bench = await MemoryBench.make()));
  afterEach(() => bench.dispose());

  /** The only row that a new source finds, and how many records were read for it. */
  const find = async (start: Start = {}): Promise<[TranscriptRow | undefined, number]> => {
    const before = bench.told;
    const { rows } = valueOf(await bench.start(start).find({ folders: undefined }));
    const read = bench.told - before;
    const [row] = rows;
    // Nobody waits for what is remembered.
    await until(async () => {
      const [entry] = await bench.store.transcripts({});
      return start.memory !== undefined || entry?.row.modified === row?.modified;
    });
    return [row, read];
  };

  it('gives the row of a file that is as it was, and reads it no more', async () => {
    await bench.folder.write(name, madeRecords(4));

    const first = await find();
    const again = await find();

    assert.deepEqual(first[1], 4);
    assert.deepEqual(again, [first[0], 0]);
  });

  const changes: Readonly<Record<string, () => Promise<void>>> = {
    grew: () => bench.folder.append(name, madeRecords(2, 4)),
    'has another time': () => utimes(`${bench.folder.path}/${name}`, 1000, 1000),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`reads a file that ${what}`, async () => {
      const path = await bench.folder.write(name, madeRecords(4));
      await find();

      await change();

      const [row, read] = await find();
      const { size, mtimeMs } = await stat(path);
      assert.ok(read > 0);
      assert.deepEqual([row?.bytes, row?.modified], [size, mtimeMs]);
    });
  }

  it('reads a file once more for a newer importer, and without a memory', async () => {
    await bench.folder.write(name, madeRecords(4));
    await find();

    assert.equal((await find({ version: 2 }))[1], 4);
    assert.equal((await find({ memory: 'none' }))[1], 4);
  });

  it('tells folders by what is told beside a file, whoever looked before', async () => {
    await bench.folder.write('.claude/projects/-w-a/s1.jsonl', madeRecords(4));
    const folderIn = async (folder: string): Promise<string | undefined> =>
      valueOf(await bench.start().find({ folders: [folder] })).rows[0]?.folder;

    const [all] = await find();

    assert.equal(all?.folder, '');
    assert.equal(await folderIn('/w/a'), '/w/a');
    assert.equal(await folderIn('/w-a'), '/w-a');
    assert.equal(await folderIn('/w/b'), undefined);
  });

  it('has the calls of a session that was read whole, until it grows and is read again', async () => {
    const path = await bench.folder.write(name, long);
    const before = await find();

    await bench.read(path);
    await bench.remembered(path, 1000);
    const whole = await find();
    await bench.folder.append(name, madeRecords(2, 2000));
    const grown = await find();
    await bench.read(path);
    await bench.remembered(path, 1001);

    assert.deepEqual(
      [before, whole, grown, await find()].map(([row]) => row?.calls),
      [undefined, 1000, undefined, 1001],
    );
  });

  const never = (): Promise<never> => new Promise(() => undefined);
  const fails = (): Promise<never> => Promise.reject(new Error('no'));
  const memories: Readonly<Record<string, TranscriptMemory>> = {
    fails: { known: fails, resume: fails, remember: fails },
    'has what is none': {
      known: () => Promise.resolve([]),
      resume: () => Promise.resolve(Uint8Array.of(1, 2, 3)),
      remember: fails,
    },
    'never answers': { known: never, resume: never, remember: never },
  };
  for (const [what, memory] of Object.entries(memories)) {
    it(`hinders neither searching nor reading where it ${what}`, async () => {
      const path = await bench.folder.write(name, long);

      const [row] = await find({ memory });
      const state = await bench.read(path, { memory });

      assert.equal(row?.path, path);
      assert.deepEqual([state.reading, state.sessions[0]?.blocks], ['done', 2000]);
    });
  }

  it('is given no more than it may keep, in a buffer that can be handed over', async () => {
    const entries: RememberedTranscript[] = [];
    const memory: TranscriptMemory = {
      known: () => Promise.resolve([]),
      resume: () => Promise.resolve(undefined),
      remember: (given) => Promise.resolve(void entries.push(...given)),
    };
    const path = await bench.folder.write(name, long);

    await bench.read(path, { memory });
    await until(() => entries.length > 0);

    const { resume } = entries[0] ?? assert.fail();
    assert.ok(resume !== undefined && resume.length < mostResumeBytes);
    assert.equal(resume.buffer.byteLength, resume.length);
  });

  it('does not take what is kept for the file that is there now', async () => {
    const path = await bench.folder.write('s1.jsonl', long);
    const source = bench.start({ memory: 'none' });
    const parts = { source, store: bench.store, clock: { now: () => 1 }, random: systemRandom };
    await keepSession(parts, path);
    const [kept] = await bench.store.keptSessions();
    await bench.folder.write('s1.jsonl', madeRecords(4));

    const remembering = bench.start();
    const state = valueOf(await remembering.open({ path, kept: kept?.id ?? '', until: 'whole' }));
    await remembering.close(state.transcript);

    const other = await bench.folder.write('s2.jsonl', madeRecords(4));
    await bench.read(other);
    await bench.remembered(other, 2);
    assert.equal(state.sessions[0]?.blocks, 2000);
    assert.deepEqual(await bench.store.transcripts({ paths: [path] }), []);
  });
});
