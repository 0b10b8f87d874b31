import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isObject } from '../../../../../src/core/sources/json.ts';
import { opencode } from '../../../../../src/core/sources/opencode/opencodeFormat.ts';
import {
  opencodeRecord,
  type OpencodeTable,
} from '../../../../../src/core/sources/opencode/opencodeRows.ts';
import {
  readSample,
  sampleFiles,
  type SampleFile,
  documentFile,
} from '../../../../fakes/transcripts.ts';
import { assertResumes } from '../../../../fakes/readerChecks.ts';
import {
  allSessions,
  assertSound,
  assertTexts,
  descriptionsOf,
} from '../../../../fakes/sessionChecks.ts';

function rowFiles(): SampleFile[] {
  const [file] = sampleFiles('opencode/made-rows.jsonl');
  return new TextDecoder()
    .decode(file?.bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: OpencodeTable; row: Record<string, unknown> })
    .map(({ table, row }) =>
      documentFile(`opencode.db#${table}/${String(row['id'])}`, opencodeRecord(table, row)),
    );
}

describe('opencode database', () => {
  const files = rowFiles();
  const session = readSample(opencode, files);

  it('reads the rows of a real run: a question with two tools, one more, a compaction, one more', () => {
    assert.equal(session.title, 'What was asked and what came of it');
    assert.deepEqual(session.versions, ['1.18.33']);
    assert.equal(session.questions, 3);
    assert.deepEqual(
      session.calls.map(({ usage, purpose }) => [usage?.input, usage?.output, purpose]),
      [
        [10, 5, undefined],
        [10, 5, undefined],
        [10, 5, undefined],
        [10, 5, undefined],
        [10, 5, 'summary'],
        [10, 5, undefined],
      ],
    );
    const failed = session.blocks.filter((block) => block.failed);
    assert.deepEqual(
      failed.map(({ description }) => description),
      ['File not found: /home/user/project/missing.txt'],
    );
  });

  it('has after the compaction the summary and the new question, as the model got them', () => {
    const last = session.calls.at(-1);
    assert.deepEqual(descriptionsOf(session, last?.window ?? []), [
      'What was asked and what came of it',
      'third question',
    ]);
    const [compact] = session.patches;
    assert.equal(compact?.trigger, 'manual');
    assert.equal(compact.actor, 'user');
  });

  it('counts every row, has every text, goes on from what was saved', () => {
    assert.equal(session.coverage.records, files.length);
    assert.equal(session.coverage.taken, files.length);
    assertTexts(files, session);
    assertSound(session);
    assertResumes(opencode, files);
    assert.equal(allSessions(session).length, 1);
  });

  it('makes a record of any row', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('session', 'message', 'part'),
        fc.dictionary(
          fc.constantFrom('id', 'session_id', 'data', 'revert', 'time_created'),
          fc.jsonValue(),
        ),
        (table, row) => {
          assert.ok(isObject(opencodeRecord(table, row)));
        },
      ),
    );
  });
});
