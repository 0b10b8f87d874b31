import assert from 'node:assert/strict';
import fc from 'fast-check';
import { recordText } from '../../../../../src/core/sources/recordText.ts';
import type { TranscriptSample } from '../../../../../src/core/sources/transcriptFormat.ts';
import { embeddedValue } from '../../../../../src/core/sources/wire/embeddedValue.ts';
import { wireArchive, wireCapture } from '../../../../../src/core/sources/wire/wireFormats.ts';
import { linesFile, readSample, sampleFiles } from '../../../../fakes/transcripts.ts';
import { damaged } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts } from '../../../../fakes/sessionChecks.ts';

const pairs = sampleFiles('wire/made-pairs.jsonl');
const lines = new TextDecoder().decode(pairs[0]?.bytes).trimEnd().split('\n');

function sampleOf(path: string, value: unknown): TranscriptSample {
  return { path, records: [value], text: JSON.stringify(value).slice(0, 4000) };
}

describe('wire captures that are damaged', () => {
  it('counts every line, and windows hold, whatever bytes are changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 60 }),
        (where) => {
          const files = damaged(
            pairs,
            where.map((number, at) => (at % 3 === 2 ? Math.max(number, 0.01) : number)),
          );
          const read = readSample(wireCapture, files);
          const whole = new TextDecoder()
            .decode(files[0]?.bytes)
            .split('\n')
            .filter((line) => line.trim() !== '');
          assert.equal(read.coverage.records, whole.length);
          assertSound(read);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives the same sum of tokens for lines that are shuffled, and for answers that come twice', () => {
    const sum = (order: readonly number[]): number => {
      const files = [
        {
          path: 'a.jsonl',
          bytes: new TextEncoder().encode(order.map((at) => `${lines[at] ?? ''}\n`).join('')),
        },
      ];
      const read = readSample(wireCapture, files);
      assertSound(read);
      assertTexts(files, read);
      assert.equal(read.coverage.records, order.length);
      return [read, ...read.children.map(({ session }) => session)]
        .flatMap(({ calls }) => calls)
        .reduce((total, { usage }) => total + (usage?.input ?? 0), 0);
    };
    const all = [...lines.keys()];
    const whole = 30 + 900 + 980 + 425 + 920 + 100 + 300;
    assert.equal(sum(all), whole);
    assert.equal(sum([...all, ...all]), whole);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (order) => {
        assert.equal(sum(order), whole);
      }),
      { numRuns: 30 },
    );
  });

  it('survives any bodies', () => {
    const any = fc.jsonValue({ maxDepth: 2 });
    const part = fc.record({
      type: fc.constantFrom(
        'text',
        'tool_use',
        'tool_result',
        'image',
        'message',
        'function_call',
        'reasoning',
      ),
      text: fc.oneof(fc.string(), fc.constant('<summary>')),
      content: any,
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      call_id: fc.constantFrom('a', 'b'),
      tool_use_id: fc.constantFrom('a', 'b'),
      output: any,
      parts: any,
    });
    const list = fc.oneof(any, fc.array(part));
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
      content: list,
      parts: list,
      tool_calls: list,
    });
    const body = fc.record(
      {
        messages: fc.oneof(any, fc.array(message)),
        contents: fc.array(message),
        input: fc.array(part),
        tools: any,
        system: list,
        previous_response_id: fc.constantFrom('r'),
      },
      { requiredKeys: [] },
    );
    const answer = fc.record({
      id: fc.constant('r'),
      content: list,
      output: list,
      choices: list,
      candidates: list,
      usage: any,
      usageMetadata: any,
    });
    const record = fc.oneof(
      any,
      fc.record({
        request: fc.record({ body }),
        response: fc.record({ body: fc.oneof(answer, any) }),
      }),
      fc.record({ request: body, response: answer }),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        for (const format of [wireCapture, wireArchive]) {
          const files = [linesFile('a.jsonl', format === wireCapture ? records : [records])];
          const read = readSample(format, files);
          assert.equal(
            read.coverage.records,
            Math.max(records.length, format === wireCapture ? 0 : 1),
          );
          assertSound(read);
          assertTexts(files, read);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('survives values that are nested too deep', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `{"request":{"body":{"messages":[{"role":"user","content":[{"type":"x","a":${deep}}]}],"tools":${deep}}},"response":null}\n`;
    const read = readSample(wireCapture, [
      { path: 'a.jsonl', bytes: new TextEncoder().encode(text) },
    ]);
    assert.equal(read.coverage.records, 1);
    assert.equal(read.calls.length, 1);
  });

  it('finds nothing in a text that is neither JSON nor events, and ends on a broken stream', () => {
    assert.equal(embeddedValue('just words'), undefined);
    assert.equal(recordText({ a: 'just words' }, ['a', 'b']), undefined);
    const stream =
      'data: {"type":"message_start","message":{"id":"m"}}\n\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n","input":{}}}\n\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":"}}\n\ndata: {"ty';
    assert.deepEqual(embeddedValue(stream), {
      id: 'm',
      content: [{ type: 'tool_use', id: 't', name: 'n', input: { partial: '{"a":' } }],
      usage: {},
    });
  });

  it('is told from other files', () => {
    const [first = ''] = lines;
    assert.ok(wireCapture.recognises(sampleOf('a.jsonl', JSON.parse(first))));
    assert.ok(!wireArchive.recognises(sampleOf('a.jsonl', JSON.parse(first))));
    const har: unknown = JSON.parse(
      new TextDecoder().decode(sampleFiles('wire/made.har')[0]?.bytes),
    );
    assert.ok(wireArchive.recognises(sampleOf('a.har', har)));
    assert.ok(!wireCapture.recognises(sampleOf('a.har', har)));
    for (const other of [
      null,
      1,
      {},
      [],
      { request: {} },
      { request: { url: 'x' } },
      { log: {} },
      { type: 'session' },
    ]) {
      assert.ok(!wireCapture.recognises(sampleOf('a', other)));
      assert.ok(!wireArchive.recognises(sampleOf('a', other)));
    }
  });
});
