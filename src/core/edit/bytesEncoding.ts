/*
 * Files that are no text, in the shape of those that are: each byte is the character of its number. Lines made so are
 * kept, taken back and made again like any others, and give the very bytes again.
 */
import type { Line } from '../../ports/editHost.ts';
import { byteChars, charBytes } from '../bytesText.ts';
import type { FileChange } from './change.ts';
import { joinLines, splitLines } from './lines.ts';

/** Name of the encoding, in plans, views and changes. No setting names it. */
export const bytesEncoding = 'bytes';

/** What the version of a view begins with whose lines are bytes. */
export const bytesVersion = 'bytes:';

/** The bytes as lines. */
export function bytesAsLines(bytes: Uint8Array): Line[] {
  return splitLines(byteChars(bytes));
}

/** The bytes that lines stand for. */
export function linesAsBytes(lines: readonly Line[]): Uint8Array {
  return charBytes(joinLines(lines));
}

/** Number of bytes before and after a change of a file that is no text; undefined for a text. */
export function byteCounts(
  change: Pick<FileChange, 'encoding' | 'hunks'>,
): { readonly before: number; readonly after: number } | undefined {
  if (change.encoding !== bytesEncoding) {
    return undefined;
  }
  const sum = (side: 'before' | 'after'): number =>
    change.hunks
      .flatMap((hunk) => hunk[side])
      .reduce((all, line) => all + line.text.length + line.eol.length, 0);
  return { before: sum('before'), after: sum('after') };
}
