import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  idLimit,
  operationLimit,
  operationOf,
  operationsOf,
} from '../../../../src/core/context/operationInput.ts';
import { operationNames, type Operation } from '../../../../src/core/context/operations.ts';

const output = { description: 'what was read', content: 'a summary' };

function good(item: unknown): Operation {
  const read = operationOf(item);
  assert.ok(read.ok, read.ok ? '' : read.failure);
  return read.value;
}

function bad(item: unknown): string {
  const read = operationOf(item);
  assert.ok(!read.ok, JSON.stringify(read));
  return read.failure;
}

describe('an operation as a model writes it', () => {
  const ids = ['tool_003', 'tool_004'];
  const cases: readonly (readonly [object, Operation])[] = [
    [
      { op: 'compact', ids, output, preserve: ['the error'], drop: [] },
      { op: 'compact', ids, output, preserve: ['the error'], drop: [] },
    ],
    [
      {
        op: 'payload_offload',
        ids,
        replace_with: { description: 'log', summary: 'green', retrieval_hint: 'for times' },
      },
      {
        op: 'payload_offload',
        ids,
        replaceWith: { description: 'log', summary: 'green', hint: 'for times' },
      },
    ],
    [
      { op: 'restore', ids },
      { op: 'restore', ids },
    ],
    [
      { op: 'restore', patch_id: 'patch_003' },
      { op: 'restore', ids: [], patch: 'patch_003' },
    ],
    [
      { op: 'merge', ids, output, resolution: 'contradiction' },
      { op: 'merge', ids, output, resolution: 'contradiction' },
    ],
    [
      { op: 'fold', ids, output, scope_label: 'reading' },
      { op: 'fold', ids, output, scope: 'reading' },
    ],
    [
      { op: 'set_visibility', ids, visibility: 'hidden' },
      { op: 'set_visibility', ids, visibility: 'hidden' },
    ],
    [
      { op: 'redact', ids, drop_fields: ['password'] },
      { op: 'redact', ids, dropFields: ['password'] },
    ],
    [
      { op: 'replace', ids: ['tool_003'], content: 'new' },
      { op: 'replace', ids: ['tool_003'], content: 'new' },
    ],
  ];

  it('is known for every operation there is', () => {
    const tried = new Set(cases.map(([, { op }]) => op));
    assert.deepEqual([...tried].sort(), [...operationNames].sort());
  });

  for (const [item, operation] of cases) {
    it(`is read: ${JSON.stringify(item)}`, () => {
      assert.deepEqual(good(item), operation);
    });
  }

  it('gets what it leaves out: update, archived, empty lists and texts', () => {
    assert.deepEqual(good({ op: 'merge', ids, output }), {
      ...{ op: 'merge', ids, output },
      resolution: 'update',
    });
    assert.deepEqual(good({ op: 'set_visibility', ids }), {
      ...{ op: 'set_visibility', ids },
      visibility: 'archived',
    });
    assert.deepEqual(good({ op: 'compact' }), {
      ...{ op: 'compact', ids: [], preserve: [], drop: [] },
      output: { description: '', content: '' },
    });
    assert.deepEqual(
      good({ op: 'payload_offload', ids, replace_with: { description: 'd', summary: 's' } }),
      { op: 'payload_offload', ids, replaceWith: { description: 'd', summary: 's', hint: '' } },
    );
  });

  it('may fill every field that it does not need with null or nothing, as strict clients do', () => {
    const empty = {
      ...{ output: null, preserve: null, drop: [], replace_with: '', resolution: '' },
      ...{ scope_label: null, visibility: '', drop_fields: null, content: '', patch_id: '' },
    };

    assert.deepEqual(good({ ...empty, op: 'restore', ids }), { op: 'restore', ids });
    assert.deepEqual(good({ ...empty, op: 'set_visibility', ids }), {
      ...{ op: 'set_visibility', ids },
      visibility: 'archived',
    });
  });

  it('may name ids as one text, as JSON text, or with blanks around them', () => {
    for (const given of [
      'tool_003',
      ' tool_003 ',
      ['tool_003 ', ''],
      '["tool_003"]',
      [null, 'tool_003'],
    ]) {
      assert.deepEqual(
        good({ op: 'restore', ids: given }).ids,
        ['tool_003'],
        JSON.stringify(given),
      );
    }
    assert.deepEqual(good({ op: 'restore', ids: 'tool_003, tool_004' }).ids, ids);
  });

  it('may use the short names of fields, unless the field itself is there', () => {
    assert.deepEqual(good({ op: 'fold', ids, output, scope: 'a' }), {
      ...{ op: 'fold', ids, output },
      scope: 'a',
    });
    assert.match(
      bad({ op: 'fold', ids, output, scope: 'a', scope_label: 'b' }),
      /no field "scope"/,
    );
    assert.deepEqual(good({ op: 'fold', ids, output, scope: 'a', scope_label: null }), {
      ...{ op: 'fold', ids, output },
      scope: 'a',
    });
    const replace_with = { description: 'd', summary: 's', hint: 'h' };
    assert.deepEqual(good({ op: 'payload_offload', id: 'tool_003', replace_with }), {
      ...{ op: 'payload_offload', ids: ['tool_003'] },
      replaceWith: replace_with,
    });
  });

  it('may be JSON text, whole or in part', () => {
    assert.deepEqual(good(JSON.stringify({ op: 'restore', ids })), { op: 'restore', ids });
    assert.deepEqual(good({ op: 'fold', ids, output: JSON.stringify(output), scope_label: 'a' }), {
      op: 'fold',
      ids,
      output,
      scope: 'a',
    });
  });

  it('keeps texts as they are, blanks and brackets too', () => {
    const content = ' [1, 2]\n "quoted" ';
    const operation = good({ op: 'replace', ids: ['tool_003'], content });

    assert.deepEqual(operation, { op: 'replace', ids: ['tool_003'], content });
  });

  it('is refused with the names where there is no such operation', () => {
    for (const op of ['archive', '', 'Compact', 'constructor', '__proto__', 7, undefined]) {
      const problem = bad({ op, ids });
      if (op !== 7) {
        operationNames.forEach((name) => assert.ok(problem.includes(name), problem));
      }
    }
    assert.match(bad({ op: 'archive' }), /no operation "archive"/);
  });

  it('is refused with the field where one is of another form', () => {
    assert.match(bad({ op: 'restore', ids: [3] }), /^"ids" must be a list of texts .*not 3\.$/);
    assert.match(bad({ op: 'restore', ids: { a: 1 } }), /^"ids" must be a list/);
    assert.match(
      bad({ op: 'fold', ids, output: 'text' }),
      /^"output" must be an object .*description/,
    );
    assert.match(
      bad({ op: 'fold', ids, output: { text: 'x' } }),
      /^"output" is not right: .*"text"/,
    );
    assert.match(bad({ op: 'replace', ids, content: { a: 1 } }), /^"content" must be a text/);
    assert.match(
      bad({ op: 'restore', ids, colour: 'red' }),
      /no field "colour"; the fields are op, ids/,
    );
    assert.match(bad([]), /is an object such as/);
    assert.match(bad('restore'), /is an object such as/);
  });

  it('gives an operation or a sentence, whatever JSON it is', () => {
    const names = fc.constantFrom(...operationNames, 'archive', '');
    const fields = [
      ...['ids', 'output', 'preserve', 'drop', 'replace_with', 'resolution', 'scope_label'],
      ...['visibility', 'drop_fields', 'content', 'patch_id', 'scope', 'id', 'hint', '__proto__'],
    ];
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.constant(output),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const item = fc
      .tuple(names, fc.dictionary(fc.constantFrom(...fields), value))
      .map(([op, rest]) => ({ op, ...rest }));
    let operations = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: item }, fc.jsonValue()), (given) => {
        const read = operationOf(given);
        if (read.ok) {
          operations += 1;
          assert.ok(operationNames.includes(read.value.op));
          assert.ok(read.value.ids.every((id) => id !== '' && id === id.trim()));
        } else {
          assert.match(read.failure, /\.$/);
          assert.ok(read.failure.length < 400, read.failure);
        }
        assert.deepEqual(operationOf(JSON.parse(JSON.stringify(given))), read);
      }),
      { numRuns: 1000 },
    );
    assert.ok(operations > 50, `${operations}`);
  });
});

