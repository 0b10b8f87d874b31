import assert from 'node:assert/strict';
import { claudeCode } from '../../../../../src/core/sources/claudeCode/claudeCode.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { countOf, indicesOf } from '../../../../../src/ports/runs.ts';
import { SessionShares } from '../../../../../src/core/sources/shares.ts';
import { readSample, sampleFiles, textOfBlock } from '../../../../fakes/transcripts.ts';

const auto = 'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569';
const parallel = 'claude-code/parallel-subagents/0ccf1a04-1b4c-43b6-8aa5-79e41db43a68';

const samples = {
  auto: [
    `${auto}.jsonl`,
    `${auto}/subagents/agent-a2898e3.jsonl`,
    `${auto}/subagents/agent-acompact-e1f845.jsonl`,
  ],
  bad: ['claude-code/bad-lines.jsonl'],
  flat: ['claude-code/flat-subagent-2.0.jsonl'],
  image: ['claude-code/image-in-tool-result.jsonl'],
  inline: ['claude-code/inline-sidechains-1.0.jsonl'],
  manual: ['claude-code/manual-compact.jsonl'],
  parallel: [
    `${parallel}.jsonl`,
    ...['a5bdbc1', 'a9cad17', 'aa5ef13', 'ac27727', 'afbbf75'].map(
      (agent) => `${parallel}/subagents/agent-${agent}.jsonl`,
    ),
  ],
  zero: ['claude-code/zero-usage.jsonl'],
};

function read(name: keyof typeof samples): RecordedSession {
  return readSample(claudeCode, sampleFiles(...samples[name]));
}

function peakOf(session: RecordedSession): number {
  return Math.max(...session.calls.map(({ usage }) => usage?.input ?? 0));
}

function callsOf(session: RecordedSession): number {
  return session.children.reduce(
    (sum, child) => sum + callsOf(child.session),
    session.calls.length,
  );
}

