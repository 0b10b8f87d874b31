import type { FileView } from '../../ports/editHost.ts';

/** Lines that a target stands for. */
export interface FoundPlace {
  readonly first: number;
  readonly last: number;
}

// By view: a view is a file in one state, so what was found in it stays true, and goes when the view goes.
const found = new WeakMap<FileView, Map<string, readonly FoundPlace[]>>();

/** Keeps what the parser found for a target, so that a range can later be told without waiting. */
export function rememberPlaces(
  view: FileView,
  target: string,
  places: readonly FoundPlace[],
): void {
  const known = found.get(view) ?? new Map<string, readonly FoundPlace[]>();
  known.set(target, places);
  found.set(view, known);
}

/** What was found for a target in this view; undefined if nobody has looked. */
export function rememberedPlaces(
  view: FileView,
  target: string,
): readonly FoundPlace[] | undefined {
  return found.get(view)?.get(target);
}
