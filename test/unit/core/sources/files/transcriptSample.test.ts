import assert from 'node:assert/strict';
import { transcriptSample } from '../../../../../src/core/sources/transcriptSample.ts';

function recordsOf(text: string, whole = false): readonly unknown[] {
  return transcriptSample('a\\b.jsonl', new TextEncoder().encode(text), whole).records;
}

describe('A sample of a transcript', () => {
  it('has the first records that are whole, at most 20', () => {
    assert.deepEqual(recordsOf('{"a":1}\nbad\n\n[2]\n{"c":'), [{ a: 1 }, [2]]);
    assert.deepEqual(recordsOf('{"a":1}\n{"b":2}', true), [{ a: 1 }, { b: 2 }]);
    assert.equal(recordsOf('{}\n'.repeat(50)).length, 20);
  });

  it('has a document as one record if it is whole, and none of its lines', () => {
    const text = JSON.stringify({ list: [{}, 1, 'two'] }, null, 1);

    assert.deepEqual(recordsOf(text, true), [{ list: [{}, 1, 'two'] }]);
    assert.deepEqual(recordsOf('{\n "list": [\n  1,\n'), []);
  });

  it('has the path with plain slashes and the beginning of the text', () => {
    const { path, text } = transcriptSample(
      'a\\b',
      new TextEncoder().encode('é'.repeat(9000)),
      true,
    );

    assert.deepEqual([path, text.length], ['a/b', 4000]);
  });
});
