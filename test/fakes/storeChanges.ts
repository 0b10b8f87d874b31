import type { Changes, ChangeQuery } from '../../src/ports/store.ts';

/** An entry of a table's order of changes. */
export interface Numbered {
  readonly number: number;
}

/** The newest change of one chip. */
export interface ChipChange extends Numbered {
  readonly id: string;
  readonly gone: boolean;
}

/** The part of `entries` (by number, oldest first) that a query asks for, and what is said about it. */
export function changesOf<T extends Numbered>(
  entries: readonly T[],
  { after, before = Number.POSITIVE_INFINITY, limit }: ChangeQuery,
  forgotten: number,
): { readonly given: readonly T[]; readonly about: Changes } {
  const head = entries.at(-1)?.number ?? 0;
  const reset = after !== undefined && after !== 0 && (after < forgotten || after > head);
  const fitting =
    after === undefined
      ? entries.filter((entry) => entry.number < before).toReversed()
      : entries.filter((entry) => entry.number > after);
  const given = reset ? [] : fitting.slice(0, limit);
  const numbers = given.map((entry) => entry.number);
  return {
    given,
    about: {
      from: given.length === 0 ? 0 : Math.min(...numbers),
      to: given.length === 0 ? (after ?? 0) : Math.max(...numbers),
      head,
      more: !reset && fitting.length > given.length,
      reset,
    },
  };
}
