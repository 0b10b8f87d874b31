/** Where a call's window begins to be another one than that of the call before. Positions count blocks from 0. */
export interface FirstChange {
  readonly position: number;
  /** Index of the block that stood there; absent if the window only ended there. */
  readonly was?: number;
  /** Index of the block that stands there now; absent if the window ends there. */
  readonly is?: number;
}

/**
 * The first difference between two windows (runs `[start, end, …]`, ends excluded); undefined if the later one has all
 * of the former at its beginning, so that it only grew. O(runs).
 */
export function firstChange(
  before: readonly number[],
  now: readonly number[],
): FirstChange | undefined {
  let [oldAt, newAt, position] = [0, 0, 0];
  let [was, is] = [before[0], now[0]];
  while (was !== undefined) {
    if (was !== is) {
      return { position, was, ...(is !== undefined && { is }) };
    }
    const same = Math.min((before[oldAt + 1] ?? was) - was, (now[newAt + 1] ?? is) - is);
    position += same;
    was += same;
    is += same;
    if (was >= (before[oldAt + 1] ?? 0)) {
      oldAt += 2;
      was = before[oldAt];
    }
    if (is >= (now[newAt + 1] ?? 0)) {
      newAt += 2;
      is = now[newAt];
    }
  }
  return undefined;
}
