import { z } from 'zod';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import type { FileView } from '../ports/editHost.ts';
import { badArguments } from '../core/failures.ts';
import { planInsert } from '../core/edit/planLines.ts';
import { defineFileTool } from './fileTool.ts';
import {
  againField,
  briefField,
  fileField,
  forceField,
  linesField,
  previewField,
  targetField,
  viewedField,
} from './arguments.ts';
import { givenText, indentWarning, placeholderWarning } from './givenText.ts';
import type { ToolContext } from './defineTool.ts';
import type { Place, PlaceArguments } from './ranges.ts';
import { askedRange, outOfBounds } from './ranges.ts';
import { spliceProposal } from './spliceProposal.ts';
import { viewedPlace } from './viewedPlace.ts';

const schema = z.strictObject({
  file: fileField,
  lines: linesField,
  target: targetField,
  content: z
    .string()
    .describe(
      'Lines to insert, written as they are; a final newline closes the last line, "\\n" is one blank line.',
    ),
  viewed_code_id: viewedField,
  force: forceField,
  again: againField,
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
  proposeFor(args, { gated, view }, context) {
    const place = viewedInsertPlace(args, view, context);
    if (!place.ok) {
      return place;
    }
    const { last: after } = place.value;
    const present = view.lines(after - 2, after + 3).map((line) => line.text);
    const given = givenText(args.content, {
      present,
      first: after + 1,
      force: args.force === true,
    });
    if (!given.ok) {
      return given;
    }
    const { lines, converted } = given.value;
    if (lines.length === 0) {
      return fail(badArguments('`content` is empty, so there is nothing to insert.', example));
    }
    const warnings = [
      ...place.value.warnings,
      ...given.value.warnings,
      ...placeholderWarning(lines, present),
      ...indentWarning(lines, view),
    ];
    const splice = planInsert(view, after, lines);
    const edit = { gated, view, splice, warnings, fields: { after }, keepArguments: converted };
    return ok(spliceProposal(edit, 'Insert lines'));
  },
});

/** The place, found again if the line was shown under the id given and moved since. The top never moves. */
function viewedInsertPlace(
  args: PlaceArguments & { readonly viewed_code_id?: string | undefined },
  view: FileView,
  context: ToolContext,
): Result<Place> {
  const place = insertPlace(args, view);
  const isTop = place.ok && place.value.last === 0;
  return args.viewed_code_id === undefined || isTop || args.target !== undefined
    ? place
    : viewedPlace(args, view, context, example);
}

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
