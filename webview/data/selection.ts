/** Which rows are chosen, and which one the keyboard is at. Keys are ids of rows, or names of groups. */
export interface Selection {
  readonly active: string | undefined;
  /** Where a range begins. */
  readonly anchor: string | undefined;
  readonly chosen: ReadonlySet<string>;
}

/** Nothing is chosen. */
export const nothingChosen: Selection = { active: undefined, anchor: undefined, chosen: new Set() };

/** The keys held while a row is clicked or gone to. */
export interface HeldKeys {
  /** Chooses everything from the anchor to here. */
  readonly shift: boolean;
  /** Leaves what is chosen as it is; a click adds or removes the row. */
  readonly control: boolean;
}

/**
 * Goes to a key, as lists of an editor do: plain chooses it alone, shift everything from the anchor to it, control goes
 * there only. `keys` are all keys in order; groups (for which `isRow` is false) are never chosen.
 */
export function goTo(
  selection: Selection,
  key: string,
  { keys, isRow }: { readonly keys: readonly string[]; isRow: (key: string) => boolean },
  held: HeldKeys,
): Selection {
  if (held.shift) {
    const anchor = selection.anchor ?? selection.active ?? key;
    const [from, to] = [keys.indexOf(anchor), keys.indexOf(key)];
    const range = keys.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
    return { active: key, anchor, chosen: new Set(range.filter(isRow)) };
  }
  if (held.control) {
    return { ...selection, active: key };
  }
  return { active: key, anchor: key, chosen: new Set(isRow(key) ? [key] : []) };
}

/** Adds a row to what is chosen, or takes it away, and goes there. */
export function toggle(selection: Selection, key: string): Selection {
  const chosen = new Set(selection.chosen);
  if (!chosen.delete(key)) {
    chosen.add(key);
  }
  return { active: key, anchor: key, chosen };
}

/** What is left of a selection when the list has other keys: what is gone is not chosen any more. */
export function keepPresent(
  selection: Selection,
  keys: readonly string[],
  before: readonly string[],
): Selection {
  const present = new Set(keys);
  const chosen = new Set([...selection.chosen].filter((key) => present.has(key)));
  const { active, anchor } = selection;
  if (active === undefined || present.has(active)) {
    return chosen.size === selection.chosen.size ? selection : { active, anchor, chosen };
  }
  // The keyboard stays where it was: at the row that came up in the place of the one that is gone.
  const place = before.indexOf(active);
  const next =
    before.slice(place + 1).find((key) => present.has(key)) ??
    before.slice(0, Math.max(0, place)).findLast((key) => present.has(key));
  return { active: next, anchor: next, chosen };
}
