import { fail, ok } from '../ports/result.ts';
import type { AroundLine } from './aroundLine.ts';
import { aroundLineSchema, askedLine, nothingThere, remarks, shownRange } from './aroundLine.ts';
import { defineFileTool } from './fileTool.ts';

const example = { file: 'src/app.ts', line: 42 };

/** be-func-range: the lines of the function around a line. */
export const funcRangeTool = defineFileTool<AroundLine>({
  name: 'be-func-range',
  title: 'Find the function around a line',
  description: {
    en: 'Give the first and last line of the innermost function that holds a line ("src/a.ts:42"); doc_start says where its doc comment and decorators begin. Outside functions: the class, else the statement. Reads the syntax tree, so braces in strings do not matter. If the lines fit they are shown with a viewed_code_id for be-replace.',
    zh: '给出包含某行（“src/a.ts:42”）的最内层函数的首行和末行；doc_start 表示其文档注释和装饰器从哪行开始。若不在函数内，则给出类，否则给出语句。依据语法树判断，字符串里的括号不影响结果。行数合适时会显示内容并附上可用于 be-replace 的 viewed_code_id。',
  },
  schema: aroundLineSchema,
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
