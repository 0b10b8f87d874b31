import assert from 'node:assert/strict';
import fc from 'fast-check';
import { claudeCode } from '../../../../../src/core/sources/claudeCode/claudeCode.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import {
  readSample,
  type SampleFile,
  sampleFile,
  linesIn,
  fileOfLines,
  textOfBlock,
} from '../../../../fakes/transcripts.ts';
import { Lines } from './lines.ts';
import { assertTakesAny, lineCount, readWithCuts } from '../../../../fakes/readerChecks.ts';
import { assertShares, assertSound } from '../../../../fakes/sessionChecks.ts';

function parts(session: RecordedSession): RecordedSession[] {
  return [session, ...session.children.map((child) => child.session)];
}

/** All that must hold of a session that was read from one file. */
function assertAll(file: SampleFile, session: RecordedSession, records?: number): void {
  assertSound(session, records);
  for (const part of parts(session)) {
    assertShares(part);
    for (const block of part.blocks) {
      assert.equal(textOfBlock([file], block)?.length, block.length, block.id);
    }
  }
}

/** A compaction, questions, calls, hooks: what is told in few lines is soon in disorder. */
const lively = linesIn(sampleFile('claude-code/manual-compact.jsonl'));
const resumed = linesIn(sampleFile('claude-code/bad-lines.jsonl'))
  .filter((line) => !line.startsWith('//'))
  .slice(0, 60);
const copied = linesIn(sampleFile('claude-code/bad-lines.jsonl')).slice(351, 420);

describe('damaged sessions of Claude Code', () => {
  it('go on from what another reader knew, at any record', () => {
    for (const name of ['manual-compact', 'zero-usage', 'inline-sidechains-1.0']) {
      const file = sampleFile(`claude-code/${name}.jsonl`);
      const whole = readSample(claudeCode, [file]);
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat(430), { minLength: 1, maxLength: 6 }), (cuts) => {
          assert.deepEqual(readWithCuts(claudeCode, file, new Set(cuts)), whole);
        }),
        { numRuns: 6 },
      );
    }
  });

  it('are sound after every line', () => {
    for (const lines of [lively, linesIn(sampleFile('claude-code/zero-usage.jsonl'))]) {
      for (let count = 0; count <= lines.length; count += 1) {
        const file = fileOfLines(lines.slice(0, count));
        assertAll(file, readSample(claudeCode, [file]), count);
      }
    }
  });

  it('are sound with lines in any order, left out and repeated', () => {
    const lines = [...lively, ...resumed, ...copied];
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length - 1), { maxLength: 160 }), (order) => {
        const file = fileOfLines(order.map((at) => lines[at] ?? ''));
        assertAll(file, readSample(claudeCode, [file]), lineCount(file));
      }),
      { numRuns: 60 },
    );
  });

  it('have the same sums when every line is there twice', () => {
    for (const name of ['bad-lines', 'zero-usage', 'inline-sidechains-1.0']) {
      const lines = linesIn(sampleFile(`claude-code/${name}.jsonl`));
      const usage = (session: RecordedSession): unknown =>
        parts(session).map(({ calls }) => calls.map((call) => call.usage));
      const twice = readSample(claudeCode, [fileOfLines(lines.flatMap((line) => [line, line]))]);
      assert.deepEqual(usage(twice), usage(readSample(claudeCode, [fileOfLines(lines)])));
      assert.ok(twice.coverage.repeated > 0);
    }
  });

  it('survive bytes that were changed', () => {
    const text = fileOfLines(lively).bytes;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(text.length - 1), fc.nat(255)), { maxLength: 200 }),
        (changes) => {
          const bytes = text.slice();
          for (const [at, value] of changes) {
            bytes[at] = value;
          }
          const session = readSample(claudeCode, [{ path: 'x.jsonl', bytes }], 777);
          parts(session).forEach((part) => {
            assertSound(part);
            assertShares(part);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('take any value in any field', () => {
    const keys = ['type', 'content', 'text', 'id', 'input', 'tool_use_id', 'thinking', '__proto__'];
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>('tool_use', 'tool_result', 'text', 'thinking', 'u1', 'a'),
        fc.constantFrom<unknown>(null, -1, 1e99, 2 ** 53, '', [], '__proto__'),
        fc.dictionary(fc.constantFrom(...keys), tie('any')),
        fc.array(tie('any'), { maxLength: 4 }),
      ),
    })).any;
    const id = fc.constantFrom<unknown>('a', 'b', 'c', 'd', null, 7);
    const line = fc.record(
      {
        type: fc.constantFrom<unknown>(
          'user',
          'assistant',
          'system',
          'attachment',
          'progress',
          'summary',
          'api-request-shape',
          'api-request',
          7,
        ),
        subtype: fc.constantFrom<unknown>('compact_boundary', 'microcompact_boundary', 'x', 7),
        uuid: fc.oneof(id, fc.string({ maxLength: 2 })),
        parentUuid: id,
        isSidechain: fc.boolean(),
        isCompactSummary: fc.boolean(),
        agentId: id,
        timestamp: fc.constantFrom<unknown>(
          '2026-01-01T00:00:00.000Z',
          '2026-13-01T00:00:00.000Z',
          -5,
        ),
        message: fc.oneof(value, fc.record({ id, content: value, usage: value, model: value })),
        compactMetadata: fc.oneof(
          value,
          fc.record({
            compactedToolIds: value,
            preservedSegment: fc.record({ headUuid: id, tailUuid: id }),
            preservedMessages: fc.record({ uuids: fc.array(id, { maxLength: 3 }) }),
          }),
        ),
        attachment: value,
        rendered: value,
        shape: fc.oneof(value, fc.record({ system: value, tools: value })),
        shapeHash: id,
        id,
        requestRef: id,
        toolUseResult: value,
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, value), { maxLength: 24 }), (records) => {
        assertTakesAny(claudeCode, records);
      }),
      { numRuns: 500 },
    );
  });

  it('note what is nested beyond all measure, and read on', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    const reader = claudeCode.reader();
    const place = { file: 0, offset: 0, bytes: 0 };
    const lines = new Lines();
    lines.user([{ type: 'tool_result', tool_use_id: 'x', content: [deep] }]);
    lines.user('well');
    for (const record of lines.records) {
      reader.record(record, place);
    }
    const session = reader.session(['x']);
    assertSound(session, 2);
    assert.deepEqual(
      session.blocks.map(({ description }) => description),
      ['[nested too deep]', 'well'],
    );
  });

  it('need time in proportion to the file', () => {
    const time = (count: number): number => {
      const lines = new Lines();
      for (let at = 0; at < count; at += 2) {
        lines.user('x');
        lines.text(`m${at}`, 'y');
      }
      const file = fileOfLines(lines.records.map((record) => JSON.stringify(record)));
      const begun = performance.now();
      assert.equal(readSample(claudeCode, [file]).calls.length, count / 2);
      return performance.now() - begun;
    };
    time(1000);
    // Room for a busy machine; a square would be a hundredfold.
    assert.ok(time(10_000) < 40 * (time(1000) + 50));
  });
});
