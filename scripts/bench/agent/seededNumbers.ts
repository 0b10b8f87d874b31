import { randomFrom } from '../randomFrom.ts';

/** Numbers that are the same for the same seed. */
export interface Numbers {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
}

/** Begins a row of numbers. */
export function seededNumbers(seed: number): Numbers {
  const next = randomFrom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}
