import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codexFormat } from '../../../../../src/core/sources/codex/codexFormat.ts';
import { readSample, sampleFile, linesIn, fileOfLines } from '../../../../fakes/transcripts.ts';
import { assertTakesAny, lineCount, readWithCuts } from '../../../../fakes/readerChecks.ts';
import { assertShares, assertSound, assertTexts } from '../../../../fakes/sessionChecks.ts';

/** The lines around the compaction: what is told in few lines is soon in disorder. */
const lively = linesIn(sampleFile('codex/compacted.jsonl')).slice(1700, 1850);

describe('damaged rollouts', () => {
  it('goes on from what another reader knew, at any record', () => {
    for (const name of ['plain', 'legacy-unenveloped']) {
      const file = sampleFile(`codex/${name}.jsonl`);
      const whole = readSample(codexFormat, [file]);
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat(250), { minLength: 1, maxLength: 6 }), (cuts) => {
          assert.deepEqual(readWithCuts(codexFormat, file, new Set(cuts)), whole);
        }),
        { numRuns: 6 },
      );
    }
    const file = fileOfLines(lively);
    const whole = readSample(codexFormat, [file]);
    assert.equal(whole.patches.length, 1);
    assert.deepEqual(readWithCuts(codexFormat, file, new Set(lively.keys())), whole);
  });

  it('is sound after every line', () => {
    for (let count = 0; count <= lively.length; count += 1) {
      const session = readSample(codexFormat, [fileOfLines(lively.slice(0, count))]);
      assertSound(session, count);
    }
  });

  it('is sound with lines in any order, left out and repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(lively.length - 1), { maxLength: 120 }), (order) => {
        const file = fileOfLines(order.map((at) => lively[at] ?? ''));
        const session = readSample(codexFormat, [file]);
        assertSound(session, lineCount(file));
        assertShares(session);
        if (session.blocks.length > 0) {
          assertTexts([file], session);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes no count twice when every line is there twice', () => {
    const twice = linesIn(sampleFile('codex/plain.jsonl')).flatMap((line) => [line, line]);
    const { calls } = readSample(codexFormat, [fileOfLines(twice)]);
    const counted = calls.filter(({ usage }) => usage !== undefined);
    assert.equal(counted.length, 81);
  });

  it('survives bytes that were changed', () => {
    const text = new TextEncoder().encode(lively.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(text.length - 1), fc.nat(255)), { maxLength: 200 }),
        (changes) => {
          const bytes = text.slice();
          for (const [at, value] of changes) {
            bytes[at] = value;
          }
          const session = readSample(codexFormat, [{ path: 'x.jsonl', bytes }], 777);
          assertSound(session);
          assertShares(session);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('takes any value in any field', () => {
    const keys = ['type', 'role', 'content', 'output', 'info', 'replacement_history', 'call_id'];
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>('message', 'user', 'compaction', 'function_call', 'token_count'),
        fc.constantFrom<unknown>(null, -1, 1e99, 2 ** 53, '', [], '__proto__'),
        fc.dictionary(fc.constantFrom(...keys, 'id', 'text', 'num_turns', '__proto__'), tie('any')),
        fc.array(tie('any'), { maxLength: 4 }),
      ),
    })).any;
    const envelope = fc.record({
      timestamp: fc.oneof(value, fc.constant('2026-01-01T00:00:00Z')),
      type: fc.oneof(
        value,
        fc.constantFrom('session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'),
      ),
      payload: value,
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(envelope, value), { maxLength: 20 }), (records) => {
        assertTakesAny(codexFormat, records);
      }),
      { numRuns: 500 },
    );
  });

  it('calls what is nested beyond all measure bad, and reads on', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    const reader = codexFormat.reader();
    const place = { file: 0, offset: 0, bytes: 0 };
    const content = (value: unknown): unknown => ({
      timestamp: '2026-01-01T00:00:00Z',
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: value },
    });
    reader.record(content(deep), place);
    reader.record(content('well'), place);
    const session = reader.session(['x']);
    assertSound(session, 2);
    assert.equal(session.coverage.bad, 1);
    assert.equal(session.blocks.at(-1)?.description, 'well');
  });

  it('needs time in proportion to the file', () => {
    const time = (count: number): number => {
      const back = JSON.stringify({
        timestamp: '2026-01-01T00:00:00Z',
        type: 'event_msg',
        payload: { type: 'thread_rolled_back', num_turns: 1 },
      });
      const lines = Array.from({ length: count }, (_, at) =>
        at % 3 === 2
          ? back
          : JSON.stringify({
              timestamp: '2026-01-01T00:00:00Z',
              type: 'response_item',
              payload: { type: 'message', role: at % 3 === 0 ? 'user' : 'assistant', content: 'x' },
            }),
      );
      const file = fileOfLines(lines);
      const begun = performance.now();
      assertSound(readSample(codexFormat, [file]), count);
      return performance.now() - begun;
    };
    time(1000);
    // Room for a busy machine; a square would be a hundredfold.
    assert.ok(time(20_000) < 40 * (time(2000) + 50));
  });
});
