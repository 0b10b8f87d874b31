import assert from 'node:assert/strict';
import { rooCode } from '../../../../../src/core/sources/cline/taskFormats.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import {
  readSample,
  type SampleFile,
  documentFile,
  filesInLines,
} from '../../../../fakes/transcripts.ts';
import { assertResumes } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts, descriptionsOf } from '../../../../fakes/sessionChecks.ts';

const files = filesInLines('roo-code/made-task.jsonl');

type Message = Record<string, unknown>;

function historyOf([file]: readonly SampleFile[]): Message[] {
  return JSON.parse(new TextDecoder().decode(file?.bytes)) as Message[];
}

/** The task with another history. */
function withHistory(change: (messages: Message[]) => Message[]): SampleFile[] {
  const [first, ...rest] = files;
  return [documentFile(first?.path ?? '', change(historyOf(files))), ...rest];
}

function windowOf(session: RecordedSession, call: number): string[] {
  return descriptionsOf(session, session.calls[call]?.window ?? assert.fail());
}

describe('a task of Roo Code', () => {
  const session = readSample(rooCode, files);

  it('takes the whole input as it is written where it has the cached parts', () => {
    assert.deepEqual(
      session.calls.map(({ usage, at }) => [usage?.input, usage?.cacheRead, (at ?? 0) % 10_000]),
      [
        [5000, 0, 1000],
        [6000, 5000, 2000],
        [7000, 6000, 3000],
        [5700, 5000, 4000],
        [5100, 5000, 5000],
      ],
    );
  });

  it('hides exactly what names the summary, from the call on that came after it', () => {
    const [compact] = session.patches;
    assert.equal(compact?.kind, 'compact');
    assert.equal(compact.call, 3);
    assert.equal(compact.before, 7020);
    assert.equal(compact.after, 5600);
    const left = descriptionsOf(session, compact.left);
    assert.equal(left.length, 4);
    assert.equal(left[0], 'First answer.');
    assert.equal(left[3], 'Second answer.');
    assert.deepEqual(descriptionsOf(session, compact.created), [
      'Condensing.',
      'Summary: one note was read.',
    ]);
    assert.ok(windowOf(session, 2).includes('Second answer.'));
    assert.ok(!windowOf(session, 2).includes('Condensing.'));
  });

  it('hides exactly what names the marker, a summary too, and puts both where they stand in the list', () => {
    const truncate = session.patches[1];
    assert.equal(truncate?.kind, 'truncate');
    assert.equal(truncate.call, 4);
    assert.deepEqual(descriptionsOf(session, truncate.left), [
      'Condensing.',
      'Summary: one note was read.',
      '<feedback> Go on. </feedback>',
      'Third answer.',
    ]);
    assert.deepEqual(windowOf(session, 4).slice(2), [
      '[ask] Result: fine',
      '[Sliding window truncation: 3 messages hidden to reduce context]',
      'Fourth answer.',
      '<feedback> The last one. </feedback>',
    ]);
  });

  it('sends messages again whose summary is gone', () => {
    const rewound = readSample(
      rooCode,
      withHistory((messages) => messages.filter(({ isSummary }) => isSummary !== true)),
    );
    assert.deepEqual(
      rewound.patches.map(({ kind }) => kind),
      ['truncate'],
    );
    assert.ok(windowOf(rewound, 4).includes('First answer.'));
    assert.ok(windowOf(rewound, 4).includes('Second answer.'));
  });

  it('finds the call of a summary by its place where the user was not shown it', () => {
    const [history] = files;
    assert.ok(history !== undefined);
    const alone = readSample(rooCode, [history]);
    assert.equal(alone.patches[0]?.kind, 'compact');
    // Three messages behind the summary were there before it.
    assert.equal(alone.patches[0].call, 3);
    assert.match(alone.patches[0].because, /told by its place/);
  });

  it('says that nothing brings back what a summary of an older version replaced', () => {
    const old = readSample(
      rooCode,
      withHistory((messages) =>
        messages
          .filter(
            ({ condenseParent: by, isTruncationMarker: mark }) => by !== 'cond-1' && mark !== true,
          )
          .map((message) => ({ ...message, condenseId: undefined, truncationParent: undefined })),
      ),
    );
    const [compact] = old.patches;
    assert.equal(compact?.kind, 'compact');
    assert.deepEqual(compact.left, []);
    assert.equal(compact.recovery, 'none');
  });

  it('adds cached tokens where an older version counts them apart', () => {
    const older = files.map((file) => {
      const text = new TextDecoder().decode(file.bytes);
      return {
        ...file,
        bytes: new TextEncoder().encode(
          text.replaceAll('\\"tokensIn\\": 6000', '\\"tokensIn\\": 20'),
        ),
      };
    });
    const read = readSample(rooCode, older);
    assert.equal(read.calls[1]?.usage?.input, 5520);
    assert.equal(read.calls[4]?.usage?.input, 10_100);
  });

  it('has the text of every block, counts every file, goes on from what was saved', () => {
    assertTexts(files, session);
    assertSound(session);
    assertResumes(rooCode, files);
    assert.equal(session.coverage.records, files.length);
    assert.deepEqual(session.coverage.beside, { 'files in context': 1 });
    assert.equal(session.id, 'made-roo-task');
    assert.equal(session.questions, 3);
  });
});
