/** Calls that share a column: those from `from` to before `to`. */
export interface TurnColumn {
  readonly from: number;
  readonly to: number;
}

/** Where calls stand in a picture. Pixels. */
export interface TurnLayout {
  readonly count: number;
  readonly columns: readonly TurnColumn[];
  readonly columnWidth: number;
  /** Width of all columns. */
  readonly width: number;
}

/** Widest column: a few calls are not to look like walls. */
const widest = 28;

/** One column per call while there is a pixel for each, else as many calls per pixel as it takes. */
export function turnLayout(count: number, width: number): TurnLayout {
  const places = Math.max(1, Math.floor(width));
  const total = Math.min(count, places);
  const columnWidth = total === 0 ? 0 : Math.min(widest, count <= places ? places / count : 1);
  const columns = Array.from({ length: total }, (_, at) => ({
    from: Math.floor((at * count) / total),
    to: Math.floor(((at + 1) * count) / total),
  }));
  return { count, columns, columnWidth, width: columnWidth * total };
}

/** Index of the column that a call stands in; the number of columns for one beyond the last. */
export function columnOf({ count, columns }: TurnLayout, turn: number): number {
  if (turn >= count) {
    return columns.length;
  }
  // Columns begin at rounded places: the first guess is one too low at most.
  const guess = Math.floor((turn * columns.length) / Math.max(1, count));
  return (columns[guess]?.to ?? count) <= turn ? guess + 1 : guess;
}

/** Left edge of a call's column; the right end for one beyond the last. */
export function leftOf(layout: TurnLayout, turn: number): number {
  return columnOf(layout, turn) * layout.columnWidth;
}

/** The column at a place; the nearest one for places beside the picture. -1 if there are none. */
export function columnAt({ columns, columnWidth }: TurnLayout, x: number): number {
  const at = columnWidth === 0 ? -1 : Math.floor(x / columnWidth);
  return Math.max(Math.min(0, columns.length - 1), Math.min(columns.length - 1, at));
}

/** The call of a column with the largest value; the first of equal ones. */
export function peakOf(column: TurnColumn, value: (turn: number) => number): number {
  let peak = column.from;
  for (let turn = column.from + 1; turn < column.to; turn += 1) {
    if (value(turn) > value(peak)) {
      peak = turn;
    }
  }
  return peak;
}

/** Where a key leads from a call; undefined for keys that lead nowhere. `patches`: calls after patches, ascending. */
export function turnAfterKey(
  key: string,
  shift: boolean,
  turn: number,
  { count, patches }: { readonly count: number; readonly patches: readonly number[] },
): number | undefined {
  const within = (to: number): number => Math.max(0, Math.min(count - 1, to));
  const step = shift ? 10 : 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(turn + step);
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(turn - step);
    case 'Home':
      return within(0);
    case 'End':
      return within(count - 1);
    case 'PageDown':
      return within(patches.find((one) => one > turn) ?? turn);
    case 'PageUp':
      return within(patches.findLast((one) => one < turn) ?? turn);
    default:
      return undefined;
  }
}
