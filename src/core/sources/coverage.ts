import type { BadPlaceRow, CoverageRow } from '../../ports/transcriptRows.ts';

/** What became of each record of a transcript. */
export type Coverage = CoverageRow;

/** A record that could not be read. */
export type BadPlace = BadPlaceRow;

/** How many places of bad records are kept. */
export const badPlacesKept = 20;

/** Most types that are counted apart; the rest is counted as `…`. A damaged file may have any number. */
const typesKept = 100;

/** Longest name of a type that is kept, in characters. */
const typeLength = 60;

/** Sums up what became of records. Plain data: may be cloned and go on. */
export interface CoverageSum {
  taken: number;
  beside: Record<string, number>;
  unknown: Record<string, number>;
  bad: number;
  badPlaces: BadPlace[];
  repeated: number;
}

/** Nothing so far. */
export function startCoverage(): CoverageSum {
  return { taken: 0, beside: {}, unknown: {}, bad: 0, badPlaces: [], repeated: 0 };
}

function countType(counts: Record<string, number>, type: string, amount = 1): void {
  const count = counts[type];
  if (typeof count === 'number' && Object.hasOwn(counts, type)) {
    counts[type] = count + amount;
    return;
  }
  const name = type.length > typeLength ? `${type.slice(0, typeLength)}…` : type;
  const known = Object.hasOwn(counts, name);
  const key = known || Object.keys(counts).length < typesKept ? name : '…';
  // `__proto__` is a name like any other.
  Object.defineProperty(counts, key, {
    value: (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + amount,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Counts a record that is known and no part of a context. */
export function countBeside(sum: CoverageSum, type: string): void {
  countType(sum.beside, type);
}

/** Counts a record of an unknown type. */
export function countUnknown(sum: CoverageSum, type: string): void {
  countType(sum.unknown, type);
}

/** Counts a record that could not be read. */
export function countBad(sum: CoverageSum, { origin, problem }: BadPlace): void {
  sum.bad += 1;
  if (sum.badPlaces.length < badPlacesKept) {
    const { file, offset, bytes } = origin;
    sum.badPlaces.push({ origin: { file, offset, bytes }, problem });
  }
}

/** What became of a record: `taken`, `repeated`, or one of the other sums with the type or the problem. */
export type RecordFate =
  | 'taken'
  | 'repeated'
  | { readonly beside: string }
  | { readonly unknown: string }
  | { readonly bad: string };

/** Counts a record by what became of it. */
export function countRecord(sum: CoverageSum, fate: RecordFate, origin: BadPlace['origin']): void {
  if (fate === 'taken' || fate === 'repeated') {
    sum[fate] += 1;
  } else if ('beside' in fate) {
    countBeside(sum, fate.beside);
  } else if ('unknown' in fate) {
    countUnknown(sum, fate.unknown);
  } else {
    countBad(sum, { origin, problem: fate.bad });
  }
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The sum so far; a copy. */
export function coverageOf(sum: CoverageSum): Coverage {
  const { taken, beside, unknown, bad, badPlaces, repeated } = sum;
  return {
    records: taken + total(beside) + total(unknown) + bad + repeated,
    taken,
    beside: { ...beside },
    unknown: { ...unknown },
    bad,
    badPlaces: [...badPlaces],
    repeated,
  };
}

/** The coverage of all parts together; places of bad records as far as they fit. */
export function joinedCoverage(parts: readonly Coverage[]): Coverage {
  const joined = startCoverage();
  const add = (into: Record<string, number>, counts: Readonly<Record<string, number>>): void => {
    for (const [type, count] of Object.entries(counts)) {
      countType(into, type, count);
    }
  };
  for (const part of parts) {
    joined.taken += part.taken;
    joined.bad += part.bad;
    joined.repeated += part.repeated;
    add(joined.beside, part.beside);
    add(joined.unknown, part.unknown);
    joined.badPlaces.push(...part.badPlaces.slice(0, badPlacesKept - joined.badPlaces.length));
  }
  return coverageOf(joined);
}