describe('the operations of a call', () => {
  const restore = { op: 'restore', ids: ['tool_003'] };

  it('are read in order; none are none', () => {
    const all = operationsOf([restore, { op: 'set_visibility', ids: 'tool_004' }]);

    assert.deepEqual(all.ok && all.value.map(({ op }) => op), ['restore', 'set_visibility']);
    assert.deepEqual(operationsOf([]), { ok: true, value: [] });
  });

  it('are refused with every item that is none, by its index', () => {
    const read = operationsOf([{ op: 'x' }, restore, 7]);

    assert.ok(!read.ok);
    assert.deepEqual(
      read.failure.map((problem) => problem.slice(0, 13)),
      ['operations[0]', 'operations[2]'],
    );
  });

  it('are refused above their limits, and taken at them', () => {
    const many = (count: number): unknown[] => Array.from({ length: count }, () => restore);
    const ids = (count: number): unknown => ({
      op: 'restore',
      ids: Array.from({ length: count }, (_, index) => `tool_${index}`),
    });

    assert.equal(operationsOf(many(operationLimit)).ok, true);
    assert.equal(operationsOf(many(operationLimit + 1)).ok, false);
    assert.equal(operationsOf([ids(idLimit - 1), restore]).ok, true);
    assert.equal(operationsOf([ids(idLimit), restore]).ok, false);
  });
});
