import assert from 'node:assert/strict';
import { claudeCode } from '../../../../../src/core/sources/claudeCode/claudeCode.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import { linesFile, readSample, textOfBlock } from '../../../../fakes/transcripts.ts';
import { Lines } from './lines.ts';

function read(lines: Lines): RecordedSession {
  return readSample(claudeCode, [linesFile('s1.jsonl', lines.records)]);
}

function ids(session: RecordedSession, runs: Runs | undefined): string[] {
  return [...indicesOf(runs ?? [])].map((index) => session.blocks[index]?.id ?? '?');
}

describe('the conversation in lines of Claude Code', () => {
  it('takes the usage of the last line of a message and makes one call of all its lines', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.text('m1', 'one', 100);
    lines.text('m1', 'two', 120);
    const session = read(lines);
    assert.equal(session.calls.length, 1);
    assert.equal(session.calls[0]?.usage?.input, 120);
    assert.deepEqual(ids(session, session.calls[0].window), ['user_001']);
    assert.deepEqual(ids(session, session.calls[0].output), ['assistant_002', 'assistant_003']);
  });

  it('keeps all results of parallel calls in the window, whatever record the next names as parent', () => {
    const lines = new Lines();
    lines.user('hello');
    const first = lines.call('m1', 'c1');
    const second = lines.call('m1', 'c2');
    const answer = lines.result('c2', 'two', { parentUuid: second });
    lines.result('c1', 'one', { parentUuid: first });
    lines.text('m2', 'done', 200, { parentUuid: answer });
    const session = read(lines);
    assert.deepEqual(ids(session, session.calls[1]?.window), [
      'user_001',
      'call_002',
      'call_003',
      'tool_004',
      'tool_005',
    ]);
    assert.deepEqual(session.patches, []);
  });

  it('follows links through progress and notes of the program, and moves nothing for them', () => {
    const lines = new Lines();
    lines.user('hello');
    const call = lines.call('m1', 'c1');
    lines.result('c1', 'one');
    lines.text('m2', 'done');
    const late = lines.add({ type: 'progress', data: { type: 'hook_progress' }, parentUuid: call });
    lines.add({ type: 'system', subtype: 'turn_duration', parentUuid: 'u4' });
    lines.user('again');
    lines.text('m3', 'yes');
    const session = read(lines);
    assert.deepEqual(session.patches, []);
    assert.equal(ids(session, session.calls[2]?.window).length, 5);
    assert.notEqual(late, '');
  });

  it('tells what a rewind took out of the window, once a call was made without it', () => {
    const lines = new Lines();
    lines.user('hello');
    const first = lines.text('m1', 'one');
    lines.user('wrong way');
    lines.text('m2', 'two');
    lines.user('right way', { parentUuid: first });
    lines.text('m3', 'three');
    const session = read(lines);
    const [patch] = session.patches;
    assert.equal(patch?.kind, 'rewind');
    assert.equal(patch.actor, 'user');
    assert.equal(patch.call, 2);
    assert.deepEqual(ids(session, patch.left), ['user_003', 'assistant_004']);
    assert.deepEqual(ids(session, session.calls[2]?.window), [
      'user_001',
      'assistant_002',
      'user_005',
    ]);
    assert.deepEqual(
      session.calls.map(({ branch }) => branch),
      [0, 0, 1],
    );
    assert.equal(session.branches[1]?.kept, 2);
  });

  it('tells nothing of a path that no call was made on', () => {
    const lines = new Lines();
    const first = lines.user('hello');
    const answer = lines.text('m1', 'one');
    lines.user('typed and taken back', { parentUuid: first });
    lines.user('goes on', { parentUuid: answer });
    lines.text('m2', 'two');
    const session = read(lines);
    assert.deepEqual(session.patches, []);
    assert.deepEqual(ids(session, session.calls[1]?.window), [
      'user_001',
      'assistant_002',
      'user_004',
    ]);
  });

  it('goes back to a branch that was left, and says what came back', () => {
    const lines = new Lines();
    const first = lines.user('hello');
    const answer = lines.text('m1', 'one');
    lines.user('other', { parentUuid: null });
    lines.text('m2', 'two');
    lines.user('on with the first', { parentUuid: answer });
    lines.text('m3', 'three');
    const session = read(lines);
    assert.equal(session.patches.length, 2);
    assert.deepEqual(ids(session, session.patches[1]?.left), ['user_003', 'assistant_004']);
    assert.deepEqual(ids(session, session.patches[1]?.back), ['user_001', 'assistant_002']);
    assert.deepEqual(ids(session, session.calls[2]?.window), [
      'user_001',
      'assistant_002',
      'user_005',
    ]);
    assert.notEqual(first, '');
  });

  it('follows the newest record where a parent is not in the file', () => {
    const lines = new Lines();
    lines.user('hello', { parentUuid: 'elsewhere' });
    lines.text('m1', 'one');
    lines.user('again', { parentUuid: 'nowhere' });
    lines.text('m2', 'two');
    const session = read(lines);
    assert.deepEqual(session.patches, []);
    assert.equal(ids(session, session.calls[1]?.window).length, 3);
  });

  it('ends with records that are their own parents or each other’s', () => {
    const lines = new Lines();
    lines.user('hello', { uuid: 'a', parentUuid: 'a' });
    lines.text('m1', 'one', 100, { uuid: 'b', parentUuid: 'c' });
    lines.text('m2', 'two', 100, { uuid: 'c', parentUuid: 'b' });
    const session = read(lines);
    assert.equal(session.calls.length, 2);
  });

  it('counts a record that is there twice once', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.text('m1', 'one');
    const [, second] = lines.records;
    lines.records.push({ ...second });
    const session = read(lines);
    assert.equal(session.blocks.length, 2);
    assert.equal(session.coverage.repeated, 1);
  });

  it('makes no call of what the program says by itself', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.add({
      type: 'assistant',
      isApiErrorMessage: true,
      message: { id: 'x', model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }] },
    });
    const session = read(lines);
    assert.equal(session.calls.length, 0);
    assert.equal(session.blocks.length, 2);
    assert.deepEqual(session.models, []);
  });

  it('tells sealed reasoning from reasoning that can be read', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.assistant('m1', { type: 'thinking', thinking: 'hm', signature: 'x'.repeat(100) });
    lines.assistant('m1', { type: 'thinking', thinking: '', signature: 'x'.repeat(160) });
    lines.assistant('m1', { type: 'redacted_thinking', data: 'y'.repeat(160) });
    const session = read(lines);
    assert.deepEqual(
      session.blocks.slice(1).map(({ fidelity, length, tokens }) => [fidelity, length, tokens]),
      [
        ['whole', 2, session.blocks[1]?.tokens],
        ['sealed', 160, 30],
        ['sealed', 160, 30],
      ],
    );
  });

  it('knows the file that a result is about, and the file that has a result too long for the transcript', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.call('m1', 'c1');
    lines.result('c1', '<persisted-output>\nFull output saved to: /c/s1/tool-results/t1.txt\n');
    const block = read(lines).blocks[2];
    assert.equal(block?.path, '/w/a');
    assert.equal(block.tool, 'Read');
    assert.equal(block.overflow, 't1.txt');
  });

  it('marks what the user stopped', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.text('m1', 'one');
    lines.user([{ type: 'text', text: '[Request interrupted by user]' }]);
    assert.equal(read(lines).calls[0]?.outcome, 'cancelled');
  });

  it('takes texts that the program puts in apart from what the user says', () => {
    const lines = new Lines();
    lines.user('<local-command-stdout>ok</local-command-stdout>');
    lines.user('note', { isMeta: true });
    lines.user('question');
    lines.add({ type: 'attachment', attachment: { type: 'todo', content: 'x' } });
    const session = read(lines);
    assert.deepEqual(
      session.blocks.map(({ kind }) => kind),
      ['injected', 'injected', 'user_message', 'injected'],
    );
    assert.equal(session.questions, 1);
    assert.equal(session.title, 'question');
  });

  it('counts types that it does not know, and goes on through them', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.add({ type: 'hologram', content: 'x' });
    lines.text('m1', 'one');
    const session = read(lines);
    assert.deepEqual(session.coverage.unknown, { hologram: 1 });
    assert.equal(session.coverage.records, 3);
    assert.equal(session.calls.length, 1);
  });

  it('reads a file that begins with a byte order mark', () => {
    const lines = new Lines();
    lines.user('hello');
    const plain = linesFile('s1.jsonl', lines.records);
    const marked = { path: 's1.jsonl', bytes: new Uint8Array([0xef, 0xbb, 0xbf, ...plain.bytes]) };
    const session = readSample(claudeCode, [marked]);
    assert.equal(session.blocks.length, 1);
    assert.equal(textOfBlock([marked], session.blocks[0] ?? assert.fail()), 'hello');
  });

  it('has nothing to tell of an empty file', () => {
    const session = readSample(claudeCode, [{ path: '/x/abc.jsonl', bytes: new Uint8Array(0) }]);
    assert.equal(session.id, 'abc');
    assert.equal(session.coverage.records, 0);
    assert.deepEqual(session.window, []);
  });
});
