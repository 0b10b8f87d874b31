import type { FileView, Line } from '../../ports/editHost.ts';
import { byteCounts } from './bytesEncoding.ts';
import type { FileChange, Hunk } from './change.ts';
import { shownSize } from './shownSize.ts';

const context = 3;

/** How much of a diff is shown. */
export interface DiffLimits {
  /** Room in all, counted as `shownSize` does. */
  readonly size: number;
  /** Characters of one line. */
  readonly line: number;
}

/**
 * The change as a unified diff, with three lines of context from the file before it. What exceeds the limits is cut,
 * and the cut says how much is missing; `\ No newline at end of file` stands where it is true.
 */
export function unifiedDiff(
  change: FileChange,
  view: FileView | undefined,
  limits: DiffLimits,
): string {
  const bytes = byteCounts(change);
  if (bytes !== undefined) {
    return `Binary file: ${bytes.before} bytes before, ${bytes.after} bytes after.`;
  }
  let rows: string[] = [];
  let moved = 0;
  for (const group of grouped(change.hunks)) {
    rows = rows.concat(groupRows(group, view, moved));
    moved += group.reduce((sum, hunk) => sum + hunk.after.length - hunk.before.length, 0);
  }
  return clip(rows, limits);
}

/** Hunks whose contexts touch are shown as one. */
function grouped(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hunk.line - (last.line + last.before.length) <= 2 * context) {
      groups.at(-1)?.push(hunk);
    } else {
      groups.push([hunk]);
    }
  }
  return groups;
}

function groupRows(group: readonly Hunk[], view: FileView | undefined, moved: number): string[] {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) {
    return [];
  }
  const from = Math.max(1, first.line - context);
  let body: string[] = [];
  let next = from;
  let oldCount = 0;
  let newCount = 0;
  const keep = (to: number): void => {
    const lines = view?.lines(next, to) ?? [];
    body = body.concat(rowsOf(' ', lines));
    oldCount += lines.length;
    newCount += lines.length;
  };
  for (const hunk of group) {
    keep(hunk.line - 1);
    body = body.concat(rowsOf('-', hunk.before), rowsOf('+', hunk.after));
    oldCount += hunk.before.length;
    newCount += hunk.after.length;
    next = hunk.line + hunk.before.length;
  }
  keep(next + context - 1);
  // A side without lines is given the line before it, as `diff -u` does.
  const oldStart = oldCount === 0 ? from - 1 : from;
  const newStart = newCount === 0 ? from + moved - 1 : from + moved;
  return [`@@ -${oldStart},${oldCount} +${newStart},${newCount} @@`, ...body];
}

function rowsOf(sign: string, lines: readonly Line[]): string[] {
  return lines.flatMap(({ text, eol }) =>
    eol === '' ? [sign + text, '\\ No newline at end of file'] : [sign + text],
  );
}

function clip(rows: readonly string[], limits: DiffLimits): string {
  const shown: string[] = [];
  let used = 0;
  for (const [index, full] of rows.entries()) {
    const text =
      full.length > limits.line
        ? `${full.slice(0, limits.line)}… [${full.length - limits.line} more characters]`
        : full;
    const cost = shownSize(text) + 1.5;
    if (used + cost > limits.size) {
      return [...shown, `… [${rows.length - index} more diff lines]`].join('\n');
    }
    shown.push(text);
    used += cost;
  }
  return shown.join('\n');
}
