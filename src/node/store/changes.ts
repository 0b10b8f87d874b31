import type { Changes, ChangeQuery } from '../../ports/store.ts';
import type { SqlRow } from './sqlRows.ts';

/** More rows than this at once are more than a message to another thread should carry. */
const mostRows = 1_000_000;

/** A query with every number given. */
export interface ChangeRange {
  readonly after: number | undefined;
  readonly before: number;
  readonly limit: number;
}

/** The numbers of a query, within what SQLite takes. */
export function rangeOf({ after, before, limit }: ChangeQuery): ChangeRange {
  return {
    after,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit: Math.max(1, Math.min(Math.floor(limit), mostRows)),
  };
}

/**
 * Whether a reader of `after` has to begin anew: it may have missed removals up to `forgotten`, or comes from another
 * database. One that has nothing yet (0) never has to.
 */
export function isStale(after: number | undefined, forgotten: number, head: number): boolean {
  return after !== undefined && after !== 0 && (after < forgotten || after > head);
}

/** The answer to a reader that has to begin anew. */
export function begunAnew({ after = 0 }: ChangeRange, head: number): Changes {
  return { from: 0, to: after, head, more: false, reset: true };
}

/** What is said about rows with a number `n`, of which one more than the limit was looked for. */
export function aboutRows(
  found: readonly SqlRow[],
  { after, limit }: ChangeRange,
  head: number,
): Changes {
  const given = found.slice(0, limit);
  const [first, last] = [Number(given[0]?.n ?? 0), Number(given.at(-1)?.n ?? 0)];
  return {
    from: Math.min(first, last),
    to: given.length === 0 ? (after ?? 0) : Math.max(first, last),
    head,
    more: found.length > limit,
    reset: false,
  };
}
