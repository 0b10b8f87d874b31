import type { JournalEvent, JournalEventType } from './journalEvent.ts';
import { shortBlock, wholeBlock } from './shortBlock.ts';

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function isBlock(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.kind === 'string' &&
    typeof value.visibility === 'string' &&
    isObject(value.tokens) &&
    Array.isArray(value.sources) &&
    isObject(value.content) &&
    typeof value.content.artifact === 'string'
  );
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isChanges(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((each) => isObject(each) && typeof each.id === 'string')
  );
}

function isView(value: unknown): boolean {
  return isObject(value) && typeof value.tokens === 'number';
}

function isPatch(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    isChanges(value.changes) &&
    isChanges(value.reverse) &&
    Array.isArray(value.insertions) &&
    value.insertions.every((insertion) => isObject(insertion) && isBlock(insertion.block)) &&
    [value.targets, value.created, value.undoes, value.erased].every(isStrings) &&
    Array.isArray(value.operations) &&
    value.operations.every(isObject) &&
    isView(value.before) &&
    isView(value.after)
  );
}

/** Whether the events of each type have the parts that are relied on. */
const wholes: Readonly<Record<JournalEventType, (event: Json) => boolean>> = {
  artifact: (event) => typeof event.artifact === 'string',
  ingest: (event) => isBlock(event.block),
  patch: (event) => isPatch(event.patch),
  refused: (event) => isStrings(event.operations) && Array.isArray(event.rejections),
  call: (event) => isObject(event.call),
  count: (event) => isObject(event.counts) && Object.values(event.counts).every(isObject),
  pin: (event) => isStrings(event.ids),
  metrics: (event) => event.metrics !== undefined,
};

/** Whether events of a type are known. */
export function isEventType(type: string): type is JournalEventType {
  return Object.hasOwn(wholes, type);
}

/** The event as JSON, without its type. */
export function encodeEvent(event: JournalEvent): string {
  return event.type === 'ingest'
    ? JSON.stringify({ ...event, type: undefined, block: shortBlock(event.block) })
    : JSON.stringify({ ...event, type: undefined });
}

/** What was made JSON, with the block that came in as it was. */
function wholeEvent(type: string, value: unknown): unknown {
  return type === 'ingest' && isObject(value)
    ? { ...value, block: wholeBlock(value.block) }
    : value;
}

/** The event that was stored; undefined if it is of no known type or not what it says. */
export function decodeEvent(type: string, data: string): JournalEvent | undefined {
  const isWhole = isEventType(type) ? wholes[type] : undefined;
  if (isWhole === undefined) {
    return undefined;
  }
  try {
    const value = wholeEvent(type, JSON.parse(data));
    return isObject(value) && isWhole(value)
      ? ({ ...value, type } as unknown as JournalEvent)
      : undefined;
  } catch {
    return undefined;
  }
}
