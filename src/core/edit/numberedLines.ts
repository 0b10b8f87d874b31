import type { FileView, Line } from '../../ports/editHost.ts';
import { shownSize } from './shownSize.ts';

/** Longest line shown whole, in characters. */
export const longLine = 1000;

/** Characters of a line that are shown in any case. */
const leastShown = 60;

/** Lines as they are shown, and how far that went. */
export interface NumberedLines {
  /** Each line as its number, a tab, and its text. Empty if no line was shown. */
  readonly content: string;
  /** Last line shown; one less than the first asked for if none was. */
  readonly last: number;
  /** Lines of which only the beginning is shown. */
  readonly cut: readonly number[];
}

/**
 * Shows lines `first` to `last` until `size` is used up, counted as `shownSize` does; at least one line is shown, if
 * need be only its beginning. A long line is cut with a mark that says how much is missing.
 */
export function numberedLines(
  view: FileView,
  first: number,
  last: number,
  size: number,
): NumberedLines {
  const rows: string[] = [];
  const cut: number[] = [];
  let used = 0;
  let line = Math.max(1, first);
  // In blocks, so that a page of a large file costs the page and not the file.
  for (let block: readonly Line[] = []; line <= last; line++) {
    const index = (line - Math.max(1, first)) % 200;
    if (index === 0) {
      block = view.lines(line, Math.min(last, line + 199));
    }
    const text = block[index]?.text;
    if (text === undefined) {
      break;
    }
    let row = `${line}\t${cutLine(text, longLine)}`;
    let cost = rowCost(row);
    if (used + cost > size && rows.length > 0) {
      break;
    }
    for (let length = longLine; cost > size && length > leastShown; cost = rowCost(row)) {
      length = Math.floor(Math.min(length, text.length) / 2);
      row = `${line}\t${cutLine(text, length)}`;
    }
    if (row !== `${line}\t${text}`) {
      cut.push(line);
    }
    rows.push(row);
    used += cost;
  }
  return { content: rows.join('\n'), last: line - 1, cut };
}

/** A row and the line end after it, which JSON writes with two characters. */
function rowCost(row: string): number {
  return shownSize(row) + 1.5;
}

function cutLine(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  // Never between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}… [cut: ${text.length - end} more characters of ${text.length}]`;
}

/** How the lines are indented: `tabs`, `spaces`, `tabs and spaces`, or undefined where none is. */
export function indentStyle(lines: readonly Line[]): string | undefined {
  const tabs = lines.some((line) => line.text.startsWith('\t'));
  const spaces = lines.some((line) => /^ {2,}\S/.test(line.text));
  return tabs && spaces ? 'tabs and spaces' : tabs ? 'tabs' : spaces ? 'spaces' : undefined;
}
