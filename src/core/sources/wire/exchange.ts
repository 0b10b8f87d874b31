import { countAt, isObject, listAt, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import { embeddedValue } from './embeddedValue.ts';

/** A body and where it stands in its record. */
export interface Body {
  readonly value: unknown;
  readonly path: readonly PathStep[];
}

/**
 * A request and its response as a proxy saw them. Headers are never looked at, and of the address only the path: keys
 * stand in both.
 */
export interface Exchange {
  /** The address's path, in lower case; empty if it is not in the record. */
  readonly target: string;
  readonly request: Body;
  readonly response?: Body;
  readonly status?: number;
  readonly at?: number;
  readonly durationMs?: number;
  /** The proxy's id of the conversation; empty if it gives none. */
  readonly conversation: string;
  /** The proxy's id of the request. */
  readonly native: string;
  /** What the proxy counted, where bodies are left out. */
  readonly counted?: JsonObject;
}

/** The path of an address, without host, query and fragment. */
function targetOf(url: string): string {
  return url
    .slice(0, 2000)
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#][^]*$/, '')
    .toLowerCase();
}

function bodyAt(record: JsonObject, path: readonly PathStep[]): Body | undefined {
  let value: unknown = record;
  for (const step of path) {
    value = isObject(value) ? value[step] : undefined;
  }
  const body = typeof value === 'string' ? embeddedValue(value) : value;
  return body === undefined || body === null ? undefined : { value: body, path };
}

function secondsAt(of: JsonObject, key: string): number | undefined {
  const value = of[key];
  return typeof value === 'number' && value < 1e11
    ? timeAt({ at: value * 1000 }, 'at')
    : timeAt(of, key);
}

type Times = Pick<Exchange, 'at' | 'durationMs' | 'status'>;

function timesOf(at: number | undefined, duration: unknown, status: number | undefined): Times {
  const valid = typeof duration === 'number' && duration >= 0 && duration < 1e12;
  return {
    ...(at !== undefined && { at }),
    ...(valid && { durationMs: Math.round(duration) }),
    ...(status !== undefined && status > 0 && { status }),
  };
}

/** `{request, response}`, as claude-trace and claude-tap write them, or bodies alone. */
function pairOf(record: JsonObject): Exchange | undefined {
  const [request, response] = [objectAt(record, 'request'), objectAt(record, 'response')];
  const wrapped = 'body' in request;
  const body = bodyAt(record, wrapped ? ['request', 'body'] : ['request']);
  if (body === undefined) {
    return undefined;
  }
  const answer =
    bodyAt(record, ['response', 'body']) ??
    bodyAt(record, ['response', 'body_raw']) ??
    (wrapped ? undefined : bodyAt(record, ['response']));
  const at = secondsAt(request, 'timestamp') ?? timeAt(record, 'timestamp');
  const end = secondsAt(response, 'timestamp');
  const duration =
    record['duration_ms'] ?? (at !== undefined && end !== undefined ? end - at : undefined);
  return {
    target: targetOf(textAt(request, 'url') || textAt(request, 'path')),
    request: body,
    ...(answer !== undefined && { response: answer }),
    ...timesOf(at, duration, countAt(response, 'status') ?? countAt(response, 'status_code')),
    conversation: '',
    native: textAt(record, 'request_id'),
  };
}

/** An entry of context-lens (LHAR). */
function lharOf(record: JsonObject): Exchange {
  const [http, timings] = [objectAt(record, 'http'), objectAt(record, 'timings')];
  const [request, response] = [
    bodyAt(record, ['raw', 'request_body']),
    bodyAt(record, ['raw', 'response_body']),
  ];
  return {
    target: targetOf(textAt(http, 'url')),
    request: request ?? { value: {}, path: ['raw'] },
    ...(response !== undefined && { response }),
    ...timesOf(timeAt(record, 'timestamp'), timings['total_ms'], countAt(http, 'status_code')),
    conversation: textAt(record, 'trace_id'),
    native: textAt(record, 'id'),
    counted: record,
  };
}

/** An entry of a HAR. */
function harOf(record: JsonObject): Exchange | undefined {
  const [request, response] = [objectAt(record, 'request'), objectAt(record, 'response')];
  const body = bodyAt(record, ['request', 'postData', 'text']);
  if (body === undefined) {
    return undefined;
  }
  const answer = bodyAt(record, ['response', 'content', 'text']);
  return {
    target: targetOf(textAt(request, 'url')),
    request: body,
    ...(answer !== undefined && { response: answer }),
    ...timesOf(timeAt(record, 'startedDateTime'), record['time'], countAt(response, 'status')),
    conversation: '',
    native: '',
  };
}

/** The exchange that a line or an entry is; undefined if it is none. Paths are within the record. */
export function exchangeOf(record: unknown): Exchange | undefined {
  if (!isObject(record)) {
    return undefined;
  }
  if (isObject(record['gen_ai'])) {
    return lharOf(record);
  }
  if (isObject(objectAt(record, 'request')['postData']) || 'startedDateTime' in record) {
    return harOf(record);
  }
  return isObject(record['request']) ? pairOf(record) : undefined;
}

/** Entries of a document, with the path of their list; undefined if it has none. */
export function entriesOf(
  value: unknown,
): { readonly entries: readonly unknown[]; readonly path: readonly PathStep[] } | undefined {
  if (Array.isArray(value)) {
    return { entries: value as readonly unknown[], path: [] };
  }
  for (const outer of ['log', 'lhar']) {
    const inner = isObject(value) ? objectAt(value, outer) : {};
    if (Array.isArray(inner['entries'])) {
      return { entries: listAt(inner, 'entries'), path: [outer, 'entries'] };
    }
  }
  return undefined;
}
