import type { ListedSessions, ListQuery, SessionSource } from './sessionSource.ts';

/** The sessions of all sources, newest first. Throws what a source throws. */
export async function listSessions(
  sources: readonly SessionSource[],
  query: ListQuery,
  signal: AbortSignal,
): Promise<ListedSessions> {
  const lists = await Promise.all(sources.map((source) => source.list(query, signal)));
  const rows = lists.flatMap((list) => list.rows).sort((a, b) => b.updated - a.updated);
  return {
    rows: rows.slice(0, query.limit),
    more: rows.length > query.limit || lists.some(({ more }) => more),
  };
}
