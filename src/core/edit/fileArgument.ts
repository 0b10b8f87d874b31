import type { Failure, Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';
import { badArguments } from '../failures.ts';

/** Lines a caller asked for; 1-based and inclusive, except that an insert may say 0. `all` = the whole file. */
export type LineRange =
  | { readonly kind: 'lines'; readonly first: number; readonly last: number }
  | { readonly kind: 'all' };

/** A `file` argument taken apart. */
export interface FileArgument {
  /** The path as the caller wrote it, without the suffix. */
  readonly path: string;
  readonly range: LineRange | undefined;
  /** The whole argument, where what was taken as a suffix might be part of the name. */
  readonly whole: string | undefined;
}

const suffix = /^(.+):(ALL|\d+(?:-(?:\d+|ALL))?)$/i;
const rangeForm = /^(?:(ALL)|(\d+)(?:-(?:(\d+)|(ALL)))?)$/i;

/**
 * Takes `path`, `path:5`, `path:5-15`, `path:5-ALL` or `path:ALL` apart. Where the separate `lines` argument is given
 * the path is taken as it is, so any file name can be said.
 */
export function parseFileArgument(file: string, lines: string | undefined): Result<FileArgument> {
  if (lines !== undefined && lines.trim() !== '') {
    const range = parseRange(lines.trim());
    return range.ok ? ok({ path: file, range: range.value, whole: undefined }) : range;
  }
  const match = suffix.exec(file);
  if (match?.[1] === undefined || match[2] === undefined) {
    return ok({ path: file, range: undefined, whole: undefined });
  }
  const range = parseRange(match[2]);
  return range.ok ? ok({ path: match[1], range: range.value, whole: file }) : range;
}

function parseRange(text: string): Result<LineRange> {
  const match = rangeForm.exec(text);
  if (match === null) {
    return fail(badRange(`"${text}" is not a range of lines.`));
  }
  if (match[1] !== undefined) {
    return ok({ kind: 'all' });
  }
  const first = Number(match[2]);
  const last = match[4] !== undefined ? Number.MAX_SAFE_INTEGER : Number(match[3] ?? match[2]);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || last < first) {
    return fail(badRange(`The range ${text} ends before it begins.`));
  }
  return ok({ kind: 'lines', first, last });
}

function badRange(message: string): Failure {
  return badArguments(message, { file: 'src/app.ts:5-15' });
}
