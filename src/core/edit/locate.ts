import type { Line, Splice } from '../../ports/editHost.ts';
import type { FileChange, Hunk } from './change.ts';
import { runPlaces } from './runPlaces.ts';

/** Lines that can be asked for by number; a `FileView` or a `Draft`. */
export interface LineSource {
  readonly lineCount: number;
  lines(first: number, last: number): readonly Line[];
}

/** Where lines of the file right after a change should be by now, as far as edits since are known. */
export interface Follow {
  /** Undefined for a line that a known edit replaced. */
  line(line: number): number | undefined;
  /**
   * The place between a line and the one above it; undefined where a known edit replaced both. `below` = there was
   * such a line, and it was none that the same edit made.
   */
  gap(line: number, below: boolean): number | undefined;
}

/**
 * The splices that take a change back, for the file as it is now. A hunk is taken where it should be if its
 * surroundings say so too; else it is looked for, and must be found in one place only. Undefined where the file was
 * changed since so that a hunk is not there any more.
 */
export function inverseSplices(
  change: FileChange,
  now: LineSource,
  follow: Follow,
): Splice[] | undefined {
  const splices: Splice[] = [];
  let moved = 0;
  for (const hunk of change.hunks) {
    const line = placeOf(hunk, hunk.line + moved, now, follow);
    if (line === undefined) {
      return undefined;
    }
    splices.push({ line, count: hunk.after.length, lines: hunk.before });
    moved += hunk.after.length - hunk.before.length;
  }
  return inOrder(splices) ? splices : undefined;
}

function placeOf(hunk: Hunk, line: number, now: LineSource, follow: Follow): number | undefined {
  const expected =
    hunk.after.length > 0 ? follow.line(line) : follow.gap(line, hunk.below.length > 0);
  const there = expected !== undefined && standsAt(hunk.after, expected, now);
  const above = sideMatches(hunk.above, line - hunk.above.length, now, follow);
  const below = sideMatches(hunk.below, line + hunk.after.length, now, follow);
  if (there && above !== false && below !== false) {
    return expected;
  }
  const lines = now.lines(1, now.lineCount);
  const whole = onlyPlace(hunk, lines, (up, down) => up && down);
  if (whole !== undefined) {
    return whole;
  }
  // Somebody changed what is beside the lines: one side must still be as it was.
  if (there && (above === true || below === true)) {
    return expected;
  }
  return hunk.after.length > 0
    ? onlyPlace(
        hunk,
        lines,
        (up, down) => (up && hasText(hunk.above)) || (down && hasText(hunk.below)),
      )
    : undefined;
}

/** Whether the lines beside a hunk are as they were; those that known edits replaced do not count. */
function sideMatches(
  texts: readonly string[],
  first: number,
  now: LineSource,
  follow: Follow,
): boolean | undefined {
  let known = false;
  for (const [index, text] of texts.entries()) {
    const line = follow.line(first + index);
    if (line !== undefined) {
      known = true;
      if (now.lines(line, line)[0]?.text !== text) {
        return false;
      }
    }
  }
  return known ? true : undefined;
}

function standsAt(wanted: readonly Line[], line: number, now: LineSource): boolean {
  if (line < 1 || line + wanted.length - 1 > now.lineCount) {
    return false;
  }
  const present = now.lines(line, line + wanted.length - 1);
  return wanted.every((one, index) => isSame(one, present[index]));
}

/** The one line from which a hunk's lines stand, with the surroundings asked for. Cost: linear in the lines. */
function onlyPlace(
  hunk: Hunk,
  lines: readonly Line[],
  enough: (above: boolean, below: boolean) => boolean,
): number | undefined {
  const { after, above, below } = hunk;
  let found: number | undefined;
  for (const start of runPlaces(after, lines, isSame)) {
    const fits = enough(
      textsAt(above, lines, start - above.length),
      textsAt(below, lines, start + after.length),
    );
    if (fits) {
      if (found !== undefined) {
        return undefined;
      }
      found = start + 1;
    }
  }
  return found;
}

function textsAt(texts: readonly string[], lines: readonly Line[], start: number): boolean {
  return texts.every((text, index) => lines[start + index]?.text === text);
}

function isSame(a: Line, b: Line | undefined): boolean {
  return b !== undefined && a.text === b.text && a.eol === b.eol;
}

function hasText(texts: readonly string[]): boolean {
  return texts.some((text) => /\w/.test(text));
}

function inOrder(splices: readonly Splice[]): boolean {
  return splices.every((splice, index) => {
    const next = splices[index + 1];
    return next === undefined || splice.line + splice.count <= next.line;
  });
}
