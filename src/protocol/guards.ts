/*
 * Small guards, and guards made of guards. They are strict: no other field, no other type, nothing longer or larger
 * than was said. A field that is `undefined` counts as one that is not there.
 */
import type { Guard } from './rpc.ts';

/** A text of `least` to `most` UTF-16 units. */
export function isText(most: number, least = 0): Guard<string> {
  return (value): value is string =>
    typeof value === 'string' && value.length >= least && value.length <= most;
}

/** A whole number from `least` to `most`. */
export function isWhole(least: number, most: number): Guard<number> {
  return (value): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

/** True or false. */
export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';

/** One of the texts. */
export function isOneOf<Value extends string>(...values: readonly Value[]): Guard<Value> {
  return (value): value is Value => (values as readonly unknown[]).includes(value);
}

/** A list of at most `most`, each of which passes. */
export function isList<Item>(item: Guard<Item>, most: number): Guard<readonly Item[]> {
  return (value): value is readonly Item[] =>
    Array.isArray(value) && value.length <= most && value.every((one) => item(one));
}

/** What passes, or nothing. */
export function isOptional<Value>(guard: Guard<Value>): Guard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || guard(value);
}

/** A record of at most `most` fields with any values. */
export function isFields(most: number): Guard<Readonly<Record<string, unknown>>> {
  return (value): value is Readonly<Record<string, unknown>> =>
    isPlain(value) && Object.keys(value).length <= most;
}

/** A record of exactly these fields, each of which passes. */
export function isRecord<Value extends object>(fields: {
  readonly [Name in keyof Value]-?: Guard<Value[Name]>;
}): Guard<Value> {
  const guards: readonly (readonly [string, Guard<unknown>])[] = Object.entries(fields);
  return (value): value is Value =>
    isPlain(value) &&
    Object.keys(value).every((name) => Object.hasOwn(fields, name)) &&
    guards.every(([name, guard]) => guard(Object.hasOwn(value, name) ? value[name] : undefined));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
