import type { FileView } from '../../ports/editHost.ts';
import { joinLines } from './lines.ts';

/** Notebooks above this many bytes are not looked into. */
const largestNotebook = 5_000_000;

/** A warning where a notebook was JSON before an edit and is none after it: no editor will open it then. */
export function notebookWarning(
  before: FileView | undefined,
  after: FileView | undefined,
): string | undefined {
  if (before === undefined || after === undefined || !/\.ipynb$/i.test(after.path)) {
    return undefined;
  }
  return after.size <= largestNotebook && isJson(before) && !isJson(after)
    ? 'The notebook was valid JSON before this edit and is not any more, so it can not be opened; repair it or take the edit back with be-trx.'
    : undefined;
}

function isJson(view: FileView): boolean {
  try {
    JSON.parse(joinLines(view.lines(1, view.lineCount)));
    return true;
  } catch {
    return false;
  }
}
