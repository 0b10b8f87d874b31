/**
 * The places of a longest increasing subsequence: what is left of a list if as few values as possible are taken away so
 * that the rest ascends. Of several equally long ones any. O(n log n).
 */
export function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  /** For each length the place of the smallest value that a subsequence of that length can end with. */
  const ends: number[] = [];
  const former: (number | undefined)[] = [];
  for (const [place, value] of values.entries()) {
    const length = firstAtLeast(ends, values, value);
    former.push(length === 0 ? undefined : ends[length - 1]);
    ends[length] = place;
  }
  const places = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = former[place]) {
    places.add(place);
  }
  return places;
}

/** How many of the ends have a smaller value: those ascend. */
function firstAtLeast(ends: readonly number[], values: readonly number[], value: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[ends[middle] ?? 0] ?? 0) < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
