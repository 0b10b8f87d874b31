import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  strictSchema,
  takesStrictSchemas,
  withoutNulls,
} from '../../../../src/core/agent/strictSchema.ts';
import { tools, toolSpec } from '../../../../src/tools/registry.ts';

const schema = {
  $schema: 'x',
  type: 'object',
  properties: {
    file: { type: 'string', description: 'Which.' },
    lines: { type: 'integer', minimum: 1, default: 3 },
    mode: { type: 'string', enum: ['a', 'b'] },
    ranges: {
      type: 'array',
      items: {
        type: 'object',
        properties: { at: { type: 'integer' }, to: { type: 'integer' } },
        required: ['at'],
      },
    },
  },
  required: ['file'],
};

describe('the strict form of a tool schema', () => {
  it('requires every property, makes the optional ones nullable, and allows no others, at every depth', () => {
    assert.deepEqual(strictSchema(schema), {
      type: 'object',
      properties: {
        file: { type: 'string', description: 'Which.' },
        lines: { type: ['integer', 'null'], minimum: 1 },
        mode: { type: ['string', 'null'], enum: ['a', 'b', null] },
        ranges: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: { at: { type: 'integer' }, to: { type: ['integer', 'null'] } },
            required: ['at', 'to'],
            additionalProperties: false,
          },
        },
      },
      required: ['file', 'lines', 'mode', 'ranges'],
      additionalProperties: false,
    });
  });

  it('is not there for what takes any fields or any value, or needs a keyword that strict forms have not', () => {
    const field = (inner: object): object => ({ type: 'object', properties: { a: inner } });

    const open = [
      { type: 'object' },
      field({ type: 'object', additionalProperties: { type: 'string' } }),
      field({}),
      field({ oneOf: [{ type: 'string' }] }),
      field({ type: 'array' }),
      { type: 'string' },
    ].map(strictSchema);

    assert.deepEqual(open, [undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('exists for our own tools but the one that takes any arguments of others', () => {
    const without = tools
      .map((tool) => toolSpec(tool, 'en'))
      .filter(({ inputSchema }) => strictSchema(inputSchema) === undefined)
      .map(({ name }) => name);

    assert.deepEqual(without, ['be-insert-chip']);
  });

  it('is for the families that take it', () => {
    const names = [
      'gpt-4o',
      'openai/gpt-5-mini',
      'o3',
      'gpt-4.1',
      'gpt-4',
      'gpt-3.5',
      'claude-sonnet-4',
      'oak',
    ];

    assert.deepEqual(names.filter(takesStrictSchemas), [
      'gpt-4o',
      'openai/gpt-5-mini',
      'o3',
      'gpt-4.1',
    ]);
  });
});

describe('the nulls of strict arguments', () => {
  it('are dropped where they stand for what is optional, at every depth, and nowhere else', () => {
    const nullable = {
      ...schema,
      properties: { ...schema.properties, keep: { type: ['string', 'null'] } },
    };

    const args = withoutNulls(
      { file: null, lines: null, keep: null, other: null, ranges: [{ at: 1, to: null }] },
      nullable,
    );

    assert.deepEqual(args, { file: null, keep: null, other: null, ranges: [{ at: 1 }] });
  });

  it('leave arguments without nulls as they are', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), {
          noNullPrototype: true,
        }),
        (args) => {
          assert.deepEqual(withoutNulls(args, schema), args);
        },
      ),
    );
  });
});
