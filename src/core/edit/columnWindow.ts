import type { Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';
import { badArguments } from '../failures.ts';
import { shownSize } from './shownSize.ts';

/** Characters of a line, counted from 1, as JavaScript and the editor count them; `last` may be beyond its end. */
export interface Columns {
  readonly first: number;
  readonly last: number;
}

/** A part of a line. */
export interface ColumnWindow extends Columns {
  readonly text: string;
}

const example = { file: 'dist/app.min.js:1', columns: '1001-3000' };

/** Takes `1001-3000`, `1001-ALL` or `1001` apart. */
export function parseColumns(columns: string): Result<Columns> {
  const match = /^(\d{1,15})(?:-(?:(\d{1,15})|ALL))?$/i.exec(columns.trim());
  const first = Number(match?.[1]);
  const last = match?.[2] === undefined ? Number.MAX_SAFE_INTEGER : Number(match[2]);
  return match === null || first < 1 || last < first
    ? fail(badArguments(`"${columns}" are no columns.`, example))
    : ok({ first, last });
}

/** The columns of a line, as many as `room` holds; never half of a surrogate pair. */
export function columnWindow(line: string, { first, last }: Columns, room: number): ColumnWindow {
  const start = pairStart(line, first - 1);
  let end = pairStart(line, Math.min(last, line.length, start + Math.floor(room)));
  while (end > start + 1 && shownSize(line.slice(start, end)) > room) {
    end = pairStart(line, start + Math.max(1, Math.floor((end - start) / 2)));
  }
  return { first: start + 1, last: end, text: line.slice(start, end) };
}

/** The offset, or the one before it where it would part a pair. */
function pairStart(line: string, offset: number): number {
  return /[\uD800-\uDBFF]/.test(line.charAt(offset - 1)) &&
    /[\uDC00-\uDFFF]/.test(line.charAt(offset))
    ? offset - 1
    : offset;
}
