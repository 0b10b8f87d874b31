import { fail, ok } from '../ports/result.ts';
import type { AroundLine } from './aroundLine.ts';
import { aroundLineSchema, askedLine, nothingThere, remarks, shownRange } from './aroundLine.ts';
import { defineFileTool } from './fileTool.ts';

const example = { file: 'src/app.vue', line: 12 };

/** be-tag-range: the lines of the element around a line. */
export const tagRangeTool = defineFileTool<AroundLine>({
  name: 'be-tag-range',
  title: 'Find the element around a line',
  description: {
    en: 'Give the first and last line of the innermost element (tag) that holds a line of HTML, XML, Vue, Svelte or JSX ("src/a.vue:12"). ">" in attributes and "a < b" in code do not matter. If the lines fit they are shown with a viewed_code_id for be-replace.',
    zh: '给出 HTML、XML、Vue、Svelte 或 JSX 中包含某行（“src/a.vue:12”）的最内层元素（标签）的首行和末行。属性中的“>”和代码中的“a < b”不影响结果。行数合适时会显示内容并附上可用于 be-replace 的 viewed_code_id。',
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
    const reading = await context.structure.tagAt(view, line);
    if (reading === undefined) {
      return fail(nothingThere('A file of this language has no elements.', view));
    }
    const { found, language, method, warnings } = reading;
    if (found === undefined) {
      return fail(nothingThere(`Line ${line} is in no element.`, view));
    }
    const { start, end, kind, tag } = found;
    const range = { first: start, last: end, shown: gated.shown };
    return ok({
      kind: 'answer',
      fields: {
        file: gated.shown,
        start,
        end,
        kind,
        tag,
        language,
        method,
        ...(args.brief === true ? {} : shownRange(view, range, context)),
        ...remarks(asked.value.warnings, warnings),
      },
    });
  },
});
