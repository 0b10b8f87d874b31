import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import type { FileView } from '../ports/editHost.ts';
import { columnWindow, parseColumns } from '../core/edit/columnWindow.ts';
import { badArguments } from '../core/failures.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';

const example = { file: 'dist/app.min.js:1', columns: '1001-3000' };

/** What be-read answers for a part of one line: the text as it is, between which columns, and the call for the rest. */
export function readColumns(
  columns: string,
  asked: {
    readonly view: FileView;
    readonly first: number;
    readonly last: number;
    readonly shown: string;
  },
  context: ToolContext,
): Result<AnswerFields> {
  const { view, first, last, shown } = asked;
  const wanted = parseColumns(columns);
  if (!wanted.ok) {
    return wanted;
  }
  const [line] = view.lines(first, first);
  if (line === undefined || first !== last) {
    return fail(badArguments('`columns` needs one line after the path.', example));
  }
  const length = line.text.length;
  if (wanted.value.first > Math.max(1, length)) {
    return fail(badArguments(`Line ${first} has ${length} characters.`, example));
  }
  const part = columnWindow(line.text, wanted.value, context.room);
  const end = Math.min(wanted.value.last, length);
  return ok({
    start: first,
    end: first,
    columns: `${part.first}-${part.last}`,
    line_length: length,
    content: part.text,
    viewed_code_id: context.viewed.show(view, first, first, context.caller.session),
    ...(part.last < end
      ? { next: { file: `${shown}:${first}`, columns: `${part.last + 1}-${end}` } }
      : {}),
  });
}
