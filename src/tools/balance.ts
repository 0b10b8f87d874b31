import { z } from 'zod';
import type { FileView } from '../ports/editHost.ts';
import type { StructureProblem } from '../ports/structure.ts';
import { fail, ok } from '../ports/result.ts';
import { shownSize } from '../core/edit/shownSize.ts';
import type { AnswerFields } from './defineTool.ts';
import { defineFileTool } from './fileTool.ts';
import { fileField, linesField, targetField } from './arguments.ts';
import { remarks } from './aroundLine.ts';
import { askedRange, outOfBounds } from './ranges.ts';

/** Problems that are told unless the caller wants all. */
const fewProblems = 10;

/** Most of a line that is quoted. */
const longestQuote = 200;

const schema = z.strictObject({
  file: fileField,
  lines: linesField,
  target: targetField,
  verbose: z
    .boolean()
    .optional()
    .describe('true: as many problems as fit, each with the text of its line.'),
});

/** be-balance: brackets, quotes and tags that do not pair up. */
export const balanceTool = defineFileTool<z.infer<typeof schema>>({
  name: 'be-balance',
  title: 'Check brackets and tags',
  description: {
    en: 'Check a file after an edit: balanced is false where brackets, quotes or tags do not pair up; problems says where, and also what the parser does not understand. With a range only what is wrong in those lines is told. Apostrophes in text, and brackets in strings, comments or regular expressions, are no problems.',
    zh: '编辑后检查文件：括号、引号或标签不成对时 balanced 为 false；problems 指出位置，也包括解析器无法理解之处。给出行范围时只报告这些行内的问题。文本中的撇号以及字符串、注释或正则表达式中的括号不算问题。',
  },
  schema,
  aliases: { path: 'file' },
  example: { file: 'src/app.ts' },
  annotations: { readOnly: true, destructive: false, idempotent: true },
  async proposeFor(args, { gated, view }, context) {
    const asked = askedRange(args, view);
    if (!asked.ok) {
      return asked;
    }
    const range = asked.value.range?.kind === 'lines' ? asked.value.range : undefined;
    if (range !== undefined && (range.first < 1 || range.first > view.lineCount)) {
      return fail(outOfBounds(range.first, range.last, view));
    }
    const { found, language, method, warnings } = await context.structure.problems(view);
    const problems = found.filter(
      ({ line }) => range === undefined || (range.first <= line && line <= range.last),
    );
    return ok({
      kind: 'answer',
      fields: {
        file: gated.shown,
        balanced: !problems.some((one) => one.unpaired),
        language,
        method,
        ...told(problems, view, args.verbose === true, context.room),
        ...remarks(asked.value.warnings, warnings),
      },
    });
  },
});

/** As many problems as fit, and how many more there are. */
function told(
  problems: readonly StructureProblem[],
  view: FileView,
  verbose: boolean,
  room: number,
): AnswerFields {
  const list: AnswerFields[] = [];
  let left = room;
  for (const { line, column, message } of problems) {
    const text = verbose ? { text: view.lines(line, line)[0]?.text.slice(0, longestQuote) } : {};
    const one = { line, column, message, ...text };
    left -= shownSize(JSON.stringify(one));
    if (left < 0 || (!verbose && list.length === fewProblems)) {
      break;
    }
    list.push(one);
  }
  const more = problems.length - list.length;
  return { problems: list, ...(more > 0 ? { more } : {}) };
}
