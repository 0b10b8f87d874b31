import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  geminiCliDocumentFormat,
  geminiCliFormat,
} from '../../../../../src/core/sources/geminiCli/geminiFormats.ts';
import {
  readSample,
  sampleFiles,
  type SampleFile,
  fileOfLines,
} from '../../../../fakes/transcripts.ts';
import { assertTakesAny, lineCount, readWithCuts } from '../../../../fakes/readerChecks.ts';
import { assertShares, assertSound, assertTexts } from '../../../../fakes/sessionChecks.ts';

const [file] = sampleFiles('gemini/made-rewind-and-compression.jsonl');
assert.ok(file !== undefined);
const sample: SampleFile = file;
const lines = new TextDecoder()
  .decode(sample.bytes)
  .split('\n')
  .filter((line) => line !== '');

describe('damaged sessions of Gemini CLI', () => {
  it('goes on from what another reader knew, after each record', () => {
    const whole = readSample(geminiCliFormat, [sample]);
    assert.deepEqual(readWithCuts(geminiCliFormat, sample, new Set(lines.keys())), whole);
  });

  it('is sound after every line', () => {
    for (let count = 0; count <= lines.length; count += 1) {
      assertSound(readSample(geminiCliFormat, [fileOfLines(lines.slice(0, count))]), count);
    }
  });

  it('is sound with lines in any order, left out and repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length - 1), { maxLength: 80 }), (order) => {
        const shuffled = fileOfLines(order.map((at) => lines[at] ?? ''));
        const session = readSample(geminiCliFormat, [shuffled]);
        assertSound(session, lineCount(shuffled));
        assertShares(session);
        if (session.blocks.length > 0) {
          assertTexts([shuffled], session);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('survives bytes that were changed', () => {
    const changes = fc.array(fc.tuple(fc.nat(sample.bytes.length - 1), fc.nat(255)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(changes, (some) => {
        const bytes = sample.bytes.slice();
        for (const [at, value] of some) {
          bytes[at] = value;
        }
        const session = readSample(geminiCliFormat, [{ path: 'x.jsonl', bytes }], 333);
        assertSound(session);
        assertShares(session);
      }),
      { numRuns: 100 },
    );
  });

  it('takes any value in any field', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>('user', 'gemini', 'a', 'b', '', null, -1, 1e99, [], '__proto__'),
        fc.dictionary(
          fc.constantFrom(
            ...['id', 'type', 'content', 'thoughts', 'toolCalls', 'tokens', 'input', 'args'],
            ...['functionCall', 'functionResponse', 'response', 'output', 'inlineData', 'text'],
            ...['$set', '$rewindTo', 'messages', 'result', 'status', '__proto__'],
          ),
          tie('any'),
        ),
        fc.array(tie('any'), { maxLength: 4 }),
      ),
    })).any;
    const message = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom('user', 'gemini', 'info'),
      content: value,
      toolCalls: fc.array(value, { maxLength: 3 }),
      thoughts: value,
      tokens: fc.oneof(value, fc.constant({ input: 3, output: 1 })),
    });
    const record = fc.oneof(
      message,
      value,
      fc.record({ $set: fc.record({ messages: fc.array(message, { maxLength: 4 }) }) }),
      fc.record({ $rewindTo: fc.constantFrom('a', 'b', 'x') }),
      fc.record({ messages: fc.array(message, { maxLength: 4 }) }),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 15 }), (records) => {
        for (const format of [geminiCliFormat, geminiCliDocumentFormat]) {
          assertTakesAny(format, records);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('notes what is nested beyond all measure, and reads on', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    const reader = geminiCliFormat.reader();
    const place = { file: 0, offset: 0, bytes: 0 };
    reader.record({ id: 'a', type: 'user', content: deep }, place);
    reader.record({ id: 'b', type: 'user', content: 'well' }, place);
    const session = reader.session(['x']);
    assertSound(session, 2);
    assert.deepEqual(
      session.blocks.map(({ description }) => description),
      ['[nested too deep]', 'well'],
    );
  });
});
