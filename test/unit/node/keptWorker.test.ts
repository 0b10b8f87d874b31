import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemRandom } from '../../../src/node/systemRandom.ts';
import { WorkerTranscripts } from '../../../src/node/transcripts/workerTranscripts.ts';
import { KeptSessions } from '../../../src/panel/transcripts/keptSessions.ts';
import { readPresent, readReport } from '../../../src/panel/transcripts/sessionReport.ts';
import { sampleFile } from '../../fakes/transcripts.ts';
import { longestBlock } from './longestBlock.ts';
import { RecordingLog } from './sqliteLog.ts';
import { storesOfEachTest } from './sqliteSetup.ts';
import { codeOf, transcriptFolder, valueOf, type TranscriptFolder } from './transcriptsSetup.ts';

describe('Kept sessions in the workers', () => {
  const made = storesOfEachTest();
  let folder: TranscriptFolder;
  let source: WorkerTranscripts;
  let kept: KeptSessions;
  let workerPath: string;
  beforeEach(async () => {
    folder = await transcriptFolder();
    workerPath = join(folder.path, 'worker.cjs');
    buildSync({
      entryPoints: [
        fileURLToPath(
          new URL('../../../src/node/transcripts/transcriptsWorker.ts', import.meta.url),
        ),
      ],
      bundle: true,
      platform: 'node',
      outfile: workerPath,
    });
    const store = made.open();
    const clock = { now: () => Date.now() };
    source = new WorkerTranscripts({ workerPath, log: new RecordingLog(), kept: () => store });
    kept = new KeptSessions({
      ...{ source: () => source, store: () => store, query: () => ({ folders: undefined }) },
      ...{ clock, random: systemRandom },
    });
  });
  afterEach(async () => {
    kept.dispose();
    source.dispose();
    await folder.remove();
  });

  it('are read from the database when their files are gone, and listed as lost until they go too', async () => {
    const text = new TextDecoder().decode(sampleFile('claude-code/manual-compact.jsonl').bytes);
    const path = await folder.write('s1.jsonl', text);
    const before = valueOf(await readReport(source, { path }, 0)).text;
    valueOf(await kept.keep(path, {}));
    assert.deepEqual([kept.facts.get(path)?.lost, kept.lost.length], [false, 0]);

    await rm(path);
    await kept.refresh();
    const after = valueOf(await readPresent(source, path, kept, 0)).text;

    assert.equal(after, before);
    assert.deepEqual(
      kept.lost.map((row) => row.path),
      [path],
    );
    assert.equal(kept.facts.get(path)?.lost, true);
    valueOf(await kept.stop(path));
    assert.deepEqual([kept.facts.size, kept.lost.length], [0, 0]);
    assert.equal(codeOf(await readPresent(source, path, kept, 0)), 'not-found');
  });

  it('leave this thread free while megabytes are kept and read', async () => {
    const [line = ''] = new TextDecoder()
      .decode(sampleFile('claude-code/manual-compact.jsonl').bytes)
      .split('\n')
      .filter((one) => one.includes('"parentUuid"'));
    const path = await folder.write('s1.jsonl', `${line}\n`.repeat(24_000_000 / line.length));
    valueOf(await readReport(source, { path }, 0));

    const longest = await longestBlock(async () => {
      valueOf(await kept.keep(path, {}));
      await rm(path);
      valueOf(await readPresent(source, path, kept, 0));
    });

    assert.ok(longest < 50, `${longest.toFixed(1)} ms`);
  }).timeout(60_000);
});
