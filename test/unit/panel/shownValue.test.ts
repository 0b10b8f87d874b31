import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownValue } from '../../../src/panel/shownValue.ts';
import type { ShownValue } from '../../../src/protocol/chips.ts';

/** What a shown value says, where nothing of it was cut. */
function meaning(value: ShownValue): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if ('cut' in value) {
    return 'cut';
  }
  assert.equal(value.left, 0);
  return 'list' in value
    ? value.list.map(meaning)
    : Object.fromEntries(value.fields.map(([key, field]) => [key, meaning(field)]));
}

describe('shownValue', () => {
  it('cuts long texts and says how long they are', () => {
    assert.deepEqual(shownValue({ content: 'x'.repeat(5000) }), {
      fields: [['content', { cut: 'x'.repeat(2000), characters: 5000 }]],
      left: 0,
    });
  });

  it('never cuts a pair of surrogates', () => {
    assert.deepEqual(shownValue('𝒳𝒳𝒳', { characters: 3 }), { cut: '𝒳', characters: 6 });
  });

  it('cuts long lists, long objects and what is nested too deep', () => {
    const deep = { a: { b: { c: 1, d: 2 } } };

    assert.deepEqual(shownValue([1, 2, 3], { entries: 2 }), { list: [1, 2], left: 1 });
    assert.deepEqual(shownValue({ a: 1, b: 2, c: 3 }, { entries: 1 }), {
      fields: [['a', 1]],
      left: 2,
    });
    assert.deepEqual(shownValue(deep, { depth: 2 }), {
      fields: [['a', { fields: [['b', { fields: [], left: 2 }]], left: 0 }]],
      left: 0,
    });
  });

  it('shows what is no JSON value as its text, and ends for a value within itself', () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;

    assert.deepEqual(shownValue([undefined, NaN, 5n]), {
      list: ['undefined', 'NaN', '5'],
      left: 0,
    });
    assert.match(JSON.stringify(shownValue(ring)), /"left":1/);
  });

  it('stays below its size, whatever the value', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('\u0001'.repeat(3000), 'x'.repeat(2000), '\ud800'.repeat(1999)),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double(),
        fc.array(tie('any'), { maxLength: 30 }),
        fc.dictionary(text, tie('any'), { maxKeys: 30 }),
      ),
    })).any;

    fc.assert(
      fc.property(value, fc.integer({ min: 2000, max: 20_000 }), (given, size) => {
        const many = Array.from({ length: 20 }, () => given);

        assert.ok(JSON.stringify(shownValue(many, { size })).length <= size);
      }),
    );
  });

  it('gives small values as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), (value) => {
        const seen: unknown = JSON.parse(JSON.stringify(value));
        const shown: unknown = JSON.parse(JSON.stringify(meaning(shownValue(value))));

        assert.deepEqual(shown, seen);
      }),
    );
  });
});
