import assert from 'node:assert/strict';
import {
  geminiCliDocumentFormat,
  geminiCliFormat,
} from '../../../../../src/core/sources/geminiCli/geminiFormats.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import { linesFile, readSample, sampleFiles } from '../../../../fakes/transcripts.ts';
import { lineCount } from '../../../../fakes/readerChecks.ts';
import { assertShares, assertSound, assertTexts } from '../../../../fakes/sessionChecks.ts';

const made = 'gemini/made-rewind-and-compression.jsonl';

function read(path: string): RecordedSession {
  const files = sampleFiles(path);
  const session = readSample(geminiCliFormat, files);
  assertTexts(files, session);
  assertShares(session);
  assertSound(session, lineCount(files[0] ?? { path, bytes: new Uint8Array(0) }));
  return session;
}

function texts({ blocks }: RecordedSession, runs: Runs): string[] {
  return [...indicesOf(runs)].map((index) => (blocks[index]?.description ?? '').slice(0, 16));
}

describe('sessions of Gemini CLI', () => {
  it('reads a session without header and counts', () => {
    const session = read('gemini/session.jsonl');
    assert.equal(session.calls.length, 5);
    assert.equal(session.questions, 1);
    assert.equal(session.id, 'session');
    assert.deepEqual(session.models, ['gemini-2.5-flash']);
    assert.ok(session.calls.every(({ usage }) => usage === undefined));
    assert.equal(session.blocks.filter(({ kind }) => kind === 'tool_call').length, 4);
    assert.equal(session.coverage.taken, 7);
    assert.equal(session.updated, Date.parse('2025-12-06T18:27:49.718Z'));
  });

  it('counts each answer once, whatever number of times it is written', () => {
    const { calls, coverage, models, title, folder, id, questions } = read(made);
    assert.deepEqual(
      calls.map(({ usage }) => usage),
      [
        { input: 8120, output: 104, cacheRead: 0, reasoning: 63 },
        { input: 8726, output: 22, cacheRead: 8010, reasoning: 0 },
        { input: 8850, output: 9, cacheRead: 8700, reasoning: 0 },
        { input: 8860, output: 11, cacheRead: 8700, reasoning: 0 },
        { input: 8500, output: 7, cacheRead: 0, reasoning: 0 },
        { input: 2100, output: 5, cacheRead: 0, reasoning: 0 },
      ],
    );
    assert.deepEqual(coverage.beside, { info: 1 });
    assert.deepEqual(models, ['gemini-2.5-pro', 'gemini-2.5-flash']);
    assert.deepEqual(
      [title, folder, id, questions],
      ['Rilo vafe the tests', '/lasuzabe/path', '5b0c3a52-7f0e-4c58-9a1b-2f6f0a3f9d11', 5],
    );
  });

  it('has calls and results of tools in the window, and thoughts in the answer alone', () => {
    const session = read(made);
    const [first, second] = session.calls;
    assert.deepEqual(texts(session, first?.window ?? []), ['<session_context', 'Rilo vafe the te']);
    assert.deepEqual(texts(session, first?.output ?? []), ['Gofe the failing', '{"file_path":"/l']);
    assert.deepEqual(texts(session, second?.window ?? []), [
      '<session_context',
      'Rilo vafe the te',
      '{"file_path":"/l',
      'tuvoli nacuse ri',
    ]);
    const failed = session.blocks.filter((block) => block.failed === true);
    assert.deepEqual(
      failed.map(({ tool, call }) => [tool, call]),
      [['run_shell_command', 'shell-1']],
    );
    const result = session.blocks.find(({ kind }) => kind === 'tool_result');
    assert.equal(result?.path, '/lasuzabe/path/a.test.ts');
  });

  it('goes back, masks an output and compresses as the file says', () => {
    const session = read(made);
    assert.deepEqual(
      session.patches.map(({ kind, call }) => [kind, call]),
      [
        ['rewind', 3],
        ['truncate', 4],
        ['compact', 5],
      ],
    );
    const [rewind, masked, compacted] = session.patches;
    assert.deepEqual(texts(session, rewind?.left ?? []), ['Veko rano.', 'Lumo.']);
    assert.deepEqual(
      session.branches.map(({ parent, kept, from }) => [parent, kept, from]),
      [
        [undefined, 0, 0],
        [0, 7, 3],
      ],
    );
    assert.deepEqual(texts(session, masked?.left ?? []), ['tuvoli nacuse ri']);
    assert.deepEqual(texts(session, masked?.created ?? []), ['<tool_output_mas']);
    const stub = session.blocks[masked?.created[0] ?? -1];
    assert.equal(stub?.standsFor, masked?.left[0]);
    assert.deepEqual(texts(session, compacted?.created ?? []), [
      '<state_snapshot>',
      'Got it. Thanks f',
    ]);
    assert.deepEqual(texts(session, session.calls[5]?.window ?? []), [
      '<state_snapshot>',
      'Got it. Thanks f',
      'Dora mipe.',
      'Hepo.',
      'Tilo. {"inlineDa',
    ]);
  });

  it('forgets all messages when it goes back to one that it does not know', () => {
    const file = linesFile('x.jsonl', [
      { id: 'a', type: 'user', content: 'one' },
      { id: 'b', type: 'gemini', content: 'two', model: 'm' },
      { $rewindTo: 'nowhere' },
      { id: 'a', type: 'user', content: 'three' },
      { id: 'c', type: 'gemini', content: 'four', model: 'm' },
      { id: 'c', type: 'gemini', content: 'four', model: 'm' },
      { id: 'd', type: 'new', content: 'x' },
    ]);
    const session = readSample(geminiCliFormat, [file]);
    assert.deepEqual(texts(session, session.patches[0]?.left ?? []), ['one', 'two']);
    assert.deepEqual(texts(session, session.window), ['three', 'four']);
    assert.equal(session.coverage.repeated, 1);
    assert.deepEqual(session.coverage.unknown, { new: 1 });
  });

  it('keeps as many equal messages as a new history has', () => {
    const file = linesFile('x.jsonl', [
      { id: 'a', type: 'user', content: 'go' },
      { id: 'b', type: 'user', content: 'on' },
      {
        $set: {
          messages: [
            { id: 'n', type: 'user', content: [{ text: 'go' }] },
            { id: 'a', type: 'user', content: [{ text: 'go' }] },
          ],
        },
      },
    ]);
    const session = readSample(geminiCliFormat, [file]);
    assert.deepEqual(texts(session, session.window), ['go', 'go']);
    assert.deepEqual(texts(session, session.patches[0]?.left ?? []), ['on']);
    assert.equal(session.patches[0]?.kind, 'replace');
  });

  it('puts the newest text of a growing answer in the place of the former', () => {
    const tokens = { input: 5, output: 2, cached: 0, total: 7 };
    const file = linesFile('x.jsonl', [
      { id: 'a', type: 'user', content: 'one' },
      { id: 'b', type: 'gemini', content: 'be', model: 'm' },
      { id: 'b', type: 'gemini', content: 'beginning', model: 'm', tokens },
      { id: 'c', type: 'user', content: 'two' },
    ]);
    const session = readSample(geminiCliFormat, [file]);
    assert.deepEqual(texts(session, session.window), ['one', 'beginning', 'two']);
    assert.deepEqual(texts(session, session.calls[0]?.output ?? []), ['beginning']);
    assert.deepEqual(session.calls[0]?.usage, { input: 5, output: 2, cacheRead: 0 });
    assert.deepEqual(session.patches, []);
  });

  it('reads a document as the same session', () => {
    const files = sampleFiles('gemini/made-document.json');
    const session = readSample(geminiCliDocumentFormat, files);
    assertTexts(files, session);
    assertShares(session);
    assertSound(session, 1);
    assert.deepEqual(
      session.calls.map(({ usage }) => usage?.input),
      [8120, 8726, 8850],
    );
    assert.deepEqual(
      session.calls.map(({ window }) => texts(session, window).length),
      [1, 3, 7],
    );
    assert.equal(session.questions, 2);
    assert.equal(session.title, 'Rilo vafe the tests, noma.');
    assert.deepEqual(session.patches, []);
    const lines = read(made);
    assert.deepEqual(session.calls[1]?.output.length, lines.calls[1]?.output.length);
  });

  it('takes a document that was written anew in the place of the former', () => {
    const [file] = sampleFiles('gemini/made-document.json');
    const record: unknown = JSON.parse(new TextDecoder().decode(file?.bytes));
    const reader = geminiCliDocumentFormat.reader();
    reader.record(record, { file: 0, offset: 0, bytes: 1 });
    const once = reader.session(['x']);
    reader.record(record, { file: 0, offset: 0, bytes: 1 });
    const twice = reader.session(['x']);
    assert.deepEqual({ ...twice, coverage: null }, { ...once, coverage: null });
    assert.equal(twice.coverage.records, 2);
  });

  it('tells lines and documents apart, and from other formats', () => {
    const header = { sessionId: 'a', projectHash: 'b' };
    const both = (records: unknown[], text = ''): boolean[] =>
      [geminiCliFormat, geminiCliDocumentFormat].map(({ recognises }) =>
        recognises({ path: 'x', text, records }),
      );
    assert.deepEqual(both([header]), [true, false]);
    assert.deepEqual(both([{ id: 'x', type: 'gemini' }]), [true, false]);
    assert.deepEqual(both([{ ...header, messages: [] }]), [false, true]);
    const text = '{\n  "sessionId": "a",\n  "projectHash": "b",\n  "messages": [';
    assert.deepEqual(both([], text), [false, true]);
    assert.deepEqual(both([{ sessionId: 'a', type: 'user', uuid: 'b' }]), [false, false]);
    assert.deepEqual(both([null, 3, 'x', []], '{"version":3}'), [false, false]);
  });
});
