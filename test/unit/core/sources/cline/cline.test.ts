import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cline, rooCode } from '../../../../../src/core/sources/cline/taskFormats.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { readSample, documentFile, filesInLines } from '../../../../fakes/transcripts.ts';
import { assertResumes, damaged } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts, descriptionsOf } from '../../../../fakes/sessionChecks.ts';

const files = filesInLines('cline/made-task.jsonl');

function windowOf(session: RecordedSession, call: number): string[] {
  return descriptionsOf(session, session.calls[call]?.window ?? assert.fail());
}

describe('a task of Cline', () => {
  const session = readSample(cline, files);

  it('gives the task, its folder and its questions', () => {
    assert.equal(session.id, '1790000000000');
    assert.equal(session.folder, '/home/user/project');
    assert.equal(session.title, 'Put my notes in order.');
    assert.equal(session.questions, 2);
    assert.deepEqual(session.models, ['made-model-1', 'made-model-2']);
  });

  it('gives each request its tokens, cached ones included, and its answer', () => {
    assert.deepEqual(
      session.calls.map(({ usage, outcome, output }) => [
        usage?.input,
        usage?.output,
        outcome,
        descriptionsOf(session, output)[0]?.split(' ')[0],
      ]),
      [
        [5300, 40, 'ok', 'I'],
        [5720, 30, 'ok', 'Now'],
        [undefined, undefined, 'failed', undefined],
        [6230, 50, 'ok', 'Both'],
        [2640, 60, 'ok', 'They'],
      ],
    );
    assert.equal(session.calls[3]?.usage?.cacheRead, 5700);
    assert.equal(session.calls[3].usage.cacheWritten, 500);
  });

  it('leaves the range out from the request on that was shown before it', () => {
    const truncate = session.patches.find(({ kind }) => kind === 'truncate');
    assert.equal(truncate?.call, 3);
    assert.deepEqual(descriptionsOf(session, truncate.left), [
      "[read_file for 'one.txt'] Result:",
      session.blocks[4]?.description,
      session.blocks[5]?.description,
      'Now the second. <read_file> <path>two.txt</path> </read_file>',
    ]);
    assert.equal(windowOf(session, 1).length, 6);
    assert.ok(!windowOf(session, 3).some((text) => text.startsWith('Now the second')));
  });

  it('sends the edits of the history from their time on, and the former texts are still there', () => {
    const clears = session.patches.filter(({ kind }) => kind === 'clear');
    assert.deepEqual(
      clears.map(({ call }) => call),
      [2, 4],
    );
    assert.ok(windowOf(session, 2).some((text) => text.startsWith('[NOTE] Some previous')));
    const [stub] = clears[1]?.created ?? [];
    const [former] = clears[1]?.left ?? [];
    assert.equal(session.blocks[stub ?? -1]?.standsFor, former);
    assert.equal(session.blocks[stub ?? -1]?.kind, 'tool_result');
    assert.equal(session.blocks[former ?? -1]?.kind, 'tool_result');
    assert.equal(clears[1]?.recovery, 'transcript');
    assert.ok(
      windowOf(session, 4).includes('[[NOTE] This file read has been removed to save space.]'),
    );
    assert.ok(!windowOf(session, 4).some((text) => text.startsWith('second line')));
  });

  it('has the text of every block, counts every file, goes on from what was saved', () => {
    assertTexts(files, session);
    assertSound(session);
    assertResumes(cline, files);
    assert.equal(session.coverage.records, files.length);
    assert.equal(session.coverage.taken, files.length);
  });

  it('reads the same in any order of files', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...files.keys()], { minLength: files.length }), (order) => {
        const other = readSample(
          cline,
          order.flatMap((at) => files[at] ?? []),
        );
        assert.deepEqual(other.calls, session.calls);
        assert.deepEqual(
          other.patches.map(({ left }) => left),
          session.patches.map(({ left }) => left),
        );
      }),
    );
  });

  it('makes calls of the answers where no file tells of the requests', () => {
    const alone = readSample(cline, files.slice(0, 1));
    assert.deepEqual(
      alone.calls.map(({ usage, outcome }) => [usage, outcome]),
      [
        [undefined, 'ok'],
        [undefined, 'ok'],
        [undefined, 'ok'],
        [undefined, 'ok'],
      ],
    );
    assert.deepEqual(alone.calls[1]?.window, [0, 6]);
  });

  it('is told from Roo Code and from other documents', () => {
    const sample = (path: string, value: unknown): Parameters<typeof cline.recognises>[0] => ({
      path,
      records: value === undefined ? [] : [value],
      text: JSON.stringify(value ?? null),
    });
    const roo = filesInLines('roo-code/made-task.jsonl');
    for (const [own, other, [history, ui]] of [
      [cline, rooCode, files],
      [rooCode, cline, roo],
    ] as const) {
      for (const file of [history, ui]) {
        assert.ok(file !== undefined);
        const value: unknown = JSON.parse(new TextDecoder().decode(file.bytes));
        const name = file.path.split('/').at(-1) ?? '';
        assert.ok(own.recognises(sample(name, value)), name);
        assert.ok(!other.recognises(sample(name, value)), name);
        const long = { path: file.path, records: [], text: JSON.stringify(value).slice(0, 4000) };
        assert.ok(own.recognises(long), `long ${name}`);
      }
    }
    for (const other of [undefined, null, {}, [], [1], [{ role: 'user' }], { role: 'user' }]) {
      assert.ok(!cline.recognises(sample('a.json', other)));
    }
  });

  it('survives damage and any value: every file is counted, windows hold', () => {
    const numbers = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 45 });
    fc.assert(
      fc.property(numbers, (where) => {
        const read = readSample(cline, damaged(files, where));
        assert.equal(read.coverage.records, files.length);
        assertSound(read);
      }),
      { numRuns: 100 },
    );
    const small = fc.integer({ min: -2, max: 9 });
    const message = fc.record(
      {
        role: fc.constantFrom('user', 'assistant', 5),
        content: fc.oneof(
          fc.string(),
          fc.array(
            fc.record({
              type: fc.constantFrom('text', 'tool_use', 'tool_result', 'x'),
              text: fc.string(),
              content: fc.jsonValue(),
              input: fc.jsonValue(),
            }),
          ),
        ),
        ts: small,
        isSummary: fc.boolean(),
        isTruncationMarker: fc.boolean(),
        condenseId: fc.constantFrom('a', 'b', ''),
        condenseParent: fc.constantFrom('a', 'b', ''),
        truncationId: fc.constantFrom('a', 'b'),
        truncationParent: fc.constantFrom('a', 'b', ''),
      },
      { requiredKeys: ['role'] },
    );
    const ui = fc.record({
      ts: small,
      type: fc.constant('say'),
      say: fc.constantFrom('api_req_started', 'text', 'condense_context'),
      text: fc.constantFrom('{"tokensIn":3,"tokensOut":1}', '{', '[]'),
      conversationHistoryIndex: small,
      conversationHistoryDeletedRange: fc.tuple(small, small),
      contextCondense: fc.record({ condenseId: fc.constantFrom('a', 'b') }),
    });
    const edit = fc.tuple(
      small,
      fc.tuple(
        small,
        fc.array(
          fc.tuple(small, fc.array(fc.tuple(small, fc.constant('text'), fc.array(fc.string())))),
        ),
      ),
    );
    const document = fc.oneof(fc.jsonValue(), fc.array(message), fc.array(ui), fc.array(edit));
    fc.assert(
      fc.property(fc.array(document, { maxLength: 6 }), (documents) => {
        const made = documents.map((value, index) =>
          documentFile(`t/${String(index)}.json`, value),
        );
        for (const format of [cline, rooCode]) {
          const read = readSample(format, made);
          assert.equal(read.coverage.records, documents.length);
          assertSound(read);
        }
      }),
      { numRuns: 120 },
    );
  });
});
