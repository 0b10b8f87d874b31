import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isFields,
  isFlag,
  isList,
  isOneOf,
  isOptional,
  isRecord,
  isText,
  isWhole,
} from '../../../src/protocol/guards.ts';

interface Place {
  readonly file: string;
  readonly line?: number;
}

const isPlace = isRecord<Place>({ file: isText(10, 1), line: isOptional(isWhole(0, 100)) });

describe('guards', () => {
  it('take a record with its fields, the optional ones or not', () => {
    const taken = [{ file: 'a' }, { file: 'a', line: 0 }, { file: 'a', line: undefined }];

    assert.deepEqual(taken.map(isPlace), [true, true, true]);
  });

  it('refuse a field more, a field less, another type, and what is out of range', () => {
    const refused = [
      { file: 'a', more: 1 },
      {},
      { file: 1 },
      { file: '' },
      { file: 'a'.repeat(11) },
      { file: 'a', line: '1' },
      { file: 'a', line: 101 },
      { file: 'a', line: -1 },
      { file: 'a', line: 1.5 },
      { file: 'a', line: Number.NaN },
      { file: 'a', line: null },
      Object.create({ file: 'a' }),
    ];

    assert.deepEqual(
      refused.filter((value) => isPlace(value)),
      [],
    );
  });

  it('never throw, whatever arrives, and take no record where none is meant', () => {
    const guards = [isPlace, isText(5), isFlag, isOneOf('a', 'b'), isList(isPlace, 3)];

    fc.assert(
      fc.property(fc.anything(), (value) => {
        const taken = guards.filter((guard) => guard(value));

        assert.ok(taken.length <= 2);
      }),
    );
  });

  it('count what is in a list and in a record of any fields', () => {
    const lists = [[], ['a', 'b'], ['a', 'b', 'c'], ['a', 1]].map(isList(isText(1), 2));
    const records = [{}, { a: 1, b: [] }, { a: 1, b: 2, c: 3 }, [], null].map(isFields(2));

    assert.deepEqual(lists, [true, true, false, false]);
    assert.deepEqual(records, [true, true, false, false, false]);
  });
});