describe('sessions of Claude Code, from the samples', () => {
  it('have as many calls and the same peak of input as were counted in the files', () => {
    assert.equal(read('auto').calls.length, 139);
    assert.equal(peakOf(read('auto')), 164_831);
    assert.equal(callsOf(read('bad')), 54);
    assert.equal(peakOf(read('bad')), 86_733);
    assert.equal(callsOf(read('flat')), 19);
    assert.equal(peakOf(read('flat')), 40_616);
    assert.equal(callsOf(read('image')), 1);
    assert.equal(peakOf(read('image')), 29_803);
    assert.equal(callsOf(read('inline')), 170);
    assert.equal(callsOf(read('manual')), 3);
    assert.equal(peakOf(read('manual')), 24_744);
    assert.equal(read('parallel').calls.length, 11);
    assert.equal(peakOf(read('parallel')), 24_662);
    assert.equal(callsOf(read('zero')), 15);
    assert.equal(peakOf(read('zero')), 77_248);
  });

  it('count every record once, those that were not understood by type', () => {
    const { coverage } = read('auto');
    assert.equal(coverage.records, 1512 + 144 + 5);
    assert.deepEqual(coverage.unknown, {});
    assert.equal(coverage.beside['progress/hook_progress'], 852 + 70);
    assert.equal(coverage.beside['progress/bash_progress'], 163);
    const bad = read('bad').coverage;
    assert.equal(bad.records, 562);
    assert.equal(bad.bad, 2);
    assert.deepEqual(
      bad.badPlaces.map(({ origin }) => origin.offset),
      [0, 110],
    );
  });

  it('show exactly one automatic compaction, with the tokens that the file says and what left by id', () => {
    const session = read('auto');
    assert.equal(session.patches.length, 1);
    const [patch] = session.patches;
    assert.ok(patch);
    assert.equal(patch.kind, 'compact');
    assert.equal(patch.trigger, 'auto');
    assert.equal(patch.actor, 'client');
    assert.equal(patch.before, 170_251);
    assert.equal(patch.provenance, 'inferred');
    // What left is all that the last call before it carried and answered, and the results after it.
    const [last, next] = [session.calls[patch.call - 1], session.calls[patch.call]];
    assert.ok(last && next);
    assert.equal(last.usage?.input, 164_831);
    assert.equal(next.usage?.input, 36_081);
    const left = new Set(indicesOf(patch.left));
    assert.ok([...indicesOf(last.window), ...indicesOf(last.output)].every((at) => left.has(at)));
    assert.ok([...indicesOf(next.window)].every((at) => !left.has(at)));
    assert.equal(session.blocks[patch.left[0] ?? -1]?.id, 'user_001');
  });

  it('have the summary of a compaction in the place of what left, readable from the file', () => {
    const files = sampleFiles(...samples.auto);
    const session = readSample(claudeCode, files);
    const [patch] = session.patches;
    const summary = session.blocks[patch?.created[0] ?? -1];
    assert.ok(patch && summary);
    assert.equal(summary.kind, 'summary');
    assert.equal(summary.length, 15_743);
    assert.equal(textOfBlock(files, summary)?.length, 15_743);
    assert.equal(session.calls[patch.call]?.window[0], patch.created[0]);
  });

  it('give every block back from its origin, with the length that the block states', () => {
    for (const paths of Object.values(samples)) {
      const files = sampleFiles(...paths);
      const session = readSample(claudeCode, files);
      for (const part of [session, ...session.children.map((child) => child.session)]) {
        for (const block of part.blocks) {
          assert.equal(textOfBlock(files, block)?.length, block.length, block.id);
        }
      }
    }
  });

  it('account for the whole input of every call: shares and the unattributed rest are its sum', () => {
    for (const name of Object.keys(samples) as (keyof typeof samples)[]) {
      const session = read(name);
      for (const part of [session, ...session.children.map((child) => child.session)]) {
        const shares = new SessionShares(part);
        for (const call of part.calls) {
          const made = shares.composition(call);
          const sum = made.shares.reduce((total, { tokens }) => total + tokens, 0);
          assert.equal(sum + made.unattributed, call.usage?.input ?? made.total);
          assert.ok(made.unattributed >= 0);
        }
      }
    }
  });

  it('are the same however the file is cut into chunks', () => {
    const files = sampleFiles(...samples.bad);
    const whole = readSample(claudeCode, files, Infinity);
    assert.deepEqual(readSample(claudeCode, files, 777), whole);
  });

  it('have their subagents as sessions of their own, started by the call that asked for them', () => {
    const inline = read('inline');
    assert.equal(inline.children.length, 5);
    for (const { session, startedBy } of inline.children) {
      const call = inline.blocks[startedBy ?? -1];
      assert.equal(call?.tool, 'Task');
      assert.ok(session.calls.length > 0);
    }
    const nested = read('parallel');
    assert.deepEqual(
      nested.children.map(({ session }) => session.id),
      ['a5bdbc1', 'a9cad17', 'aa5ef13', 'ac27727', 'afbbf75'],
    );
    assert.ok(
      nested.children.every(({ startedBy }) => nested.blocks[startedBy ?? -1]?.tool === 'Task'),
    );
  });

  it('of a subagent alone are its own session', () => {
    const session = read('flat');
    assert.equal(session.children.length, 0);
    assert.equal(session.calls.length, 19);
    assert.equal(session.coverage.records, 95);
  });

  it('mark the request that made a summary', () => {
    const [, compaction] = read('auto').children;
    assert.equal(compaction?.label, 'Compaction');
    assert.equal(compaction.session.calls[0]?.purpose, 'summary');
  });

  it('tell what a session lost when it was taken up again: history that was not written once more', () => {
    const session = read('bad');
    assert.equal(session.patches.length, 1);
    const [patch] = session.patches;
    assert.equal(patch?.kind, 'rewind');
    assert.equal(countOf(patch.left), 32);
    // Results and calls of the parallel calls but the last: the next call was that much smaller.
    const [before, after] = [session.calls[patch.call - 1], session.calls[patch.call]];
    assert.equal(before?.usage?.input, 86_733);
    assert.equal(after?.usage?.input, 67_071);
    assert.equal(session.branches.length, 2);
  });

  it('take the newest title that is for one of their own records', () => {
    assert.equal(read('bad').title, 'Cehize Pabu Session Sifud Hazavo Harobapokef');
    assert.equal(read('parallel').title, 'Tedef porur teku kegana, vepug remid');
    // The only title there is belongs to another file: what was typed first stands for it.
    assert.equal(read('zero').title, '/mafi');
  });

  it('leave numbers of zero out: they are placeholders', () => {
    const session = read('zero');
    assert.equal(session.calls[0]?.usage, undefined);
    assert.ok(session.calls.some(({ usage }) => usage?.input === 77_248));
  });
});
