/**
 * Indices of blocks in the order of a window, as runs without gap: `[start, end, start, end, …]`, ends excluded. A
 * window of thousands of blocks is a few numbers, and grows by changing the last. An index occurs at most once.
 */
export type Runs = readonly number[];

/** No blocks. */
export const noRuns: Runs = [];

/** Number of blocks. O(runs). */
export function countOf(runs: Runs): number {
  let count = 0;
  for (let at = 0; at < runs.length; at += 2) {
    count += (runs[at + 1] ?? 0) - (runs[at] ?? 0);
  }
  return count;
}

/** Puts the blocks from `start` to before `end` behind the others, in place; nothing if there are none. O(1). */
export function pushRun(runs: number[], start: number, end: number): void {
  if (end <= start) {
    return;
  }
  if (runs.length > 0 && runs[runs.length - 1] === start) {
    runs[runs.length - 1] = end;
  } else {
    runs.push(start, end);
  }
}

/** Puts blocks behind the others, in place. O(runs that are put). */
export function pushRuns(into: number[], runs: Runs): void {
  for (let at = 0; at < runs.length; at += 2) {
    pushRun(into, runs[at] ?? 0, runs[at + 1] ?? 0);
  }
}

/** The indices, in order. */
export function* indicesOf(runs: Runs): Generator<number> {
  for (let at = 0; at < runs.length; at += 2) {
    const end = runs[at + 1] ?? 0;
    for (let index = runs[at] ?? 0; index < end; index += 1) {
      yield index;
    }
  }
}

/** Whether an index is in them. O(runs). */
export function isIn(runs: Runs, index: number): boolean {
  for (let at = 0; at < runs.length; at += 2) {
    if (index >= (runs[at] ?? 0) && index < (runs[at + 1] ?? 0)) {
      return true;
    }
  }
  return false;
}

/** Runs of indices, in their order. */
export function runsOf(indices: Iterable<number>): Runs {
  const runs: number[] = [];
  for (const index of indices) {
    pushRun(runs, index, index + 1);
  }
  return runs;
}

/** Pairs of a window sorted by index, for comparing. */
function sorted(runs: Runs): Runs {
  const pairs: [number, number][] = [];
  for (let at = 0; at < runs.length; at += 2) {
    pairs.push([runs[at] ?? 0, runs[at + 1] ?? 0]);
  }
  pairs.sort(([a], [b]) => a - b);
  const joined: number[] = [];
  for (const [start, end] of pairs) {
    pushRun(joined, start, end);
  }
  return joined;
}

/** The blocks of `from` that are not in `without`, by index. O(runs log runs). */
export function minus(from: Runs, without: Runs): Runs {
  const [left, right] = [sorted(from), sorted(without)];
  const kept: number[] = [];
  let other = 0;
  for (let at = 0; at < left.length; at += 2) {
    let start = left[at] ?? 0;
    const end = left[at + 1] ?? 0;
    while (other < right.length && (right[other + 1] ?? 0) <= start) {
      other += 2;
    }
    for (let look = other; look < right.length && (right[look] ?? 0) < end; look += 2) {
      pushRun(kept, start, Math.min(right[look] ?? 0, end));
      start = Math.max(start, right[look + 1] ?? 0);
    }
    pushRun(kept, start, end);
  }
  return kept;
}
