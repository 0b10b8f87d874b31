import { Emitter } from '../../core/lifecycle.ts';
import { limitsOf } from '../../core/sources/usualLimits.ts';
import { fail, ok } from '../../ports/result.ts';
import type { Store } from '../../ports/store.ts';
import type { KeptSession } from '../../ports/transcriptStore.ts';
import type { Clock } from '../../ports/system.ts';
import type { LimitsRow } from '../../ports/transcriptRows.ts';
import type {
  SessionAt,
  TextHits,
  TranscriptQuery,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
  TranscriptState,
} from '../../ports/transcripts.ts';
import type { SessionItem } from '../../protocol/sessions.ts';
import { wholeByPath } from '../transcripts/keptStore.ts';
import { given } from './given.ts';
import type { ListedSessions, ListQuery, SessionSource } from './sessionSource.ts';

/** Milliseconds since the last write within which somebody works in a session now. */
const liveFor = 60_000;

/** Newest calls among which the one is looked for that tells the window. */
const newestCalls = 100;

/** What the sessions of other agents are read with. */
export interface TranscriptSessionsParts {
  readonly transcripts: TranscriptSource;
  /** Which transcripts to look for, without a limit; asked at each search. */
  readonly query: (everywhere: boolean) => Omit<TranscriptQuery, 'limit'>;
  readonly store: Pick<Store, 'keptSessions'>;
  readonly clock: Clock;
}

/** Sessions of other agents: nothing is looked for or read before it is asked for. */
export function transcriptSessions(parts: TranscriptSessionsParts): SessionSource {
  const { transcripts } = parts;
  return {
    prefix: 'file:',
    // A search for files at intervals would read folders that nobody looks at.
    watchList: () => ({ dispose: () => undefined }),
    list: (query, signal) => listTranscripts(parts, query, signal),
    open: (path, signal) => openPresent(parts, path, signal),
    close: (transcript) => transcripts.close(transcript),
    overview: (at) => transcripts.overview(at),
    calls: (at, range) => transcripts.calls(at, range),
    compositions: (at, range) => transcripts.compositions(at, range),
    patches: (at, range) => transcripts.patches(at, range),
    blocks: (at, range) => transcripts.blocks(at, range),
    callWindow: (at, call) => transcripts.callWindow(at, call),
    text: (at, query) => transcripts.text(at, query),
    search: (at, words, signal) => transcripts.search(at, words, signal),
    hits: (path, words, signal) => hitsIn(parts, path, { words, signal }),
    limits: (at) => limitsIn(transcripts, at),
    own: () => Promise.resolve(ok([])),
    place: (at, block) => transcripts.place(at, block),
    act: () =>
      Promise.resolve(
        fail({
          code: 'not-ours',
          message:
            'This session belongs to another program. Chipboard reads it and changes nothing in it.',
        }),
      ),
    onDidChange: transcripts.onDidChange,
    onDidChangeList: new Emitter<void>().event,
  };
}

async function listTranscripts(
  { transcripts, query, store, clock }: TranscriptSessionsParts,
  { everywhere, limit }: ListQuery,
  signal: AbortSignal,
): Promise<ListedSessions> {
  const wanted = query(everywhere);
  const searching = transcripts.find({ ...wanted, limit }, signal);
  const kept = wholeByPath(await store.keptSessions());
  const keptRows = [...kept.values()].map(({ row }) => row);
  const { rows: found, more } = given(await searching);
  const lost = keptRows.length === 0 ? undefined : await transcripts.lost(keptRows, wanted);
  const paths = new Set(found.map(({ path }) => path));
  const gone = (lost?.ok === true ? lost.value : []).filter(({ path }) => !paths.has(path));
  const now = clock.now();
  const rows = [
    ...found.map((row) => itemOf(row, kept.get(row.path), now)),
    ...gone.map((row) => lostItem(itemOf(row, kept.get(row.path), now))),
  ].sort((a, b) => b.updated - a.updated);
  return { rows: rows.slice(0, limit), more: more || rows.length > limit };
}

/** Opens the file of a session, or, where it is not there any more, what is kept of it. */
async function openPresent(
  { transcripts, store }: TranscriptSessionsParts,
  path: string,
  signal: AbortSignal,
): Promise<TranscriptResult<TranscriptState>> {
  const opened = await transcripts.open({ path, follow: true }, signal);
  if (opened.ok || opened.failure.code !== 'not-found') {
    return opened;
  }
  const kept = wholeByPath(await store.keptSessions()).get(path);
  return kept === undefined ? opened : transcripts.open({ path, kept: kept.id }, signal);
}

/** Searches the file of a session, or, where it is not there any more, what is kept of it. */
async function hitsIn(
  { transcripts, store }: TranscriptSessionsParts,
  path: string,
  { words, signal }: { readonly words: string; readonly signal: AbortSignal },
): Promise<TranscriptResult<TextHits>> {
  const hits = await transcripts.hits({ path }, words, signal);
  if (hits.ok || hits.failure.code !== 'not-found') {
    return hits;
  }
  const kept = wholeByPath(await store.keptSessions()).get(path);
  return kept === undefined ? hits : transcripts.hits({ path, kept: kept.id }, words, signal);
}

/** What is read from what is kept does not grow, whenever its file was written. */
function lostItem(item: SessionItem): SessionItem {
  return { ...item, live: false, lost: true };
}

function itemOf(row: TranscriptRow, kept: KeptSession | undefined, now: number): SessionItem {
  const { path, agent, title, folder, modified, bytes, calls } = row;
  return {
    key: `file:${path}`,
    ...{ agent, title, folder, bytes, kept: kept !== undefined },
    updated: modified,
    ...(calls !== undefined && { calls }),
    live: now - modified < liveFor,
  };
}

async function limitsIn(
  transcripts: TranscriptSource,
  at: SessionAt,
): Promise<TranscriptResult<LimitsRow>> {
  const overview = await transcripts.overview(at);
  if (!overview.ok) {
    return overview;
  }
  const { format, peakInput, calls: count } = overview.value;
  const from = Math.max(0, count - newestCalls);
  const calls = await transcripts.calls(at, { from, limit: newestCalls });
  if (!calls.ok) {
    return calls;
  }
  const told = calls.value.findLast(({ contextWindow }) => contextWindow !== undefined);
  // Programs write names such as `<synthetic>` for answers that no model gave.
  const named = calls.value.findLast(({ model }) => model !== '' && !model.startsWith('<'));
  return ok(
    limitsOf({
      ...{ format, peakInput },
      model: named?.model ?? '',
      ...(told?.contextWindow !== undefined && { contextWindow: told.contextWindow }),
    }),
  );
}
