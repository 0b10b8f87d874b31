import assert from 'node:assert/strict';
import fc from 'fast-check';
import { opencode } from '../../../../../src/core/sources/opencode/opencodeFormat.ts';
import type { RecordedBlock } from '../../../../../src/core/sources/recordedBlock.ts';
import { within } from '../../../../../src/core/sources/windowCuts.ts';
import {
  readSample,
  textOfBlock,
  documentFile,
  filesInLines,
} from '../../../../fakes/transcripts.ts';
import { assertResumes, damaged } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts, descriptionsOf } from '../../../../fakes/sessionChecks.ts';

const storage = filesInLines('opencode/made-storage.jsonl');

function withoutOrigin(blocks: readonly RecordedBlock[]): object[] {
  return blocks.map((block) => ({ ...block, origin: undefined }));
}

describe('opencode storage', () => {
  const session = readSample(opencode, storage);

  it('gives the session, its facts and its questions', () => {
    assert.equal(session.id, 'ses_made0001');
    assert.equal(session.title, 'Notes put in order');
    assert.equal(session.folder, '/home/user/project');
    assert.deepEqual(session.versions, ['0.15.30']);
    assert.deepEqual(session.models, ['made-model']);
    assert.equal(session.questions, 4);
  });

  it('makes a call of each step, with the tokens of its end', () => {
    assert.deepEqual(
      session.calls.map(({ usage, purpose, outcome }) => [
        usage?.input,
        usage?.output,
        purpose,
        outcome,
      ]),
      [
        [1170, 42, undefined, 'ok'],
        [1210, 10, undefined, 'ok'],
        [1320, 9, undefined, 'ok'],
        [1100, 9, undefined, 'ok'],
        [1100, 60, 'summary', 'ok'],
        [210, 6, undefined, 'ok'],
        [undefined, undefined, undefined, 'cancelled'],
      ],
    );
    assert.deepEqual(session.calls[0]?.usage, {
      input: 1170,
      output: 42,
      cacheRead: 1000,
      cacheWritten: 50,
      reasoning: 12,
    });
  });

  it('shows results behind the whole answer, to the next step', () => {
    const [first, second] = session.calls;
    assert.deepEqual(
      [...session.blocks.slice(3, 9)].map(({ kind }) => kind),
      [
        'reasoning_trace',
        'assistant_message',
        'tool_call',
        'tool_call',
        'tool_result',
        'tool_result',
      ],
    );
    assert.deepEqual(first?.window, [0, 3]);
    assert.deepEqual(first?.output, [3, 7]);
    assert.deepEqual(second?.window, [0, 9]);
  });

  it('clears a compacted result before the first call after that time; its text is in the file', () => {
    const clear = session.patches.find(({ kind }) => kind === 'clear');
    assert.equal(clear?.call, 3);
    assert.equal(clear.recovery, 'transcript');
    assert.deepEqual(clear.left, [7, 8]);
    assert.deepEqual(within(session.calls[2]?.window ?? [], 7, 8), [7, 8]);
    assert.deepEqual(within(session.calls[3]?.window ?? [], 7, 8), []);
    assert.equal(textOfBlock(storage, session.blocks[7] ?? assert.fail())?.slice(0, 6), '1: one');
  });

  it('puts the summary before the kept end, and everything else has left', () => {
    const compact = session.patches.find(({ kind }) => kind === 'compact');
    assert.ok(compact !== undefined);
    assert.equal(compact.trigger, 'auto');
    assert.equal(compact.call, 5);
    assert.deepEqual(descriptionsOf(session, compact.created), [
      '## Goal Put the notes in order. ## Done Two of them.',
    ]);
    assert.deepEqual(descriptionsOf(session, session.calls[5]?.window ?? []), [
      '## Goal Put the notes in order. ## Done Two of them.',
      'And the third one?',
      'There is no third one.',
      'Continue if you have next steps.',
    ]);
    assert.equal(descriptionsOf(session, compact.left)[0], 'Put my notes in order.');
    assert.equal(descriptionsOf(session, compact.left).at(-1), 'They are in order.');
    // The summary's request had no kept end.
    assert.ok(
      !descriptionsOf(session, session.calls[4]?.window ?? []).includes('And the third one?'),
    );
  });

  it('hangs a subagent on the call that started it', () => {
    const [child] = session.children;
    assert.equal(child?.session.id, 'ses_made0002');
    assert.equal(session.blocks[child.startedBy ?? -1]?.call, 'c2');
    assert.equal(child.session.calls[0]?.usage?.input, 300);
  });

  it('counts every file once', () => {
    assert.equal(session.coverage.records, storage.length);
    assert.deepEqual({ ...session.coverage.unknown }, { hologram: 1 });
    assert.deepEqual({ ...session.coverage.beside }, { patch: 1, 'text, ignored': 1, todo: 1 });
    assert.equal(session.coverage.bad, 0);
  });

  it('has the text of every block', () => {
    assertTexts(storage, session);
    assertSound(session);
  });

  it('goes on from what was saved', () => {
    assertResumes(opencode, storage);
  });

  it('reads the same in any order of files', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...storage.keys()], { minLength: storage.length }),
        (order) => {
          const files = order.map((at) => storage[at]).filter((file) => file !== undefined);
          const other = readSample(opencode, files);
          assert.deepEqual(other.calls, session.calls);
          assert.deepEqual(withoutOrigin(other.blocks), withoutOrigin(session.blocks));
          assert.deepEqual(
            other.patches.map(({ left, kind }) => [kind, left]),
            session.patches.map(({ left, kind }) => [kind, left]),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('takes a file that changed in the place of the former, and counts it once', () => {
    const reader = opencode.reader();
    const place = { file: 0, offset: 0, bytes: 10 };
    const part = { id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_1', type: 'text' };
    reader.record({ id: 'msg_1', sessionID: 'ses_1', role: 'user', time: { created: 5 } }, place);
    reader.record({ ...part, text: 'so f' }, { ...place, file: 1 });
    reader.record({ ...part, text: 'so far' }, { ...place, file: 1 });
    const made = reader.session([]);
    assert.deepEqual(
      made.blocks.map(({ description }) => description),
      ['so far'],
    );
    assert.deepEqual([made.coverage.taken, made.coverage.records], [2, 2]);
  });

  it('takes back what the session is reverted from', () => {
    const files = storage.map((file) => {
      const value = JSON.parse(new TextDecoder().decode(file.bytes)) as Record<string, unknown>;
      return value['id'] === 'ses_made0001'
        ? documentFile(file.path, { ...value, revert: { messageID: 'msg_0011' } })
        : file;
    });
    const reverted = readSample(opencode, files);
    const rewind = reverted.patches.at(-1);
    assert.equal(rewind?.kind, 'rewind');
    assert.deepEqual(descriptionsOf(reverted, rewind.left), [
      'Continue if you have next steps.',
      'Nothing is left to do.',
      'Then stop.',
    ]);
  });

  it('is told from other documents', () => {
    const sample = (record: unknown): Parameters<typeof opencode.recognises>[0] => ({
      path: 'a.json',
      records: [record],
      text: '',
    });
    for (const { path, bytes } of storage.filter((file) => !file.path.includes('/todo/'))) {
      const record: unknown = JSON.parse(new TextDecoder().decode(bytes));
      assert.ok(opencode.recognises(sample(record)), path);
    }
    for (const other of [undefined, null, [], {}, { id: 'x', sessionID: 'y', role: 'user' }]) {
      assert.ok(!opencode.recognises(sample(other)));
    }
  });

  it('survives damage: every file is counted, windows hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 60 }),
        (numbers) => {
          const files = damaged(storage, numbers);
          const read = readSample(opencode, files);
          assert.equal(read.coverage.records, files.length);
          assertSound(read);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('survives any value, and sessions that are each other’s parents', () => {
    const ids = fc.constantFrom('a', 'b', 'c', '');
    const record = fc.oneof(
      fc.jsonValue(),
      fc.record({
        id: ids,
        parentID: ids,
        title: fc.string(),
        time: fc.jsonValue(),
        revert: fc.jsonValue(),
      }),
      fc.record({
        id: ids,
        sessionID: ids,
        role: fc.constantFrom('user', 'assistant'),
        summary: fc.boolean(),
        tokens: fc.jsonValue(),
        time: fc.record({ created: fc.nat(9), completed: fc.nat(9) }),
      }),
      fc.record({
        id: fc.string(),
        sessionID: ids,
        messageID: ids,
        type: fc.constantFrom('text', 'tool', 'step-start', 'step-finish', 'compaction', 'file'),
        text: fc.string(),
        state: fc.jsonValue(),
        tail_start_id: ids,
        tokens: fc.record({ input: fc.integer(), output: fc.double() }),
      }),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 40 }), (records) => {
        const reader = opencode.reader();
        records.forEach((value, file) => reader.record(value, { file, offset: 0, bytes: 1 }));
        const read = reader.session([]);
        assert.equal(read.coverage.records, records.length);
        assertSound(read);
      }),
      { numRuns: 300 },
    );
  });
});
