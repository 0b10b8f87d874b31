import type { Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';

/** What a field holds: a text, block ids, a list of texts, or fields of its own. */
export type FieldForm = 'text' | 'ids' | 'texts' | Readonly<Record<string, 'text'>>;

/** A field that was read. */
export type FieldValue = string | readonly string[] | ReadonlyMap<string, FieldValue>;

/** Characters shown of what was given, in a message. */
const shownLength = 60;

/** A value for a message, cut where it is long. */
export function showValue(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  const text = json ?? typeof value;
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).toWellFormed()}…`;
}

/** The object given, or the one in JSON text; undefined for anything else. */
export function plainObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const given = typeof value === 'string' ? jsonIn(value) : value;
  return typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (given as Readonly<Record<string, unknown>>)
    : undefined;
}

/**
 * Reads the fields of an object by their forms; `null` counts as absent, so does an empty text for an object, and `aliases` are taken for fields that are not
 * there under their own name. Fails with one sentence about the first field that cannot be taken.
 */
export function readFields(
  object: Readonly<Record<string, unknown>>,
  forms: Readonly<Record<string, FieldForm>>,
  aliases: Readonly<Record<string, string>>,
): Result<ReadonlyMap<string, FieldValue>, string> {
  const fields = new Map<string, FieldValue>();
  for (const [given, value] of Object.entries(object)) {
    if (value === null || value === undefined) {
      continue;
    }
    const name = nameOf(given, object, forms, aliases);
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) {
      const known = Object.keys(forms).join(', ');
      return fail(`There is no field ${showValue(given)}; the fields are ${known}.`);
    }
    if (value === '' && typeof form === 'object') {
      continue;
    }
    const read = readField(value, form, aliases);
    if (!read.ok) {
      return fail(`"${given}" ${read.failure}`);
    }
    fields.set(name, read.value);
  }
  return ok(fields);
}

function nameOf(
  given: string,
  object: Readonly<Record<string, unknown>>,
  forms: Readonly<Record<string, FieldForm>>,
  aliases: Readonly<Record<string, string>>,
): string {
  const other = Object.hasOwn(aliases, given) ? aliases[given] : undefined;
  const taken = other === undefined || (Object.hasOwn(object, other) && object[other] !== null);
  return taken || !Object.hasOwn(forms, other) ? given : other;
}

function readField(
  value: unknown,
  form: FieldForm,
  aliases: Readonly<Record<string, string>>,
): Result<FieldValue, string> {
  if (form === 'text') {
    return typeof value === 'string' ? ok(value) : fail(`must be a text, not ${showValue(value)}.`);
  }
  if (form === 'ids' || form === 'texts') {
    return readTexts(value, form);
  }
  const object = plainObject(value);
  if (object === undefined) {
    const example = JSON.stringify(Object.fromEntries(Object.keys(form).map((key) => [key, '…'])));
    return fail(`must be an object such as ${example}, not ${showValue(value)}.`);
  }
  const inner = readFields(object, form, aliases);
  return inner.ok ? inner : fail(`is not right: ${inner.failure}`);
}

function readTexts(value: unknown, form: 'ids' | 'texts'): Result<readonly string[], string> {
  const listed = typeof value === 'string' ? listIn(value, form) : value;
  const isList = Array.isArray(listed);
  const given: readonly unknown[] = isList ? listed.filter((each) => each !== null) : [];
  const texts = given.filter((each) => typeof each === 'string');
  if (!isList || texts.length < given.length) {
    const other = isList ? given.find((each) => typeof each !== 'string') : value;
    const example = form === 'ids' ? '["tool_003"]' : '["one", "another"]';
    return fail(`must be a list of texts such as ${example}, not ${showValue(other)}.`);
  }
  return ok(form === 'ids' ? idsIn(texts) : texts);
}

/** A list written as JSON text, or a text in place of a list. */
function listIn(text: string, form: 'ids' | 'texts'): unknown {
  const list = text.trimStart().startsWith('[') ? jsonIn(text) : undefined;
  if (Array.isArray(list)) {
    return list;
  }
  return form === 'ids' ? text.split(/[\s,]+/) : [text];
}

/** Blanks around an id mean nothing, and an empty one names nothing. */
function idsIn(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
