import { diffArrays } from 'diff';
import type { FileView, Line, Splice } from '../../ports/editHost.ts';
import { keepApart } from './lineJoints.ts';
import { majorityEol } from './lines.ts';

/** Above this many differing lines a whole-file write is one replaced block: a diff of them would cost seconds. */
const diffLimit = 20_000;

/**
 * Lines `first` to `last` become the texts. Each new line takes the end of the line it stands for, further ones the
 * file's majority end, and the last one the end of the last replaced line, so a missing final line end stays missing; only a blank
 * last line gets one, as it would be no line without it.
 */
export function planReplace(
  view: FileView,
  first: number,
  last: number,
  texts: readonly string[],
): Splice {
  const old = view.lines(first, last);
  const lastEol = old.at(-1)?.eol ?? '';
  const lines = texts.map((text, index): Line => {
    if (index === texts.length - 1 && (lastEol !== '' || text !== '')) {
      return { text, eol: lastEol };
    }
    const own = old[index]?.eol;
    return {
      text,
      eol: own !== undefined && own !== '' ? own : endFor(view, first + index),
    };
  });
  return keepApart(view, { line: first, count: old.length, lines });
}

/**
 * The texts come after line `after` (0 = at the top). A file that ended without a line end still does, unless its last
 * line is a blank one now.
 */
export function planInsert(view: FileView, after: number, texts: readonly string[]): Splice {
  const [previous] = after > 0 ? view.lines(after, after) : [];
  const eol = endFor(view, after);
  if (previous !== undefined && previous.eol === '') {
    const lines = texts.map((text, index) => ({
      text,
      eol: index === texts.length - 1 && text !== '' ? '' : eol,
    }));
    const closed = { text: previous.text, eol };
    return keepApart(view, { line: after, count: 1, lines: [closed, ...lines] });
  }
  const lines = texts.map((text) => ({ text, eol }));
  return keepApart(view, { line: after + 1, count: 0, lines });
}

/** Lines `first` to `last` go. */
export function planDelete(view: Pick<FileView, 'lines'>, first: number, last: number): Splice {
  return keepApart(view, { line: first, count: last - first + 1, lines: [] });
}

/**
 * The file's whole text becomes `lines`: only what differs is spliced. Lines equal in text keep the end they have;
 * others take the file's majority end; the final line end is as given.
 */
export function planWrite(view: FileView, lines: readonly Line[]): Splice[] {
  const old = view.lines(1, view.lineCount);
  const fileEol = majorityEol(view.eol);
  const target = lines.map((line) =>
    line.eol === '' || fileEol === undefined ? line : { text: line.text, eol: fileEol },
  );
  const same = (a: Line | undefined, b: Line | undefined): boolean =>
    a !== undefined && b !== undefined && a.text === b.text && (a.eol === '') === (b.eol === '');
  const least = Math.min(old.length, target.length);
  let head = 0;
  while (head < least && same(old[head], target[head])) {
    head++;
  }
  let tail = 0;
  while (
    tail < least - head &&
    same(old[old.length - 1 - tail], target[target.length - 1 - tail])
  ) {
    tail++;
  }
  const from = old.slice(head, old.length - tail);
  const to = target.slice(head, target.length - tail);
  if (from.length === 0 && to.length === 0) {
    return [];
  }
  const splices =
    from.length * to.length === 0 || from.length + to.length > diffLimit
      ? [{ line: head + 1, count: from.length, lines: to }]
      : diffSplices(from, to, head, same);
  return splices.map((splice) => keepApart(view, splice));
}

function diffSplices(
  from: readonly Line[],
  to: readonly Line[],
  head: number,
  same: (a: Line, b: Line) => boolean,
): Splice[] {
  const parts = diffArrays([...from], [...to], { comparator: same, maxEditLength: 2000 });
  if (parts === undefined) {
    return [{ line: head + 1, count: from.length, lines: to }];
  }
  const splices: Splice[] = [];
  let line = head + 1;
  let taken = 0;
  let open: { line: number; count: number; lines: Line[] } | undefined;
  for (const part of parts) {
    if (part.added || part.removed) {
      open ??= { line, count: 0, lines: [] };
    }
    if (part.added) {
      open?.lines.push(...to.slice(taken, taken + part.count));
      taken += part.count;
    } else if (part.removed) {
      open = {
        line: open?.line ?? line,
        count: (open?.count ?? 0) + part.count,
        lines: open?.lines ?? [],
      };
      line += part.count;
    } else {
      if (open !== undefined) {
        splices.push(open);
        open = undefined;
      }
      line += part.count;
      taken += part.count;
    }
  }
  if (open !== undefined) {
    splices.push(open);
  }
  return splices;
}

/** The end for a new line after line `after`: the file's majority, at a tie its neighbour's, in an empty file LF. */
function endFor(view: FileView, after: number): string {
  const majority = majorityEol(view.eol);
  if (majority !== undefined) {
    return majority;
  }
  // Of a last line without an end, the one above it counts.
  const above = view.lines(after - 1, after).findLast((line) => line.eol !== '');
  const [below] = view.lines(after + 1, after + 1);
  return above?.eol ?? (below?.eol || '\n');
}
