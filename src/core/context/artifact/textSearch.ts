import { byteLength } from '../../edit/shownSize.ts';
import { type TextLines, wholePlace } from './textLines.ts';
import { placeOf, type TextPlace } from './textPage.ts';

/** Longest text that is searched for, in UTF-16 units. */
export const longestSearch = 200;

/** Most spots shown at once. */
const mostSpots = 100;

/** Lines up to this length are shown whole; of longer ones a part. UTF-16 units. */
const wholeLine = 240;

/** UTF-16 units shown before a match in a long line. */
const ahead = 80;

/** What is looked for, and how much of it is shown. */
export interface SearchQuery {
  /** Taken literally; upper and lower case are the same. Not empty. */
  readonly words: string;
  /** Matches before it are counted, not shown. */
  readonly from: TextPlace;
  /** Bytes of what is shown, in UTF-8; if there is a match, one is shown in any case. */
  readonly maxBytes: number;
}

/** What was found. */
export interface SearchResult {
  /** Matches in the whole text, counted without overlap. */
  readonly matches: number;
  /** Matches that the rows show. */
  readonly shown: number;
  /**
   * `12: text` for a line with a match, `13- text` for one beside it, `12 (characters 81-320): text` for a part of a
   * long line.
   */
  readonly rows: readonly string[];
  /** Where the first match lies that is after the rows; absent if there is none. */
  readonly next?: TextPlace;
}

/** A line, or a part of one, with at least one match. Places are in the whole text. */
interface Spot {
  readonly line: number;
  /** Of the first match. */
  readonly match: number;
  readonly start: number;
  readonly end: number;
  matches: number;
}

/** Finds a text in another. Linear in the text that is searched, times the length of the words at worst. */
export function searchText(lines: TextLines, query: SearchQuery): SearchResult {
  const { text } = lines;
  const pattern = new RegExp(query.words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const from = lines.startOf(query.from.line) + query.from.char - 1;
  const spots: Spot[] = [];
  let matches = 0;
  let next: number | undefined;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    matches += 1;
    const place = found.index;
    const last = spots.at(-1);
    if (place < from || next !== undefined) {
      continue;
    }
    if (last !== undefined && place < last.end) {
      last.matches += 1;
    } else if (spots.length < mostSpots) {
      spots.push(spotAt(lines, place));
    } else {
      next = place;
    }
  }
  const { rows, taken } = rowsOf(lines, spots, query.maxBytes);
  next = spots[taken]?.match ?? next;
  return {
    matches,
    shown: spots.slice(0, taken).reduce((sum, spot) => sum + spot.matches, 0),
    rows,
    ...(next !== undefined && { next: placeOf(lines, next) }),
  };
}

function spotAt(lines: TextLines, match: number): Spot {
  const line = lines.lineAt(match);
  const [start, end] = [lines.startOf(line), lines.startOf(line + 1)];
  if (end - start <= wholeLine) {
    return { line, match, start, end, matches: 1 };
  }
  const first = wholePlace(lines.text, Math.max(start, match - ahead));
  const last = wholePlace(lines.text, Math.min(end, first + wholeLine));
  return { line, match, start: first, end: last, matches: 1 };
}

/** The rows of as many spots as there is room for, and how many these are. */
function rowsOf(
  lines: TextLines,
  spots: readonly Spot[],
  maxBytes: number,
): { readonly rows: readonly string[]; readonly taken: number } {
  const own = new Set(spots.map(({ line }) => line));
  const beside = new Set<number>();
  const rows: string[] = [];
  let used = 0;
  for (const [index, spot] of spots.entries()) {
    const around = [spot.line - 1, spot.line + 1].filter(
      (line) => !own.has(line) && !beside.has(line) && isShort(lines, line),
    );
    const row = (line: number): string => `${line}- ${lines.lineText(line)}`;
    const added = [
      ...around.filter((line) => line < spot.line).map(row),
      spotRow(lines, spot),
      ...around.filter((line) => line > spot.line).map(row),
    ];
    used += byteLength(added.join('\n')) + 1;
    if (used > maxBytes && index > 0) {
      return { rows, taken: index };
    }
    around.forEach((line) => beside.add(line));
    rows.push(...added);
  }
  return { rows, taken: spots.length };
}

function isShort(lines: TextLines, line: number): boolean {
  return (
    line >= 1 && line <= lines.count && lines.startOf(line + 1) - lines.startOf(line) <= wholeLine
  );
}

function spotRow(lines: TextLines, { line, start, end }: Spot): string {
  const begin = lines.startOf(line);
  if (start === begin && end === lines.startOf(line + 1)) {
    return `${line}: ${lines.lineText(line)}`;
  }
  const part = lines.text.slice(start, end).replace(/[\r\n]+$/, '');
  return `${line} (characters ${start - begin + 1}-${start - begin + part.length}): ${part}`;
}
