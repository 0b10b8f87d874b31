import type { Line } from '../ports/editHost.ts';
import type { DiffPart, DiffRow } from '../protocol/diff.ts';
import type { LineParts } from './changedParts.ts';
import { changedParts, wholePart } from './changedParts.ts';

/** Equal lines shown around a change. */
export const context = 3;

/** Characters of changed lines that are compared word by word; the rest are shown as changed in all. */
const mostCompared = 200_000;

/** Lines that were replaced by others; the first one became the first one, and so on. */
export interface Replaced {
  readonly removed: readonly Line[];
  readonly added: readonly Line[];
}

/** Writes the rows of a diff from top to end until there is no room, and counts all of them. */
export class RowWriter {
  readonly rows: DiffRow[] = [];
  added = 0;
  removed = 0;
  /** Rows there was no room for. */
  left = 0;
  private before = 1;
  private after = 1;
  private compared = 0;
  private room: number;
  private readonly most: number;

  constructor(most: number, characters: number) {
    this.most = most;
    this.room = characters;
  }

  /**
   * Equal lines, those folded that stand next to no change. `line` gives one by its index; it is asked only for the
   * first and last four. `ends` says whether a change is above and below.
   */
  equal(
    count: number,
    line: (index: number) => Line | undefined,
    ends: { readonly above: boolean; readonly below: boolean },
  ): void {
    const top = ends.above ? context : 0;
    const bottom = ends.below ? context : 0;
    const hidden = count - top - bottom;
    // A fold takes as much room as a line.
    const isFolded = hidden > 1;
    this.same(0, isFolded ? top : count, line);
    if (isFolded) {
      const { before, after } = this;
      this.put(0, () => ({ kind: 'folded', before, after, count: hidden }));
      this.before += hidden;
      this.after += hidden;
      this.same(count - bottom, count, line);
    }
  }

  /** Lines that were replaced, with no equal ones among them: first all that went, then all that came. */
  change(blocks: readonly Replaced[]): void {
    const compared = blocks.map(() => new Map<number, LineParts>());
    for (const [at, { removed, added }] of blocks.entries()) {
      for (const [index, line] of removed.entries()) {
        const before = this.before++;
        this.removed++;
        this.put(line.text.length, () => {
          const parts = this.partsOf(line, added[index]);
          compared[at]?.set(index, parts);
          return { kind: 'removed', before, parts: parts.before };
        });
      }
    }
    for (const [at, { added }] of blocks.entries()) {
      for (const [index, line] of added.entries()) {
        const after = this.after++;
        this.added++;
        this.put(line.text.length, () => {
          const parts = compared[at]?.get(index)?.after ?? wholePart(line.text);
          return { kind: 'added', after, parts };
        });
      }
    }
  }

  private same(from: number, to: number, line: (index: number) => Line | undefined): void {
    for (let index = from; index < to; index++) {
      const [before, after] = [this.before++, this.after++];
      const text = line(index)?.text ?? '';
      this.put(text.length, () => ({ kind: 'same', before, after, text }));
    }
  }

  private put(characters: number, row: () => DiffRow): void {
    this.room -= characters;
    // After the first row that is left out all are: the rows have no gaps.
    if (this.left > 0 || this.rows.length >= this.most || this.room < 0) {
      this.left++;
    } else {
      this.rows.push(row());
    }
  }

  private partsOf(before: Line, after: Line | undefined): LineParts {
    if (after === undefined) {
      return { before: wholePart(before.text), after: [] };
    }
    if (before.text === after.text) {
      return { before: withEnd(before), after: withEnd(after) };
    }
    this.compared += before.text.length + after.text.length;
    return this.compared > mostCompared
      ? { before: wholePart(before.text), after: wholePart(after.text) }
      : changedParts(before.text, after.text);
  }
}

/** A line whose end is what changed. */
function withEnd({ text, eol }: Line): readonly DiffPart[] {
  const end = eol.replace('\r', '␍').replace('\n', '␊');
  return [
    ...(text === '' ? [] : [{ text, changed: false }]),
    ...(end === '' ? [] : [{ text: end, changed: true }]),
  ];
}
