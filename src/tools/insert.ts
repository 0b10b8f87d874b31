import { z } from 'zod';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import type { FileView } from '../ports/editHost.ts';
import { badArguments } from '../core/failures.ts';
import { contentLines } from '../core/edit/lines.ts';
import { planInsert } from '../core/edit/planLines.ts';
import { defineFileTool } from './fileTool.ts';
import { briefField, fileField, linesField, previewField, targetField } from './arguments.ts';
import type { Place, PlaceArguments } from './ranges.ts';
import { askedRange, outOfBounds } from './ranges.ts';
import { spliceProposal } from './spliceProposal.ts';
import { textProblem } from './textProblem.ts';

const schema = z.strictObject({
  file: fileField,
  lines: linesField,
  target: targetField,
  content: z
    .string()
    .describe(
      'Lines to insert, written as they are; a final newline closes the last line, "\\n" is one blank line.',
    ),
  preview: previewField,
  brief: briefField,
});

const example = { file: 'src/app.ts:12', content: 'const b = 2;\n' };

/** be-insert: lines come after a line. */
export const insertTool = defineFileTool<z.infer<typeof schema>>({
  name: 'be-insert',
  title: 'Insert lines',
  description: {
    en: 'Insert lines after a line: "src/a.ts:12" inserts after line 12, "src/a.ts:0" at the top. With a target, after its last line. Nothing is overwritten.',
    zh: '在某行之后插入：“src/a.ts:12”表示插入到第 12 行之后，“src/a.ts:0”表示文件开头。使用 target 时插入到其最后一行之后。不会覆盖任何内容。',
  },
  schema,
  aliases: { after_line: 'lines', line: 'lines', path: 'file' },
  example,
  annotations: { readOnly: false, destructive: false, idempotent: false },
  proposeFor(args, { gated, view }) {
    const problem = textProblem(args.content);
    if (problem !== undefined) {
      return fail(problem);
    }
    const place = insertPlace(args, view);
    if (!place.ok) {
      return place;
    }
    const lines = contentLines(args.content);
    if (lines.length === 0) {
      return fail(badArguments('`content` is empty, so there is nothing to insert.', example));
    }
    const { last: after, warnings } = place.value;
    const splice = planInsert(view, after, lines);
    return ok(spliceProposal({ gated, view, splice, warnings, fields: { after } }, 'Insert lines'));
  },
});

/** The line to insert after: `last` of the place; 0 is the top. */
export function insertPlace(args: PlaceArguments, view: FileView): Result<Place> {
  const asked = askedRange(args, view);
  if (!asked.ok) {
    return asked;
  }
  const { range, warnings } = asked.value;
  if (range === undefined) {
    return fail(badArguments('The call does not say after which line.', example));
  }
  const after =
    range.kind === 'all' || range.last === Number.MAX_SAFE_INTEGER ? view.lineCount : range.last;
  if (range.kind === 'lines' && args.target === undefined && range.first !== range.last) {
    return fail(badArguments('An insert goes after one line, not a range.', example));
  }
  return after > view.lineCount
    ? fail(outOfBounds(after, after, view))
    : ok({ first: after, last: after, warnings });
}
