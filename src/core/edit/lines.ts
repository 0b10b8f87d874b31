import type { EolCounts, Line } from '../../ports/editHost.ts';

const lineBreak = /\r\n|\n|\r/g;

/**
 * Splits text at `\n`, `\r\n` and lone `\r`, as the editor's gutter counts, and at nothing else: form feed, VT, NEL,
 * LS and PS are part of a line. A final line end does not start another line; empty text has no lines.
 */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  lineBreak.lastIndex = 0;
  for (let match = lineBreak.exec(text); match !== null; match = lineBreak.exec(text)) {
    lines.push({ text: text.slice(start, match.index), eol: match[0] });
    start = lineBreak.lastIndex;
  }
  if (start < text.length) {
    lines.push({ text: text.slice(start), eol: '' });
  }
  return lines;
}

/** Puts lines together again, byte for byte what they were split from. */
export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.eol).join('');
}

/** Counts the line ends. */
export function countEols(lines: readonly Line[]): EolCounts {
  const counts = { lf: 0, crlf: 0, cr: 0 };
  for (const { eol } of lines) {
    if (eol === '\n') {
      counts.lf++;
    } else if (eol === '\r\n') {
      counts.crlf++;
    } else if (eol === '\r') {
      counts.cr++;
    }
  }
  return counts;
}

/** The most frequent line end, or undefined when two are equally frequent or there is none. */
export function majorityEol(counts: EolCounts): '\n' | '\r\n' | '\r' | undefined {
  const most = Math.max(counts.lf, counts.crlf, counts.cr);
  const winners = (
    [
      ['\n', counts.lf],
      ['\r\n', counts.crlf],
      ['\r', counts.cr],
    ] as const
  ).filter(([, count]) => count === most);
  const [winner] = winners;
  return most > 0 && winners.length === 1 && winner !== undefined ? winner[0] : undefined;
}

/** Whether a file has more than one kind of line end. */
export function hasMixedEols(counts: EolCounts): boolean {
  return [counts.lf, counts.crlf, counts.cr].filter((count) => count > 0).length > 1;
}

/** Name of a file's line ends for people and agents: `LF`, `CRLF`, `CR`, `mixed`, or `none`. */
export function eolName(counts: EolCounts): 'LF' | 'CRLF' | 'CR' | 'mixed' | 'none' {
  if (hasMixedEols(counts)) {
    return 'mixed';
  }
  return counts.lf > 0 ? 'LF' : counts.crlf > 0 ? 'CRLF' : counts.cr > 0 ? 'CR' : 'none';
}

/**
 * The lines a content argument stands for, without line ends. Whatever line ends it uses are accepted; a final one
 * closes the last line, so `"a\n"` and `"a"` are both one line, `"\n"` is one blank line, and `""` is no line.
 */
export function contentLines(content: string): string[] {
  return splitLines(content).map((line) => line.text);
}
