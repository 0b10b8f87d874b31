import assert from 'node:assert/strict';
import { claudeCode } from '../../../../../src/core/sources/claudeCode/claudeCode.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import { linesFile, readSample } from '../../../../fakes/transcripts.ts';
import { Lines } from './lines.ts';

function read(lines: Lines): RecordedSession {
  return readSample(claudeCode, [linesFile('s1.jsonl', lines.records)]);
}

function ids(session: RecordedSession, runs: Runs | undefined): string[] {
  return [...indicesOf(runs ?? [])].map((index) => session.blocks[index]?.id ?? '?');
}

function talk(lines: Lines): void {
  lines.user('hello');
  lines.call('m1', 'c1');
  lines.result('c1', 'a long result');
  lines.text('m2', 'done');
}

function boundary(
  lines: Lines,
  metadata: Record<string, unknown>,
  subtype = 'compact_boundary',
): void {
  lines.add({ type: 'system', subtype, parentUuid: null, ...metadata });
}

function summary(lines: Lines): void {
  lines.user('what was said', { isCompactSummary: true, isVisibleInTranscriptOnly: true });
}

describe('compactions in lines of Claude Code', () => {
  it('take everything before them out of the window', () => {
    const lines = new Lines();
    talk(lines);
    boundary(lines, { compactMetadata: { trigger: 'manual', preTokens: 900, postTokens: 90 } });
    summary(lines);
    lines.user('next');
    lines.text('m3', 'yes');
    const session = read(lines);
    const [patch] = session.patches;
    assert.ok(patch);
    assert.deepEqual(
      [patch.actor, patch.trigger, patch.before, patch.after],
      ['user', 'manual', 900, 90],
    );
    assert.deepEqual(ids(session, patch.left), [
      'user_001',
      'call_002',
      'tool_003',
      'assistant_004',
    ]);
    assert.deepEqual(ids(session, patch.created), ['summary_005']);
    assert.deepEqual(ids(session, session.calls[2]?.window), ['summary_005', 'user_006']);
    assert.equal(patch.call, 2);
  });

  it('are understood in the spelling of the SDK’s stream', () => {
    const lines = new Lines();
    talk(lines);
    boundary(lines, { compact_metadata: { trigger: 'auto', pre_tokens: 900 } });
    const [patch] = read(lines).patches;
    assert.deepEqual([patch?.trigger, patch?.before], ['auto', 900]);
  });

  it('without a summary leave an empty window and say that there is none', () => {
    const lines = new Lines();
    talk(lines);
    boundary(lines, { compactMetadata: { trigger: 'auto' } });
    lines.user('next');
    lines.text('m3', 'yes');
    const session = read(lines);
    assert.deepEqual(session.patches[0]?.created, []);
    assert.deepEqual(ids(session, session.calls[2]?.window), ['user_005']);
  });

  it('may follow each other: the second takes out what the first left', () => {
    const lines = new Lines();
    talk(lines);
    boundary(lines, { compactMetadata: {} });
    summary(lines);
    lines.user('next');
    lines.text('m3', 'yes');
    boundary(lines, { compactMetadata: {} });
    summary(lines);
    lines.user('last');
    lines.text('m4', 'yes');
    const session = read(lines);
    assert.deepEqual(ids(session, session.patches[1]?.left), [
      'summary_005',
      'user_006',
      'assistant_007',
    ]);
    assert.deepEqual(ids(session, session.calls[3]?.window), ['summary_008', 'user_009']);
  });

  it('carry a preserved segment over, behind the summary', () => {
    const lines = new Lines();
    talk(lines);
    boundary(lines, {
      compactMetadata: { preservedSegment: { headUuid: 'u2', anchorUuid: 'u6', tailUuid: 'u4' } },
    });
    summary(lines);
    lines.user('next');
    lines.text('m3', 'yes');
    const session = read(lines);
    assert.deepEqual(ids(session, session.patches[0]?.left), ['user_001']);
    assert.deepEqual(ids(session, session.calls[2]?.window), [
      'summary_005',
      'call_002',
      'tool_003',
      'assistant_004',
      'user_006',
    ]);
  });

  it('carry preserved messages over by their uuids', () => {
    const lines = new Lines();
    talk(lines);
    boundary(lines, { compactMetadata: { preservedMessages: { uuids: ['u4', 'nowhere', 7] } } });
    lines.user('next');
    lines.text('m3', 'yes');
    const session = read(lines);
    assert.deepEqual(ids(session, session.calls[2]?.window), ['assistant_004', 'user_005']);
  });

  it('are undone by a rewind to before them', () => {
    const lines = new Lines();
    talk(lines);
    boundary(lines, { compactMetadata: {} });
    summary(lines);
    lines.user('next', { parentUuid: 'u4' });
    lines.text('m3', 'yes');
    const session = read(lines);
    assert.equal(session.patches[1]?.kind, 'rewind');
    assert.deepEqual(ids(session, session.patches[1].left), ['summary_005']);
    assert.deepEqual(ids(session, session.calls[2]?.window), [
      'user_001',
      'call_002',
      'tool_003',
      'assistant_004',
      'user_006',
    ]);
  });

  for (const key of ['microcompactMetadata', 'compactMetadata']) {
    it(`clear results one by one, as ${key} names them, and leave stubs`, () => {
      const lines = new Lines();
      talk(lines);
      lines.add({
        type: 'system',
        subtype: 'microcompact_boundary',
        [key]: {
          trigger: 'auto',
          preTokens: 900,
          tokensSaved: 300,
          compactedToolIds: ['c1', 'c9'],
        },
      });
      lines.user('next');
      lines.text('m3', 'yes');
      const session = read(lines);
      const [patch] = session.patches;
      assert.ok(patch);
      assert.deepEqual([patch.kind, patch.before, patch.after], ['clear', 900, 600]);
      assert.deepEqual(ids(session, patch.left), ['tool_003']);
      assert.deepEqual(ids(session, session.calls[2]?.window), [
        'user_001',
        'call_002',
        'tool_005',
        'assistant_004',
        'user_006',
      ]);
      assert.equal(session.blocks[4]?.standsFor, 2);
      assert.equal(session.blocks[4].fidelity, 'lost');
      assert.equal(session.blocks[2]?.fidelity, 'whole');
    });
  }

  it('clear attachments without a stub', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.add({ type: 'attachment', attachment: { type: 'file', content: 'x' } });
    lines.text('m1', 'one');
    lines.add({
      type: 'system',
      subtype: 'microcompact_boundary',
      microcompactMetadata: { compactedToolIds: [], clearedAttachmentUUIDs: ['u2'] },
    });
    lines.user('next');
    lines.text('m2', 'yes');
    const session = read(lines);
    assert.deepEqual(ids(session, session.patches[0]?.left), ['injected_002']);
    assert.deepEqual(ids(session, session.calls[1]?.window), [
      'user_001',
      'assistant_003',
      'user_004',
    ]);
  });
});
