import { askedWords } from '../../core/sources/textSearch.ts';
import type { TextHits } from '../../ports/transcripts.ts';
import { RpcError } from '../../protocol/rpc.ts';
import type { FoundSession, SearchEnd, SessionItem } from '../../protocol/sessions.ts';
import { listSessions } from './listSessions.ts';
import type { SessionSource } from './sessionSource.ts';

/** Sessions that are searched at most: those that a list has. */
const mostSearched = 1000;

/** Sessions with hits after which the search ends. */
export const mostFound = 100;

/** Bytes of the longest session that is searched: the thread that reads it has no memory for many times as much. */
const longest = 256 * 1024 * 1024;

/** Sessions without a hit that are told of together. */
const toldTogether = 10;

/** How far a search is. */
export interface SearchProgress {
  readonly searched: number;
  readonly of: number;
  readonly found?: FoundSession;
}

/** What is to be searched for, and where. */
export interface AllQuery {
  readonly words: string;
  readonly everywhere: boolean;
}

/**
 * Searches the texts of all sessions, newest first and one after the other, and tells of each that has the words as soon
 * as it was searched. Transcripts are read in their own thread, about 20 ms for a megabyte; of our own sessions the store's
 * thread reads the texts, and this one compares some dozens at a time. Throws `RpcError` when it is cancelled, and
 * `StoreError`.
 */
export async function searchAll(
  sources: readonly SessionSource[],
  { words, everywhere }: AllQuery,
  tell: (progress: SearchProgress) => void,
  signal: AbortSignal,
): Promise<SearchEnd> {
  if (askedWords(words).length === 0) {
    throw new RpcError({ code: 'no-words', message: 'There is no word to search for.' });
  }
  const { rows, more } = await listSessions(sources, { everywhere, limit: mostSearched }, signal);
  const of = rows.length;
  let [searched, found, unread] = [0, 0, 0];
  for (const item of rows) {
    if (signal.aborted) {
      throw new RpcError({ code: 'cancelled', message: 'The search was stopped.' });
    }
    const hits = await hitsIn(sources, item, words, signal);
    searched += 1;
    unread += hits === undefined || hits.partial ? 1 : 0;
    if (hits?.first !== undefined) {
      found += 1;
      const { blocks, partial, first } = hits;
      tell({ searched, of, found: { item, blocks, partial, ...first } });
    } else if (searched % toldTogether === 0) {
      tell({ searched, of });
    }
    if (found === mostFound && searched < of) {
      return { searched, of, unread, ended: 'enough', older: more };
    }
  }
  return { searched, of, unread, ended: 'all', older: more };
}

/** What a session has; undefined if it could not be searched. */
async function hitsIn(
  sources: readonly SessionSource[],
  { key, bytes = 0 }: SessionItem,
  words: string,
  signal: AbortSignal,
): Promise<TextHits | undefined> {
  const source = sources.find(({ prefix }) => key.startsWith(prefix));
  if (source === undefined || bytes > longest) {
    return undefined;
  }
  const hits = await source.hits(key.slice(source.prefix.length), words, signal);
  return hits.ok ? hits.value : undefined;
}
