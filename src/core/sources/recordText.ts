import { contentText } from './contentText.ts';
import type { PathStep } from './recordedBlock.ts';
import { embeddedValue } from './wire/embeddedValue.ts';

/**
 * The value at a path in a record; undefined if there is none. Own fields only. A step into a text is one into the JSON,
 * or the stream of events, that the text is.
 */
export function valueAt(record: unknown, path: readonly PathStep[]): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value === 'string') {
      value = embeddedValue(value);
    }
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
      return undefined;
    }
    value = (value as Readonly<Record<PathStep, unknown>>)[step];
  }
  return value;
}

/** The text of a block, from the record that has it. Undefined if the record is not what it was. */
export function recordText(record: unknown, path: readonly PathStep[]): string | undefined {
  const value = valueAt(record, path);
  return value === undefined ? undefined : contentText(value);
}
