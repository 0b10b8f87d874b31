import { z } from 'zod';
import { fail, ok } from '../ports/result.ts';
import type { FileView } from '../ports/editHost.ts';
import { eolName } from '../core/edit/lines.ts';
import { indentStyle, numberedLines } from '../core/edit/numberedLines.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';
import { defineFileTool } from './fileTool.ts';
import { fileField, linesField, targetField } from './arguments.ts';
import { askedRange, outOfBounds } from './ranges.ts';
import { readColumns } from './readColumns.ts';

const schema = z.strictObject({
  file: fileField,
  lines: linesField,
  target: targetField,
  columns: z
    .string()
    .optional()
    .describe('For one long line: the characters to show, e.g. "1001-3000".'),
  brief: z.boolean().optional().describe('true: only facts about the file, no content.'),
});

/** be-read: shows lines with their numbers, and gives the `viewed_code_id` for them. */
export const readTool = defineFileTool<z.infer<typeof schema>>({
  name: 'be-read',
  title: 'Read lines',
  description: {
    en: 'Read a file with line numbers: the whole file page by page, a range, or a target. Returns viewed_code_id for the lines shown; pass it to be-replace so that an edit never hits lines that changed or moved. The number and the tab before each line are not part of the file.',
    zh: '读取文件并显示行号：整个文件分页、指定行范围或目标。返回所示行的 viewed_code_id；把它传给 be-replace，编辑就不会落到已变化或移动的行上。每行前的行号和制表符不属于文件内容。',
  },
  schema,
  aliases: { path: 'file' },
  example: { file: 'src/app.ts:1-40' },
  annotations: { readOnly: true, destructive: false, idempotent: true },
  proposeFor(args, { gated, view }, context) {
    const asked = askedRange(args, view);
    if (!asked.ok) {
      return asked;
    }
    const { range, warnings } = asked.value;
    const first = range?.kind === 'lines' ? range.first : 1;
    const wanted = range?.kind === 'lines' ? range.last : view.lineCount;
    if (first < 1 || (first > view.lineCount && range !== undefined && range.kind === 'lines')) {
      return fail(outOfBounds(first, wanted, view));
    }
    const last = Math.min(wanted, view.lineCount);
    const clamped =
      wanted > view.lineCount && wanted !== Number.MAX_SAFE_INTEGER
        ? [`The file ends at line ${view.lineCount}.`]
        : [];
    const facts = fileFacts(gated.shown, view);
    if (args.brief === true) {
      return ok({ kind: 'answer', fields: { ...facts, brief: true } });
    }
    if (args.columns !== undefined) {
      const part = readColumns(args.columns, { view, first, last, shown: gated.shown }, context);
      return part.ok ? ok({ kind: 'answer', fields: { ...facts, ...part.value } }) : part;
    }
    const all = [...warnings, ...clamped];
    return ok({
      kind: 'answer',
      fields: {
        ...facts,
        ...page({ view, first, last, shown: gated.shown, warnings: all }, context),
      },
    });
  },
});

function fileFacts(shown: string, view: FileView): AnswerFields {
  const indent = indentStyle(view.lines(1, 500));
  return {
    file: shown,
    total: view.lineCount,
    encoding: view.encoding,
    eol: eolName(view.eol),
    ...(indent === undefined ? {} : { indent }),
    ...(view.dirty ? { unsaved: true } : {}),
  };
}

function rest(shown: string, line: number | undefined): string {
  return JSON.stringify({ file: `${shown}:${line ?? 1}`, columns: '1001-3000' });
}

function page(
  asked: {
    readonly view: FileView;
    readonly first: number;
    readonly last: number;
    readonly shown: string;
    readonly warnings: readonly string[];
  },
  context: ToolContext,
): AnswerFields {
  const { view, first, last, shown } = asked;
  const lines = numberedLines(view, first, last, context.room);
  const warnings = [...asked.warnings];
  if (lines.cut.length > 0) {
    warnings.push(
      `Long lines are cut: ${lines.cut.slice(0, 10).join(', ')}. A cut line is no text to match; ${rest(shown, lines.cut[0])} shows more.`,
    );
  }
  return {
    start: first,
    end: lines.last,
    content: lines.content,
    viewed_code_id: context.viewed.show(view, first, lines.last, context.caller.session),
    ...(lines.last < last ? { next: { file: `${shown}:${lines.last + 1}-${last}` } } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
