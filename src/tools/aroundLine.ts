import { z } from 'zod';
import type { FileView } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { badArguments, failure } from '../core/failures.ts';
import { numberedLines } from '../core/edit/numberedLines.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';
import { fileField, linesField, targetField } from './arguments.ts';
import { askedRange, outOfBounds } from './ranges.ts';

/** The arguments of tools that look around a line. */
export const aroundLineSchema = z.strictObject({
  file: fileField,
  line: z
    .number()
    .int()
    .optional()
    .describe('The line to look around; the same as a range of one line after the path.'),
  lines: linesField,
  target: targetField,
  brief: z.boolean().optional().describe('true: only the range, no content and no viewed_code_id.'),
});

/** Arguments as that schema gives them. */
export type AroundLine = z.infer<typeof aroundLineSchema>;

/** The one line a call is about. */
export function askedLine(
  args: AroundLine,
  view: FileView,
  call: AnswerFields,
): Result<{ line: number; warnings: readonly string[] }> {
  const asked = askedRange(args, view);
  if (!asked.ok) {
    return asked;
  }
  const { range, warnings } = asked.value;
  const first = range?.kind === 'lines' ? range.first : undefined;
  const line = args.line ?? first;
  if (line === undefined) {
    return fail(badArguments('The call does not say which line.', call));
  }
  if (args.line !== undefined && first !== undefined && args.line !== first) {
    return fail(badArguments('The call names two lines; one is needed.', call));
  }
  return line < 1 || line > view.lineCount
    ? fail(outOfBounds(line, line, view))
    : ok({ line, warnings });
}

/** The lines of a range with an id for them, if they fit; else the call that reads them. */
export function shownRange(
  view: FileView,
  range: { readonly first: number; readonly last: number; readonly shown: string },
  context: ToolContext,
): AnswerFields {
  const { first, last, shown } = range;
  const lines = numberedLines(view, first, last, context.room);
  if (lines.last < last || lines.cut.length > 0) {
    return { next: { tool: 'be-read', file: `${shown}:${first}-${last}` } };
  }
  return {
    content: lines.content,
    viewed_code_id: context.viewed.show(view, first, last, context.caller.session),
  };
}

/** The failure where no structure holds the line. */
export function nothingThere(message: string, view: FileView): ReturnType<typeof failure> {
  return failure(
    'target-not-found',
    message,
    'Name another line, or read the file around it with be-read.',
    { total: view.lineCount },
  );
}

/** Warnings as a field, if there are any. */
export function remarks(...warnings: readonly (readonly string[])[]): AnswerFields {
  const all = warnings.flat();
  return all.length > 0 ? { warnings: all } : {};
}
