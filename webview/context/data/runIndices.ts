/** The indices of runs (`[start, end, start, end, …]`, ends excluded), in their order. */
export function runIndices(runs: readonly number[]): number[] {
  const indices: number[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const end = runs[at + 1] ?? 0;
    for (let index = runs[at] ?? 0; index < end; index++) {
      indices.push(index);
    }
  }
  return indices;
}

/** Whether an index is in runs. O(runs). */
export function inRuns(runs: readonly number[], index: number): boolean {
  for (let at = 0; at < runs.length; at += 2) {
    if (index >= (runs[at] ?? 0) && index < (runs[at + 1] ?? 0)) {
      return true;
    }
  }
  return false;
}
