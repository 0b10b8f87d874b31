import assert from 'node:assert/strict';
import { claudeCode } from '../../../../../src/core/sources/claudeCode/claudeCode.ts';
import {
  blockReports,
  inspectSession,
} from '../../../../../src/core/sources/inspect/inspection.ts';
import {
  inspectionText,
  turnText,
} from '../../../../../src/core/sources/inspect/inspectionText.ts';
import { readSample, sampleFiles } from '../../../../fakes/transcripts.ts';

const manual = 'claude-code/manual-compact.jsonl';
const bad = 'claude-code/bad-lines.jsonl';

function sampleOf(path: string): ReturnType<typeof readSample> {
  return readSample(claudeCode, sampleFiles(path));
}

describe('the report on a session', () => {
  it('sums what the provider counted, and counts the calls without a count', () => {
    const report = inspectSession(sampleOf('claude-code/zero-usage.jsonl'), { losses: false });
    const { turns, usage } = report;
    assert.equal(turns.length, 15);
    assert.equal(
      usage.input,
      turns.reduce((sum, turn) => sum + (turn.usage?.input ?? 0), 0),
    );
    assert.equal(usage.counted, turns.filter((turn) => turn.usage !== undefined).length);
    assert.equal(usage.counted + usage.uncounted, 15);
    assert.ok(usage.uncounted > 0);
    assert.deepEqual(report.peak?.input, 77_248);
  });

  it('is plain data: it comes back from JSON as it was', () => {
    const report = inspectSession(sampleOf(bad), { losses: true });
    assert.deepEqual(JSON.parse(JSON.stringify(report)), report);
  });

  it('lists the blocks of patches only where that is asked for', () => {
    const session = sampleOf(manual);
    const [plain] = inspectSession(session, { losses: false }).patches;
    assert.equal(plain?.left.blocks, 12);
    assert.equal(plain.left.list, undefined);
    const [listed] = inspectSession(session, { losses: true }).patches;
    assert.equal(listed?.left.list?.length, 12);
    assert.equal(listed.left.list[0]?.id, 'injected_001');
    assert.deepEqual(listed.left.list[0].origin, {
      file: 0,
      offset: 139,
      bytes: 858,
      path: ['message', 'content', 0, 'text'],
    });
  });

  it('as text tells calls, patches, losses with their places, and what was not understood', () => {
    const text = inspectionText(inspectSession(sampleOf(manual), { losses: true }));
    assert.match(text, /^Claude Code session 98b76fb9-/);
    assert.match(text, /3 calls, 3 questions, 18 blocks, 1 patch\n/);
    assert.match(text, /\n {5}3 {2}in 24,744 \(24,488 from the cache\), out 5 {2}10 blocks: /);
    assert.match(
      text,
      /patch_001 {2}compact by user, after the last turn, 26,634 tokens by the agent/,
    );
    assert.match(text, /inferred: The transcript marks a compaction/);
    assert.match(
      text,
      /- injected_001 ~\d+ .* @ claude-code\/manual-compact\.jsonl:139\+858 message\.content\.0\.text/,
    );
    assert.match(text, /Records: 26, of which 0 could not be read/);
    const badText = inspectionText(inspectSession(sampleOf(bad), { losses: false }));
    assert.match(badText, /2 could not be read/);
    assert.match(badText, /unreadable: file 1, byte 110: not JSON/);
  });

  it('marks estimates as such', () => {
    const text = inspectionText(
      inspectSession(sampleOf('claude-code/zero-usage.jsonl'), { losses: false }),
    );
    assert.match(text, /\n {5}1 {2}in ~[\d,]+ {2}2 blocks/);
    assert.match(text, /\n {5}4 {2}in 28,795 /);
  });

  it('tells the whole window of one turn, block by block', () => {
    const session = sampleOf(manual);
    const report = inspectSession(session, { losses: false });
    const [call] = session.calls;
    const [turn] = report.turns;
    assert.ok(call && turn);
    const text = turnText(
      turn,
      blockReports(session, call.window),
      blockReports(session, call.output),
      session.files,
    );
    assert.equal(text.split('\n').filter((line) => line.startsWith('  user_')).length, 1);
    assert.match(text, /Answer\n {2}reasoning_003/);
  });
});
