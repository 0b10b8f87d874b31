import { z } from 'zod';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import type { FileView } from '../ports/editHost.ts';
import { failure } from '../core/failures.ts';
import { contentLines } from '../core/edit/lines.ts';
import { numberedLines } from '../core/edit/numberedLines.ts';
import { firstDifference } from '../core/edit/difference.ts';
import { planReplace } from '../core/edit/planLines.ts';
import { defineFileTool } from './fileTool.ts';
import {
  briefField,
  fileField,
  linesField,
  previewField,
  targetField,
  viewedField,
} from './arguments.ts';
import type { Place } from './ranges.ts';
import { spliceProposal } from './spliceProposal.ts';
import { textProblem } from './textProblem.ts';
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
    const problem = textProblem(args.content);
    if (problem !== undefined) {
      return fail(problem);
    }
    const asked = viewedPlace(args, view, context, example);
    if (!asked.ok) {
      return asked;
    }
    const place = asked.value;
    if (args.old !== undefined) {
      const match = checkOld(args.old, view, place, context.room);
      if (!match.ok) {
        return match;
      }
    }
    const splice = planReplace(view, place.first, place.last, contentLines(args.content));
    return ok(spliceProposal({ gated, view, splice, warnings: place.warnings }, 'Replace lines'));
  },
});

function checkOld(old: string, view: FileView, place: Place, room: number): Result<undefined> {
  const present = view.lines(place.first, place.last).map((line) => line.text);
  const difference = firstDifference(contentLines(old), present, place.first);
  if (difference === undefined) {
    return ok(undefined);
  }
  return fail(
    failure(
      'old-mismatch',
      `\`old\` is not what is in the file: ${difference}`,
      'Copy the present text from here into `old` (without the numbers and the tab), or pass viewed_code_id instead.',
      {
        start: place.first,
        end: place.last,
        total: view.lineCount,
        content: numberedLines(view, place.first, place.last, room / 2).content,
      },
    ),
  );
}
