import type { Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';
import type { CollapseOutput, Operation, OperationName } from './operations.ts';
import { operationNames } from './operations.ts';
import type { FieldForm, FieldValue } from './operationFields.ts';
import { plainObject, readFields, showValue } from './operationFields.ts';

/** Most operations in one call. */
export const operationLimit = 100;

/** Most ids in all operations of one call together. */
export const idLimit = 10_000;

/** The fields of an item, as a model writes them: one flat form for all operations. */
const itemForms = {
  op: 'text',
  ids: 'ids',
  output: { description: 'text', content: 'text' },
  preserve: 'texts',
  drop: 'texts',
  replace_with: { description: 'text', summary: 'text', retrieval_hint: 'text' },
  resolution: 'text',
  scope_label: 'text',
  visibility: 'text',
  drop_fields: 'texts',
  content: 'text',
  patch_id: 'text',
} as const satisfies Readonly<Record<string, FieldForm>>;

/** Other names under which a field is taken, where the field itself is not there. */
const aliases: Readonly<Record<string, string>> = {
  id: 'ids',
  scope: 'scope_label',
  patch: 'patch_id',
  hint: 'retrieval_hint',
};

type Fields = ReadonlyMap<string, FieldValue>;

/**
 * An operation as a model writes it, as the engine takes it. Accepts what loses nothing: `null` for an absent field, one
 * id or text in place of a list, JSON text in place of the value. `resolution` is `update` and `visibility` is
 * `archived` where they are not given; whatever else is missing is empty, and the engine says what it should be. Never
 * throws: the failure says what is wrong with the item, in one sentence.
 */
export function operationOf(item: unknown): Result<Operation, string> {
  const object = plainObject(item);
  if (object === undefined) {
    return fail(
      `An operation is an object such as {"op":"restore","ids":["tool_003"]}, not ${showValue(item)}.`,
    );
  }
  const read = readFields(object, itemForms, aliases);
  if (!read.ok) {
    return read;
  }
  const given = textIn(read.value, 'op').trim();
  const op = operationNames.find((name) => name === given);
  if (op === undefined) {
    const what = given === '' ? 'It has no "op"' : `There is no operation ${showValue(given)}`;
    return fail(`${what}; the operations are ${operationNames.join(', ')}.`);
  }
  return ok(operationWith(op, read.value));
}

/**
 * The operations of a call, in order; or what is wrong with it: every item that is no operation, by its index, or that
 * there are too many.
 */
export function operationsOf(
  items: readonly unknown[],
): Result<readonly Operation[], readonly string[]> {
  if (items.length > operationLimit) {
    return fail([
      `There are ${items.length} operations; one call takes ${operationLimit}. Name several blocks in one operation, or make several calls.`,
    ]);
  }
  const operations: Operation[] = [];
  const problems: string[] = [];
  for (const [index, item] of items.entries()) {
    const read = operationOf(item);
    if (read.ok) {
      operations.push(read.value);
    } else {
      problems.push(`operations[${index}]: ${read.failure}`);
    }
  }
  const ids = operations.reduce((sum, operation) => sum + operation.ids.length, 0);
  if (ids > idLimit) {
    problems.push(`There are ${ids} ids; one call takes ${idLimit}.`);
  }
  return problems.length > 0 ? fail(problems) : ok(operations);
}

function operationWith(op: OperationName, fields: Fields): Operation {
  const ids = textsIn(fields, 'ids');
  switch (op) {
    case 'compact': {
      const [preserve, drop] = [textsIn(fields, 'preserve'), textsIn(fields, 'drop')];
      return { op, ids, output: outputIn(fields), preserve, drop };
    }
    case 'payload_offload':
      return { op, ids, replaceWith: replacementIn(fields) };
    case 'restore': {
      const patch = textIn(fields, 'patch_id').trim();
      return patch === '' ? { op, ids } : { op, ids, patch };
    }
    case 'merge':
      return {
        op,
        ids,
        output: outputIn(fields),
        resolution: choiceIn(fields, 'resolution', 'update'),
      };
    case 'fold':
      return { op, ids, output: outputIn(fields), scope: textIn(fields, 'scope_label') };
    case 'set_visibility':
      return { op, ids, visibility: choiceIn(fields, 'visibility', 'archived') };
    case 'redact':
      return { op, ids, dropFields: textsIn(fields, 'drop_fields') };
    case 'replace':
      return { op, ids, content: textIn(fields, 'content') };
  }
}

function outputIn(fields: Fields): CollapseOutput {
  const inner = innerOf(fields, 'output');
  return { description: textIn(inner, 'description'), content: textIn(inner, 'content') };
}

function replacementIn(
  fields: Fields,
): Extract<Operation, { readonly op: 'payload_offload' }>['replaceWith'] {
  const inner = innerOf(fields, 'replace_with');
  return {
    description: textIn(inner, 'description'),
    summary: textIn(inner, 'summary'),
    hint: textIn(inner, 'retrieval_hint'),
  };
}

function choiceIn(fields: Fields, name: string, other: string): string {
  const given = textIn(fields, name).trim();
  return given === '' ? other : given;
}

function textIn(fields: Fields, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

function textsIn(fields: Fields, name: string): readonly string[] {
  const value = fields.get(name);
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function innerOf(fields: Fields, name: string): Fields {
  const value = fields.get(name);
  return value instanceof Map ? (value as Fields) : new Map();
}
