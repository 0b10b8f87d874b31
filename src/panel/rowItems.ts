import type { CallRow, ChipRow, SnapshotRow, StoredCall } from '../ports/store.ts';
import type { CallItem } from '../protocol/calls.ts';
import type { ChipItem, EventItem } from '../protocol/chips.ts';
import type { ShownPlaces } from './shownPath.ts';
import { shownPath } from './shownPath.ts';

/** Characters of an error that a list shows. */
const longestError = 300;

/** A stored chip as the page's list shows it. */
export function chipItem(row: ChipRow, places: ShownPlaces): ChipItem {
  const { errorMessage, file, workspace } = row;
  return {
    ...without(row, 'payload', 'errorMessage'),
    ...(file === undefined ? {} : { shown: shownPath(file, places, workspace) }),
    ...(errorMessage === undefined ? {} : { errorMessage: clipped(errorMessage) }),
  };
}

/** A stored call as the page shows it; its number is 0 where it is not asked for. */
export function callItem(row: CallRow | StoredCall, places: ShownPlaces): CallItem {
  const { file, workspace } = row;
  return {
    number: 0,
    ...without(row, 'arguments', 'result'),
    ...(file === undefined ? {} : { shown: shownPath(file, places, workspace) }),
  };
}

/** The rows of one event as the page shows it; undefined if there are none. */
export function eventItem(
  rows: readonly SnapshotRow[],
  places: ShownPlaces,
): EventItem | undefined {
  const [first] = rows;
  if (first === undefined) {
    return undefined;
  }
  const { event: id, tool, state, created } = first;
  const files = [...new Set(rows.map((row) => row.file))].map((file) => ({
    file,
    shown: shownPath(file, places, first.workspace),
  }));
  return { id, tool, state, created, files };
}

function clipped(text: string): string {
  return text.length <= longestError ? text : `${text.slice(0, longestError - 1)}…`.toWellFormed();
}

/** The row without some of its fields. */
export function without<Row extends object, Name extends keyof Row & string>(
  row: Row,
  ...names: readonly Name[]
): Omit<Row, Name> {
  const left = Object.entries(row).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(left) as Omit<Row, Name>;
}
