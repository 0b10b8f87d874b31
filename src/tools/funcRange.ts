import { z } from 'zod';
import type { FileView } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { badArguments, failure } from '../core/failures.ts';
import { numberedLines } from '../core/edit/numberedLines.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';
import { defineFileTool } from './fileTool.ts';
import { fileField, linesField, targetField } from './arguments.ts';
import type { PlaceArguments } from './ranges.ts';
import { askedRange, outOfBounds } from './ranges.ts';

/** The `line` field of tools that look around a line. */
export const lineField = z
  .number()
  .int()
  .optional()
  .describe('The line to look around; the same as a range of one line after the path.');

/** The `brief` field of tools that give a range. */
export const briefRangeField = z
  .boolean()
  .optional()
  .describe('true: only the range, no content and no viewed_code_id.');

const schema = z.strictObject({
  file: fileField,
  line: lineField,
  lines: linesField,
  target: targetField,
  brief: briefRangeField,
});

const example = { file: 'src/app.ts', line: 42 };

/** be-func-range: the lines of the function around a line. */
export const funcRangeTool = defineFileTool<z.infer<typeof schema>>({
  name: 'be-func-range',
  title: 'Find the function around a line',
  description: {
    en: 'Give the first and last line of the innermost function that holds a line ("src/a.ts:42"); doc_start says where its doc comment and decorators begin. Outside functions: the class, else the statement. Reads the syntax tree, so braces in strings do not matter. If the lines fit they are shown with a viewed_code_id for be-replace.',
    zh: '给出包含某行（“src/a.ts:42”）的最内层函数的首行和末行；doc_start 表示其文档注释和装饰器从哪行开始。若不在函数内，则给出类，否则给出语句。依据语法树判断，字符串里的括号不影响结果。行数合适时会显示内容并附上可用于 be-replace 的 viewed_code_id。',
  },
  schema,
  aliases: { path: 'file' },
  example,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  async proposeFor(args, { gated, view }, context) {
    const asked = askedLine(args, view, example);
    if (!asked.ok) {
      return asked;
    }
    const { line } = asked.value;
    const { found, language, method, warnings } = await context.structure.definitionAt(view, line);
    if (found === undefined) {
      return fail(nothingThere(`Line ${line} is in no function and in no statement.`, view));
    }
    const { start, end, docStart, name, kind } = found;
    const range = { first: docStart, last: end, shown: gated.shown };
    return ok({
      kind: 'answer',
      fields: {
        file: gated.shown,
        start,
        end,
        ...(docStart < start ? { doc_start: docStart } : {}),
        ...(name === undefined ? {} : { name }),
        kind,
        language,
        method,
        ...(args.brief === true ? {} : shownRange(view, range, context)),
        ...remarks(asked.value.warnings, warnings),
      },
    });
  },
});

/** The one line a call is about. */
export function askedLine(
  args: PlaceArguments & { readonly line?: number | undefined },
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
