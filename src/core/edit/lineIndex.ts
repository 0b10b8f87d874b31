import type { EolCounts, Line, Splice } from '../../ports/editHost.ts';

const lf = 10;
const cr = 13;
const encoder = new TextEncoder();

/** Where the lines of UTF-8 bytes begin. */
export interface LineIndex {
  /** Offset of the first byte of each line, and the end of the bytes as a last entry. */
  readonly starts: Uint32Array;
  readonly eol: EolCounts;
}

/** The line end of the line that is at these offsets. */
export function lineEnd(bytes: Uint8Array, start: number, end: number): string {
  if (end > start && bytes[end - 1] === lf) {
    return end - 1 > start && bytes[end - 2] === cr ? '\r\n' : '\n';
  }
  return end > start && bytes[end - 1] === cr ? '\r' : '';
}

/**
 * Finds all line starts by jumping from line end to line end; the engine's own search does the walking. Takes about
 * 1 ms per MB.
 */
export function scanLines(bytes: Uint8Array, from: number): LineIndex {
  const counts = { lf: 0, crlf: 0, cr: 0 };
  let starts = new Uint32Array(1024);
  let used = 0;
  let start = from;
  let nextLf = bytes.indexOf(lf, from);
  let nextCr = bytes.indexOf(cr, from);
  const add = (offset: number): void => {
    if (used === starts.length) {
      const larger = new Uint32Array(starts.length * 2);
      larger.set(starts);
      starts = larger;
    }
    starts[used++] = offset;
  };
  while (start < bytes.length) {
    add(start);
    if (nextCr !== -1 && (nextLf === -1 || nextCr < nextLf)) {
      const paired = nextLf === nextCr + 1;
      counts[paired ? 'crlf' : 'cr']++;
      start = nextCr + (paired ? 2 : 1);
      nextCr = bytes.indexOf(cr, start);
      nextLf = paired ? bytes.indexOf(lf, start) : nextLf;
    } else if (nextLf !== -1) {
      counts.lf++;
      start = nextLf + 1;
      nextLf = bytes.indexOf(lf, start);
    } else {
      break;
    }
  }
  add(bytes.length);
  return { starts: starts.slice(0, used), eol: counts };
}

/**
 * The index after the splices, which lead to the bytes `after`: from the one before where every line of the splices is
 * a line there, else by scanning.
 */
export function splicedIndex(
  before: LineIndex & { readonly bytes: Uint8Array },
  splices: readonly Splice[],
  after: Uint8Array,
): LineIndex {
  const { starts } = before;
  const from = Math.min(starts[0] ?? 0, after.length);
  const scan = (): LineIndex => scanLines(after, from);
  const count = splices.reduce(
    (sum, splice) => sum + splice.lines.length - removedCount(splice, starts),
    starts.length,
  );
  const result = new Uint32Array(Math.max(0, count));
  const eol = { ...before.eol };
  let old = 0;
  let used = 0;
  let shift = 0;
  for (const splice of splices) {
    const first = Math.min(splice.line - 1, starts.length - 1);
    used += copyShifted(starts.subarray(old, first), shift, result, used);
    let offset = (starts[first] ?? 0) + shift;
    for (const line of splice.lines) {
      if (/[\r\n]/.test(line.text) || (line.text === '' && line.eol === '')) {
        return scan();
      }
      result[used++] = offset;
      offset += byteLength(line);
      countEnd(eol, line.eol, 1);
    }
    old = first + removedCount(splice, starts);
    for (let line = first; line < old; line++) {
      countEnd(eol, lineEnd(before.bytes, starts[line] ?? 0, starts[line + 1] ?? 0), -1);
    }
    shift = offset - (starts[old] ?? 0);
    for (let line = used - splice.lines.length; line <= used; line++) {
      if (!beginsLine(after, line === used ? offset : (result[line] ?? 0), from)) {
        return scan();
      }
    }
  }
  used += copyShifted(starts.subarray(old), shift, result, used);
  return used === count && result[count - 1] === after.length ? { starts: result, eol } : scan();
}

function removedCount({ line, count }: Splice, starts: Uint32Array): number {
  return Math.max(0, Math.min(count, starts.length - line));
}

/** Copies offsets, each moved by `shift`; answers how many. */
function copyShifted(from: Uint32Array, shift: number, to: Uint32Array, at: number): number {
  if (shift === 0) {
    to.set(from.subarray(0, Math.max(0, to.length - at)), at);
  } else {
    for (let index = 0; index < from.length; index++) {
      to[at + index] = (from[index] ?? 0) + shift;
    }
  }
  return from.length;
}

function byteLength({ text, eol }: Line): number {
  return encoder.encode(text).length + eol.length;
}

function countEnd(counts: { lf: number; crlf: number; cr: number }, eol: string, by: number): void {
  if (eol !== '') {
    counts[eol === '\n' ? 'lf' : eol === '\r' ? 'cr' : 'crlf'] += by;
  }
}

/** Whether a line begins at the offset, or the bytes end there. */
function beginsLine(bytes: Uint8Array, offset: number, from: number): boolean {
  const last = bytes[offset - 1];
  return (
    offset === from ||
    offset === bytes.length ||
    last === lf ||
    (last === cr && bytes[offset] !== lf)
  );
}
