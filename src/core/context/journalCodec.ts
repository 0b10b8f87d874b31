import type { JournalEvent, JournalEventType } from './journalEvent.ts';

const fields: Readonly<Record<JournalEventType, string>> = {
  artifact: 'artifact',
  ingest: 'block',
  patch: 'patch',
  refused: 'rejections',
  call: 'call',
  count: 'counts',
  pin: 'ids',
  metrics: 'metrics',
};

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

function isPatch(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    Array.isArray(value.changes) &&
    value.changes.every((change) => isObject(change) && typeof change.id === 'string') &&
    Array.isArray(value.insertions) &&
    value.insertions.every((insertion) => isObject(insertion) && isBlock(insertion.block)) &&
    Array.isArray(value.undoes)
  );
}

/** The event as JSON, without its type. */
export function encodeEvent(event: JournalEvent): string {
  return JSON.stringify({ ...event, type: undefined });
}

/** The event that was stored; undefined if it is of no known type or not what it says. */
export function decodeEvent(type: string, data: string): JournalEvent | undefined {
  const field = (fields as Readonly<Record<string, string | undefined>>)[type];
  if (field === undefined) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(data);
    if (!isObject(value) || value[field] === undefined) {
      return undefined;
    }
    const whole =
      type === 'ingest' ? isBlock(value.block) : type === 'patch' ? isPatch(value.patch) : true;
    return whole ? ({ ...value, type } as unknown as JournalEvent) : undefined;
  } catch {
    return undefined;
  }
}
