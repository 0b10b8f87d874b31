import { countBad, countBeside, countUnknown } from '../coverage.ts';
import { isObject, textAt, timeAt } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { RecordedSession } from '../recordedSession.ts';
import { SessionDraft } from '../sessionDraft.ts';
import type { Place, TranscriptFormat, TranscriptReader } from '../transcriptFormat.ts';
import { entriesOf, exchangeOf, type Body, type Exchange } from './exchange.ts';
import { apiOf } from './modelApis.ts';
import { startWire, WireThreads, type WireState } from './wireThreads.ts';

function isSessionLine(value: unknown): boolean {
  return isObject(value) && value['type'] === 'session' && textAt(value, 'trace_id') !== '';
}

function moved<Found extends Body | undefined>(body: Found, path: readonly PathStep[]): Found {
  return body === undefined ? body : { ...body, path: [...path, ...body.path] };
}

class WireReader implements TranscriptReader {
  readonly #format: Pick<TranscriptFormat, 'id' | 'agent' | 'unit'>;
  readonly #threads: WireThreads;

  constructor(format: Pick<TranscriptFormat, 'id' | 'agent' | 'unit'>, state: WireState) {
    this.#format = format;
    this.#threads = new WireThreads(state);
  }

  record(value: unknown, place: Place): void {
    if (this.#format.unit === 'line') {
      this.#take(value, place, []);
      return;
    }
    const found = entriesOf(value);
    if (found === undefined || found.entries.length === 0) {
      this.bad(place, 'no requests in it');
      return;
    }
    for (const [index, entry] of found.entries.entries()) {
      this.#take(entry, place, [...found.path, index]);
    }
  }

  bad(place: Place, problem: string): void {
    countBad(this.#threads.first.draft.state.coverage, { origin: { ...place }, problem });
  }

  session(files: readonly string[]): RecordedSession {
    const [first, ...others] = this.#threads.state.threads;
    const children = others.map((thread) => {
      const session = new SessionDraft(thread.draft).session(this.#format, files);
      const { startedBy } = thread;
      return { session, label: session.title, ...(startedBy !== undefined && { startedBy }) };
    });
    return new SessionDraft(first?.draft).session(this.#format, files, children);
  }

  save(): unknown {
    return this.#threads.state;
  }

  #take(value: unknown, place: Place, path: readonly PathStep[]): void {
    const { coverage } = this.#threads.first.draft.state;
    const exchange = exchangeOf(value);
    const taken =
      exchange === undefined ? 'other' : this.#threads.take(within(exchange, path), place);
    if (isSessionLine(value)) {
      const { draft } = this.#threads.first;
      draft.noteTime(isObject(value) ? timeAt(value, 'started_at') : undefined);
      coverage.taken += 1;
    } else if (taken !== 'other') {
      coverage[taken] += 1;
    } else if (isObject(value) && 'request' in value) {
      countBeside(coverage, 'other request');
    } else if (isObject(value)) {
      countUnknown(coverage, textAt(value, 'type') || 'record without a request');
    } else {
      this.bad(place, 'no request');
    }
  }
}

/** An exchange whose bodies stand at a path within the record. */
function within(exchange: Exchange, path: readonly PathStep[]): Exchange {
  const { response } = exchange;
  return {
    ...exchange,
    request: moved(exchange.request, path),
    ...(response !== undefined && { response: moved(response, path) }),
  };
}

function isCapture(value: unknown): boolean {
  const exchange = exchangeOf(value);
  return (
    exchange !== undefined && (exchange.counted !== undefined || apiOf(exchange) !== undefined)
  );
}

function wireFormat(
  format: Pick<TranscriptFormat, 'id' | 'version' | 'agent' | 'unit' | 'recognises'>,
): TranscriptFormat {
  return {
    ...format,
    reader: (saved) => new WireReader(format, (saved as WireState | undefined) ?? startWire()),
  };
}

/**
 * Requests and responses as a proxy wrote them, one pair a line: claude-trace, claude-tap, context-lens (LHAR). All that
 * a request carried is in it. Requests are put together into threads by their beginnings; how a window changed is the
 * difference between two requests of one thread.
 */
export const wireCapture: TranscriptFormat = wireFormat({
  id: 'wire-capture',
  agent: 'Wire capture',
  unit: 'line',
  version: 1,
  recognises: ({ records }) =>
    records.some((record) => isCapture(record) || isSessionLine(record)) &&
    !records.some((record) => entriesOf(record) !== undefined),
});

/** How an archive begins, where the sample has no record of it. */
const beginning = /^\uFEFF?\s*\{\s*"(?:log|lhar)"\s*:\s*\{/;

/**
 * Requests and responses in one document: a HAR, an `.lhar.json`, or a list of pairs. Coverage counts the entries as
 * records.
 */
export const wireArchive: TranscriptFormat = wireFormat({
  id: 'wire-archive',
  agent: 'Wire capture',
  unit: 'document',
  version: 1,
  recognises: ({ records, text }) => {
    const [record] = records;
    return record === undefined
      ? beginning.test(text)
      : (entriesOf(record)?.entries.slice(0, 200).some(isCapture) ?? false);
  },
});
