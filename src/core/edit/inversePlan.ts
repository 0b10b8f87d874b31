import type { FilePlan, FileView, Splice } from '../../ports/editHost.ts';

/** One file of a plan that has been carried out. */
export interface DoneFile {
  readonly plan: FilePlan;
  /** The file before; undefined for one that was made. */
  readonly before: FileView | undefined;
  /** The file after; undefined for one that was removed. */
  readonly after: FileView | undefined;
  /** Permission bits before. */
  readonly mode?: number | undefined;
}

/** The plan that takes back what a plan did to a file, for the file right after it; undefined if there is nothing to do. */
export function inversePlan({ plan, before, after, mode }: DoneFile): FilePlan | undefined {
  const { path } = plan;
  if (plan.kind === 'create') {
    return after === undefined ? undefined : { kind: 'remove', path, version: after.version };
  }
  if (before === undefined) {
    return undefined;
  }
  if (plan.kind === 'remove') {
    const lines = before.lines(1, before.lineCount);
    const { encoding } = before;
    return { kind: 'create', path, lines, encoding, ...(mode === undefined ? {} : { mode }) };
  }
  return after === undefined
    ? undefined
    : { kind: 'splice', path, version: after.version, splices: inverse(plan.splices, before) };
}

function inverse(splices: readonly Splice[], before: FileView): Splice[] {
  let moved = 0;
  return splices.map(({ line, count, lines }) => {
    const at = line + moved;
    moved += lines.length - count;
    return { line: at, count: lines.length, lines: before.lines(line, line + count - 1) };
  });
}
