import type { FileView, Line, Splice } from '../../ports/editHost.ts';

/**
 * The splice with line ends that stay what they are: a CR before a blank line that ends with LF would be read as one
 * CRLF, and a line would be lost. Such a blank line takes CR; one below the splice is taken into it for that.
 */
export function keepApart(view: Pick<FileView, 'lines'>, splice: Splice): Splice {
  const lines: Line[] = [];
  const end = splice.line + splice.count;
  const joins = (line: Line): boolean => {
    const above =
      lines.at(-1) ??
      (splice.line > 1 ? view.lines(splice.line - 1, splice.line - 1)[0] : undefined);
    return above?.eol === '\r' && line.text === '' && line.eol === '\n';
  };
  for (const line of splice.lines) {
    lines.push(joins(line) ? { text: '', eol: '\r' } : line);
  }
  let below = end;
  for (let [next] = view.lines(below, below); next !== undefined && joins(next); below++) {
    lines.push({ text: '', eol: '\r' });
    [next] = view.lines(below + 1, below + 1);
  }
  return { line: splice.line, count: splice.count + below - end, lines };
}
