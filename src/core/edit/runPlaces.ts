/**
 * Every index from which a run of items stands among others, in order; where the run is empty, every index there is
 * and the one after. By the search of Knuth, Morris and Pratt, as lines of a file may repeat: cost is linear in both.
 */
export function* runPlaces<Item>(
  run: readonly Item[],
  items: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): Generator<number> {
  const fits = (at: number, item: Item | undefined): boolean => {
    const wanted = run[at];
    return wanted !== undefined && item !== undefined && isSame(wanted, item);
  };
  /** For each beginning of the run: how many of its first items are also its last ones, itself left out. */
  const borders = [0];
  for (let index = 1, matched = 0; index < run.length; index++) {
    while (matched > 0 && !fits(matched, run[index])) {
      matched = borders[matched - 1] ?? 0;
    }
    matched += fits(matched, run[index]) ? 1 : 0;
    borders.push(matched);
  }
  let matched = 0;
  for (let index = 0; index <= items.length; index++) {
    if (matched === run.length) {
      yield index - matched;
      matched = borders[matched - 1] ?? 0;
    }
    while (matched > 0 && !fits(matched, items[index])) {
      matched = borders[matched - 1] ?? 0;
    }
    matched += fits(matched, items[index]) ? 1 : 0;
  }
}
