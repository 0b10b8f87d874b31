import { diffRows, unfoldRows } from '../../../src/panel/diffRows.ts';
import type { DiffFile, DiffRow } from '../../../src/protocol/diff.ts';

/** Two texts with the rows that stand folded between them. */
export interface TextDiff {
  readonly before: string;
  readonly file: DiffFile;
}

/** The difference of two texts, under a name. */
export function textDiff(name: string, before: string, after: string): TextDiff {
  const { rows, added, removed, left } = diffRows(before, after);
  return {
    before,
    file: { ...{ file: name, shown: name, change: 'changed' }, added, removed, rows, left },
  };
}

/** The same with one fold opened. */
export function unfolded(
  { before, file }: TextDiff,
  fold: Extract<DiffRow, { kind: 'folded' }>,
): TextDiff {
  const opened = unfoldRows(before, file.rows, fold);
  const rows = file.rows.flatMap((row) => (row === fold ? opened : [row]));
  return { before, file: { ...file, rows } };
}
