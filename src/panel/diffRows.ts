/*
 * Two texts as the rows of a unified diff. Equal lines at the top and at the end are trimmed before anything is
 * compared, so that a small edit in a huge file costs one pass over it.
 */
import { diffArrays } from 'diff';
import type { Line } from '../ports/editHost.ts';
import type { DiffRow } from '../protocol/diff.ts';
import { splitLines } from '../core/edit/lines.ts';
import type { Replaced } from './rowWriter.ts';
import { context, RowWriter } from './rowWriter.ts';
import { countLines, differingMiddle, linesBefore, linesFrom, startOfLine } from './textPlaces.ts';

/** Most rows of a diff, and of an unfolded stretch. */
const mostRows = 2000;

/** Most characters of all rows. */
const mostCharacters = 1_000_000;

/** Most differing lines that are looked for; texts that differ in more are taken as different from top to end. */
const mostDifferences = 2000;

/** Milliseconds after which the same holds. */
const longestSearch = 1000;

/** How much of a diff is given. */
export interface DiffRowLimits {
  readonly rows?: number;
  readonly characters?: number;
}

/** A diff. Counts are of all lines, also of those that `rows` has no room for. */
export interface DiffRows {
  readonly rows: DiffRow[];
  readonly added: number;
  readonly removed: number;
  /** Rows left out. */
  readonly left: number;
}

/** Replaced lines, and the equal ones that follow. */
interface Change {
  readonly blocks: Replaced[];
  readonly equal: Line[];
}

/**
 * The rows of a diff: three equal lines around each change, the others folded; removed rows of a change before its
 * added ones. Where a line's end is all that differs, its parts end with ␍ and ␊ for what it is.
 */
export function diffRows(before: string, after: string, limits: DiffRowLimits = {}): DiffRows {
  const { head, beforeTail, afterTail } = differingMiddle(before, after);
  const changes = findChanges(
    splitLines(before.slice(head, beforeTail)),
    splitLines(after.slice(head, afterTail)),
  );
  const writer = new RowWriter(limits.rows ?? mostRows, limits.characters ?? mostCharacters);
  const isChanged = changes.length > 0;
  const headCount = countLines(before, 0, head);
  const shown = context + 1;
  const ending = linesBefore(before, head, shown);
  const ends = { above: false, below: isChanged };
  writer.equal(headCount, (index) => ending[index - headCount + ending.length], ends);
  for (const [index, { blocks, equal }] of changes.entries()) {
    writer.change(blocks);
    const below = index < changes.length - 1;
    writer.equal(equal.length, (line) => equal[line], { above: true, below });
  }
  const start = linesFrom(before, beforeTail, shown);
  const tailCount = countLines(before, beforeTail, before.length);
  writer.equal(tailCount, (index) => start[index], { above: true, below: false });
  const { rows, added, removed, left } = writer;
  return { rows, added, removed, left };
}

/**
 * Rows for lines that stand folded in a diff: from line `asked.before` of the text before, at most `asked.count` of
 * them and never more than the fold has. None where no fold of `rows` has that line.
 */
export function unfoldRows(
  before: string,
  rows: readonly DiffRow[],
  asked: { readonly before: number; readonly count: number },
): DiffRow[] {
  const fold = rows.find(
    (row) =>
      row.kind === 'folded' && row.before <= asked.before && asked.before < row.before + row.count,
  );
  if (fold?.kind !== 'folded') {
    return [];
  }
  const skipped = asked.before - fold.before;
  const count = Math.max(0, Math.min(asked.count, fold.count - skipped, mostRows));
  return linesFrom(before, startOfLine(before, asked.before), count).map(({ text }, index) => ({
    kind: 'same',
    before: asked.before + index,
    after: fold.after + skipped + index,
    text,
  }));
}

/** Lines are matched by their texts; two that match and end differently are a change. */
function findChanges(before: readonly Line[], after: readonly Line[]): Change[] {
  if (before.length === 0 && after.length === 0) {
    return [];
  }
  const texts = (lines: readonly Line[]): string[] => lines.map((line) => line.text);
  const runs = diffArrays(texts(before), texts(after), {
    maxEditLength: mostDifferences,
    timeout: longestSearch,
  }) ?? [
    { count: before.length, removed: true, added: false },
    { count: after.length, removed: false, added: true },
  ];
  const changes: Change[] = [];
  let [beforeAt, afterAt] = [0, 0];
  let removedLines: readonly Line[] = [];
  for (const { count, added, removed } of [...runs, { count: 0, added: false, removed: false }]) {
    const [from, to] = [beforeAt, afterAt];
    beforeAt += added ? 0 : count;
    afterAt += removed ? 0 : count;
    if (removed) {
      removedLines = before.slice(from, beforeAt);
      continue;
    }
    if (added || removedLines.length > 0) {
      const addedLines = added ? after.slice(to, afterAt) : [];
      addBlock(changes, { removed: removedLines, added: addedLines });
      removedLines = [];
    }
    for (let index = 0; !added && index < count; index++) {
      addMatched(changes, before[from + index], after[to + index]);
    }
  }
  return changes;
}

function addMatched(changes: Change[], before: Line | undefined, after: Line | undefined): void {
  if (before !== undefined && after !== undefined) {
    if (before.eol === after.eol) {
      changes.at(-1)?.equal.push(before);
    } else {
      addBlock(changes, { removed: [before], added: [after] });
    }
  }
}

function addBlock(changes: Change[], block: Replaced): void {
  const last = changes.at(-1);
  if (last === undefined || last.equal.length > 0) {
    changes.push({ blocks: [block], equal: [] });
  } else {
    last.blocks.push(block);
  }
}
