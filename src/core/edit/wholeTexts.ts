import type { FileView, Line } from '../../ports/editHost.ts';
import { putRecent } from '../recent.ts';
import type { FileChange } from './change.ts';
import { splicesOf } from './change.ts';
import { Draft } from './draft.ts';
import type { HistoryEvent } from './history.ts';
import { lineHash } from './lineHash.ts';
import { joinLines, splitLines } from './lines.ts';

/** Files above this many bytes are not kept whole. */
const largestWhole = 256 * 1024;

/** Edits of a file after which its whole text is kept once more: older events may be dropped by then. */
const refresh = 50;

/** Files that are remembered. */
const capacity = 1000;

/**
 * Decides with which edits the whole text of a file is kept, so that a file that somebody deletes later can be made
 * again from it and the edits after it: with the first edit of a file, and where the file changed between two edits.
 */
export class WholeTexts {
  private readonly known = new Map<string, { readonly hash: number; readonly edits: number }>();

  /** The text to keep with an edit of the file; undefined where it follows from the edits before. */
  due(before: FileView, change: FileChange): string | undefined {
    if (change.kind !== 'splice' || before.size > largestWhole) {
      this.known.delete(before.path);
      return undefined;
    }
    const text = joinLines(before.lines(1, before.lineCount));
    const last = this.known.get(before.path);
    const follows = last !== undefined && last.hash === lineHash(text) && last.edits < refresh;
    const hash = lineHash(joinLines(applied(before, change)));
    putRecent(this.known, before.path, { hash, edits: follows ? last.edits + 1 : 0 }, capacity);
    return follows ? undefined : text;
  }

  /** The edit did not happen. */
  forget(path: string): void {
    this.known.delete(path);
  }
}

function applied(before: FileView, change: FileChange): readonly Line[] {
  const draft = new Draft(before);
  draft.spliceAll(splicesOf(change));
  return draft.lines(1, draft.lineCount);
}

/**
 * The lines of a file as the last of the events left it; undefined where that cannot be known for sure.
 *
 * @param events oldest first
 */
export function lastLines(
  events: readonly HistoryEvent[],
  path: string,
): readonly Line[] | undefined {
  let lines: Line[] | undefined;
  for (const change of events.flatMap((event) => event.changes)) {
    if (change.path !== path) {
      continue;
    }
    if (change.kind !== 'splice') {
      lines = change.kind === 'create' ? change.hunks.flatMap((hunk) => hunk.after) : undefined;
      continue;
    }
    lines = change.whole === undefined ? lines : splitLines(change.whole);
    lines = lines === undefined ? undefined : spliced(lines, change);
  }
  return lines;
}

function spliced(lines: readonly Line[], change: FileChange): Line[] | undefined {
  const result = [...lines];
  for (const { line, before, after } of change.hunks.toReversed()) {
    const present = result.slice(line - 1, line - 1 + before.length);
    const same = before.every(
      (one, index) => one.text === present[index]?.text && one.eol === present[index].eol,
    );
    if (!same) {
      return undefined;
    }
    result.splice(line - 1, before.length, ...after);
  }
  return result;
}
