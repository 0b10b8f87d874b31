import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectTranscripts } from '../../../../src/node/transcripts/directTranscripts.ts';
import {
  FollowedTranscripts,
  type FollowEnd,
} from '../../../../src/panel/transcripts/followedTranscripts.ts';
import { readReport, reportOfOpen } from '../../../../src/panel/transcripts/sessionReport.ts';
import type { TranscriptSource } from '../../../../src/ports/transcripts.ts';
import { fail } from '../../../../src/ports/result.ts';
import { madeFormats, madeRecords } from '../../../fakes/madeTranscripts.ts';
import {
  codeOf,
  transcriptFolder,
  valueOf,
  type TranscriptFolder,
} from '../../node/transcriptsSetup.ts';

const now = 1_800_000_000_000;

describe('sessions that are followed', () => {
  let folder: TranscriptFolder;
  let source: DirectTranscripts;
  let followed: FollowedTranscripts;
  let ends: FollowEnd[];
  beforeEach(async () => {
    folder = await transcriptFolder();
    source = new DirectTranscripts({ formats: madeFormats });
    followed = new FollowedTranscripts({ source: () => source, clock: { now: () => now } });
    ends = [];
    followed.onDidEnd((end) => ends.push(end));
  });
  afterEach(async () => {
    followed.dispose();
    source.dispose();
    await folder.remove();
  });
  const changeWhere = (holds: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('It did not come to this.')), 3000);
      const look = (): void => {
        if (holds()) {
          clearTimeout(timer);
          subscription.dispose();
          resolve();
        }
      };
      const subscription = followed.onDidChange(look);
      look();
    });

  it('tell their calls and when they grew, until they are let go', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(4));

    const [first, again] = await Promise.all([followed.follow(path), followed.follow(path)]);
    assert.equal(valueOf(first), valueOf(again));
    const { state } = valueOf(first);
    assert.deepEqual([valueOf(first).calls, valueOf(first).grown], [2, undefined]);

    await folder.append('s1.jsonl', madeRecords(2, 4));
    await changeWhere(() => followed.all.get(path)?.calls === 3);
    assert.equal(followed.all.get(path)?.grown, now);

    await followed.stop(path);
    assert.equal(followed.all.size, 0);
    assert.equal(codeOf(await source.state(state.transcript)), 'not-open');
    assert.deepEqual(ends, []);
  });

  it('are let go of with a sentence when their file goes', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(2));
    const { state } = valueOf(await followed.follow(path));

    await rm(path);
    await changeWhere(() => followed.all.size === 0);

    assert.deepEqual(ends, [{ path, message: 'The file is not there any more.' }]);
    assert.equal(codeOf(await source.state(state.transcript)), 'not-open');
  });

  it('are one whatever link leads to them', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(2));
    const link = join(folder.path, 'link.jsonl');
    await symlink(path, link);

    const byLink = valueOf(await followed.follow(link));
    assert.equal(valueOf(await followed.follow(link)), byLink);
    assert.deepEqual([...followed.all.keys()], [path]);

    await followed.stop(path);
    assert.equal(followed.all.size, 0);
    for (const name of ['t1', 't2']) {
      assert.equal(codeOf(await source.state(name)), 'not-open');
    }
  });

  it('are none when the file is no transcript', async () => {
    const path = await folder.write('notes.txt', 'Notes\n');

    assert.equal(codeOf(await followed.follow(path)), 'unknown-format');
    assert.equal(followed.all.size, 0);
    await followed.stop(path);
  });

  it('that are stopped while they are being opened are not followed', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(2));

    const following = followed.follow(path);
    await followed.stop(path);

    await following;
    assert.equal(followed.all.size, 0);
  });
});

describe('the report on a transcript', () => {
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

  it('is of the whole session, which is closed again, with a row for the list', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(4000));

    const { text, row } = valueOf(await readReport(source, { path }, now));

    assert.match(text, /2,000 calls, 2,000 questions, 4,000 blocks/);
    assert.deepEqual([row.path, row.id, row.calls], [path, 's1', 2000]);
    assert.equal(codeOf(await source.state('t1')), 'not-open');
  });

  it('is a failure where the file is none, and can be given up', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(2));

    assert.equal(codeOf(await readReport(source, { path: `${path}x` }, now)), 'not-found');
    assert.equal(codeOf(await readReport(source, { path }, now, AbortSignal.abort())), 'cancelled');
  });

  it('is asked for again when the transcript was read anew meanwhile, but not for ever', async () => {
    const path = await folder.write('s1.jsonl', madeRecords(2));
    const { transcript } = valueOf(await source.open({ path }));
    let changes = 1;
    const changing: TranscriptSource = Object.create(source, {
      report: {
        value: (...args: Parameters<TranscriptSource['report']>) => {
          changes -= 1;
          return changes >= 0
            ? Promise.resolve(fail({ code: 'changed', message: 'Read anew.' }))
            : source.report(...args);
        },
      },
      state: { value: (name: string) => source.state(name) },
      overview: { value: (at: Parameters<TranscriptSource['overview']>[0]) => source.overview(at) },
    }) as TranscriptSource;

    assert.match(valueOf(await reportOfOpen(changing, transcript, now)).text, /1 call, /);
    changes = 9;
    assert.equal(codeOf(await reportOfOpen(changing, transcript, now)), 'changed');
  });
});
