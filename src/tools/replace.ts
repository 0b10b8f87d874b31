import { z } from 'zod';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import type { FileView } from '../ports/editHost.ts';
import { failure } from '../core/failures.ts';
import { contentLines } from '../core/edit/lines.ts';
import { numberedLines } from '../core/edit/numberedLines.ts';
import { findDifference } from '../core/edit/difference.ts';
import { escapesOf } from '../core/edit/escapedText.ts';
import { hasLineNumbers, withoutLineNumbers } from '../core/edit/pastedText.ts';
import { planReplace } from '../core/edit/planLines.ts';
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
import { givenText, indentWarning, placeholderWarning, withoutMark } from './givenText.ts';
import type { Place } from './ranges.ts';
import { spliceProposal } from './spliceProposal.ts';
import { viewedPlace } from './viewedPlace.ts';

const schema = z.strictObject({
  file: fileField,
  lines: linesField,
  target: targetField,
  content: z
    .string()
    .describe(
      'New lines, written as they are; a final newline closes the last line. "" removes the lines.',
    ),
  old: z
    .string()
    .optional()
    .describe('The present text of the lines; if it does not match, nothing is changed.'),
  viewed_code_id: viewedField,
  force: forceField,
  again: againField,
  preview: previewField,
  brief: briefField,
});

const example = { file: 'src/app.ts:5-6', content: 'const a = 1;\n', viewed_code_id: 'v1a2b3c4' };

/** be-replace: a range of lines becomes other lines. */
export const replaceTool = defineFileTool<z.infer<typeof schema>>({
  name: 'be-replace',
  title: 'Replace lines',
  description: {
    en: 'Replace a range of lines. Name the range after the path ("src/a.ts:5-15"). Pass viewed_code_id from be-read or from the last edit to be safe against moved or changed lines, or old with the present text. Line ends and encoding of the file are kept.',
    zh: '替换一段行。在路径后写明范围（"src/a.ts:5-15"）。传入 be-read 或上次编辑返回的 viewed_code_id 可避免误改已移动或变化的行，也可用 old 传入当前文本。保持文件的换行符和编码。',
  },
  schema,
  aliases: { old_text: 'old', path: 'file' },
  example,
  annotations: { readOnly: false, destructive: true, idempotent: false },
  proposeFor(args, { gated, view }, context) {
    const asked = viewedPlace(args, view, context, example);
    if (!asked.ok) {
      return asked;
    }
    const place = asked.value;
    const match = checkOld(args.old, view, place, context.room);
    if (!match.ok) {
      return match;
    }
    const present = view.lines(place.first, place.last).map((line) => line.text);
    const { first } = place;
    const given = givenText(args.content, { present, first, force: args.force === true });
    if (!given.ok) {
      return given;
    }
    const { lines, converted } = given.value;
    const splice = planReplace(view, first, place.last, lines);
    const warnings = [
      ...place.warnings,
      ...match.value,
      ...given.value.warnings,
      ...placeholderWarning(lines, present),
      ...indentWarning(lines, view),
    ];
    const edit = { gated, view, splice, warnings, keepArguments: converted };
    return ok(spliceProposal(edit, 'Replace lines'));
  },
});

/**
 * Compares `old` with the lines; as they are first, then without what a reader or a client added to `old`. Gives the
 * warnings for that.
 */
function checkOld(
  old: string | undefined,
  view: FileView,
  place: Place,
  room: number,
): Result<readonly string[]> {
  if (old === undefined) {
    return ok([]);
  }
  const present = view.lines(place.first, place.last).map((line) => line.text);
  const sent = contentLines(withoutMark(old, place.first));
  const difference = findDifference(sent, present, place.first);
  if (difference === undefined) {
    return ok([]);
  }
  const same = (lines: readonly string[]): boolean =>
    findDifference(lines, present, place.first) === undefined;
  if (hasLineNumbers(sent, present, place.first) && same(withoutLineNumbers(sent))) {
    return ok(['`old` was compared without the line numbers in it.']);
  }
  const escapes = escapesOf(old);
  if (escapes.kind === 'twice' && same(contentLines(escapes.text))) {
    return ok(['`old` was escaped twice; it was compared with real line breaks.']);
  }
  const { lines } = difference;
  return fail(
    failure(
      'old-mismatch',
      `\`old\` is not what is in the file: ${difference.text}`,
      'Copy the present text from here into `old` (without the numbers and the tab), or leave `old` out and pass viewed_code_id.',
      {
        ...(lines === undefined ? {} : { old_line: lines.expected, file_line: lines.present }),
        start: place.first,
        end: place.last,
        total: view.lineCount,
        content: numberedLines(view, place.first, place.last, room / 2).content,
      },
    ),
  );
}
