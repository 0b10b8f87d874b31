import type { FilePlan, FileView, Line, Splice } from '../../ports/editHost.ts';
import { splitLines } from './lines.ts';

/** Lines before and after that a hunk remembers, to be found again when its place has moved. */
const contextLines = 3;

/** One run of lines that an edit replaced, with what stood around it. Lines carry their line ends. */
export interface Hunk {
  /** First line of `before` in the file before the edit, 1-based. */
  readonly line: number;
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  /** Up to three lines above the hunk, as they stand on both sides of the edit: none of another hunk. */
  readonly above: readonly string[];
  /** Up to three lines below. */
  readonly below: readonly string[];
}

/** What an edit did to one file; enough to take it back or to do it again. Costs what changed, not the file. */
export interface FileChange {
  readonly path: string;
  /** Whether the file was made, changed or removed. */
  readonly kind: FilePlan['kind'];
  /** Ascending, in lines of the file before the edit. */
  readonly hunks: readonly Hunk[];
  readonly encoding: string;
  /** Permission bits of the file before the edit; of a new file, those it was asked to get. */
  readonly mode?: number;
  /** The whole text before the edit, kept with some edits; see `WholeTexts`. */
  readonly whole?: string;
}

/** What the change did, in lines of the file before it. */
export function splicesOf({ hunks }: Pick<FileChange, 'hunks'>): Splice[] {
  return hunks.map(({ line, before, after }) => ({ line, count: before.length, lines: after }));
}

/** The change that a plan makes to a file; the view is the file before, absent for a new one. */
export function changeOf(
  plan: FilePlan,
  view: Pick<FileView, 'lines' | 'lineCount' | 'encoding'> | undefined,
  mode?: number,
): FileChange {
  const rest = mode === undefined ? {} : { mode };
  if (plan.kind === 'create') {
    const hunk = { line: 1, before: [], after: plan.lines, above: [], below: [] };
    return { path: plan.path, kind: 'create', hunks: [hunk], encoding: plan.encoding, ...rest };
  }
  if (view === undefined) {
    throw new Error('A change to a file that is there needs the file before it.');
  }
  const splices =
    plan.kind === 'splice' ? plan.splices : [{ line: 1, count: view.lineCount, lines: [] }];
  const hunks = splices.map(({ line, count, lines }, index) => {
    const [previous, next] = [splices[index - 1], splices[index + 1]];
    const from = Math.max(line - contextLines, previous ? previous.line + previous.count : 1);
    const end = line + count;
    const to = Math.min(end + contextLines - 1, next ? next.line - 1 : view.lineCount);
    return {
      line,
      before: view.lines(line, end - 1),
      after: lines,
      above: texts(view.lines(from, line - 1)),
      below: texts(view.lines(end, to)),
    };
  });
  return { path: plan.path, kind: plan.kind, hunks, encoding: view.encoding, ...rest };
}

/** Lines the file grows by (negative: shrinks). */
export function growth(change: FileChange): number {
  return change.hunks.reduce((sum, hunk) => sum + hunk.after.length - hunk.before.length, 0);
}

/** Lines removed, in order, as one text with the line ends they had. */
export function removedText(change: FileChange): string {
  return change.hunks
    .flatMap((hunk) => hunk.before)
    .map((line) => line.text + line.eol)
    .join('');
}

interface StoredHunk {
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** A change as bytes for the store: JSON, each line with its line end. */
export function encodeChange(change: FileChange): Uint8Array {
  const whole = (line: Line): string => line.text + line.eol;
  const hunks = change.hunks.map((hunk): StoredHunk => ({
    ...hunk,
    before: hunk.before.map(whole),
    after: hunk.after.map(whole),
  }));
  return new TextEncoder().encode(JSON.stringify({ ...change, hunks }));
}

/** The change that `encodeChange` made the bytes from; undefined if they are something else. */
export function decodeChange(bytes: Uint8Array): FileChange | undefined {
  try {
    const stored = JSON.parse(new TextDecoder().decode(bytes)) as Omit<FileChange, 'hunks'> & {
      readonly hunks: readonly StoredHunk[];
    };
    const parts = (whole: string): Line => splitLines(whole)[0] ?? { text: '', eol: '' };
    const hunks = stored.hunks.map((hunk) => ({
      ...hunk,
      before: hunk.before.map(parts),
      after: hunk.after.map(parts),
    }));
    return { ...stored, hunks };
  } catch {
    return undefined;
  }
}

function texts(lines: readonly Line[]): string[] {
  return lines.map((line) => line.text);
}
