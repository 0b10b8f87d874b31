import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WorkerTranscripts } from '../../../src/node/transcripts/workerTranscripts.ts';
import { StoredMemory } from '../../../src/node/transcripts/storedMemory.ts';
import { madeRecords } from '../../fakes/madeTranscripts.ts';
import { longestBlock } from './longestBlock.ts';
import { MemoryStore } from '../../fakes/memoryStore.ts';
import { long, until } from './transcriptsMemorySetup.ts';
import { RecordingLog } from './sqliteLog.ts';
import {
  codeOf,
  mainOf,
  stateWhere,
  transcriptFolder,
  valueOf,
  wordsOf,
  type TranscriptFolder,
} from './transcriptsSetup.ts';

/** The worker's program in one file, as it ships: it starts faster. */
function buildWorker(): string {
  const built = mkdtempSync(join(tmpdir(), 'chipboard-transcripts-'));
  process.once('exit', () => rmSync(built, { recursive: true, force: true }));
  const outfile = join(built, 'worker.cjs');
  buildSync({
    entryPoints: [fileURLToPath(new URL('../../fakes/madeTranscriptsWorker.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    outfile,
  });
  return outfile;
}

describe('Transcripts in a worker', () => {
  let workerPath: string;
  before(() => (workerPath = buildWorker()));
  let folder: TranscriptFolder;
  let source: WorkerTranscripts;
  beforeEach(async () => {
    folder = await transcriptFolder();
    source = new WorkerTranscripts({ workerPath, log: new RecordingLog() });
  });
  afterEach(async () => {
    source.dispose();
    await folder.remove();
  });

  it('go on from where they were in another worker, by what the store remembers', async () => {
    const store = new MemoryStore();
    const index = new StoredMemory(store, { now: () => 7 });
    const started = (): WorkerTranscripts =>
      new WorkerTranscripts({ workerPath, log: new RecordingLog(), index });
    const path = await folder.write('s1.jsonl', long);
    const [first, second] = [started(), started()];
    await first.open({ path, until: 'whole' });
    await until(async () => (await store.transcriptResume(path)) !== undefined);
    first.dispose();

    // Only where it goes on, all of it is there at once.
    const opened = valueOf(await second.open({ path, newest: 20_000 }));
    second.dispose();

    assert.deepEqual([opened.reading, opened.sessions[0]?.blocks], ['done', 2000]);
    assert.equal((await store.transcripts({}))[0]?.row.calls, 1000);
  });

  it('are opened, asked about, followed and closed', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(4));

    const opened = valueOf(await source.open({ path, follow: true }));
    const at = mainOf(opened);

    assert.equal(opened.following, true);
    assert.equal(valueOf(await source.overview(at)).calls, 2);
    assert.deepEqual(await wordsOf(source, opened), [
      'Question 0',
      'Answer 1',
      'Question 2',
      'Answer 3',
    ]);
    const changed = stateWhere(source, ({ sessions }) => sessions[0]?.blocks === 6);
    await folder.append('s1.jsonl', madeRecords(2, 4));
    const { generation, revision } = await changed;
    assert.deepEqual([generation, revision > opened.revision], [opened.generation, true]);
    assert.deepEqual(valueOf(await source.callWindow(at, 2)), [0, 5]);
    const report = valueOf(await source.report(at, { losses: true }));
    assert.match(report, /^\S+ session s1\n[^]*3 calls, 3 questions, 6 blocks, 0 patches\n/);
    await source.close(opened.transcript);
    assert.equal(codeOf(await source.overview(at)), 'not-open');
    assert.equal(codeOf(await source.report(at, { losses: true })), 'not-open');
  });

  it('pass failures on as results, of what is no question too', async () => {
    assert.equal(codeOf(await source.open({ path: folder.path })), 'unknown-format');
    const at = { transcript: 't1', generation: 1, session: [] };
    assert.equal(codeOf(await source.overview(at)), 'not-open');
    assert.equal(
      codeOf(await source.open({ path: folder.path }, AbortSignal.abort())),
      'cancelled',
    );
    assert.equal(codeOf(await source.open({ path: 3 as unknown as string })), 'not-readable');
  });

  it('are given up in the worker', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(60_000));
    const controller = new AbortController();
    source.onDidChange(() => controller.abort());

    const result = await source.open({ path, newest: 0, until: 'whole' }, controller.signal);

    assert.equal(codeOf(result), 'cancelled');
  });

  it('leave this thread free while much is read and asked', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(100_000));
    valueOf(await source.open({ path: await folder.write('s2.jsonl', madeRecords(2)) }));

    const longest = await longestBlock(async () => {
      const state = valueOf(await source.open({ path, newest: 0, until: 'whole' }));
      for (let from = 0; from < 5000; from += 500) {
        valueOf(await source.blocks(mainOf(state), { from, limit: 500 }));
        valueOf(await source.calls(mainOf(state), { from, limit: 500 }));
        valueOf(await source.compositions(mainOf(state), { from, limit: 100 }));
      }
    });

    assert.ok(longest < 50, `${longest.toFixed(1)} ms`);
  });

  it('are told as failed when the worker ends, and can be opened again in another', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(2));
    const first = valueOf(await source.open({ path }));
    const told = stateWhere(source, ({ reading }) => reading === 'failed');
    const broken = await folder.write('s2.jsonl', [{ made: 'question', text: 'leave' }]);

    assert.equal(codeOf(await source.open({ path: broken })), 'reader-ended');

    const { transcript, failure } = await told;
    assert.deepEqual([transcript, failure?.code], [first.transcript, 'reader-ended']);
    assert.equal(codeOf(await source.overview(mainOf(first))), 'not-open');
    const second = valueOf(await source.open({ path }));
    assert.notEqual(second.transcript, first.transcript);
    assert.equal((await wordsOf(source, second)).length, 2);
  });

  it('end the worker, not the program, when they need more memory than is allowed', async () => {
    source.dispose();
    source = new WorkerTranscripts({ workerPath, log: new RecordingLog(), memory: 24 });
    const big = await folder.write('s1.jsonl', madeRecords(150_000));
    const small = await folder.write('s2.jsonl', madeRecords(2));

    assert.equal(codeOf(await source.open({ path: big, newest: 0 })), 'reader-ended');
    assert.equal(valueOf(await source.open({ path: small })).sessions[0]?.blocks, 2);
  });

  it('are not had after it is disposed', async () => {
    source.dispose();

    assert.equal(codeOf(await source.find({ folders: undefined })), 'reader-ended');
  });
});
