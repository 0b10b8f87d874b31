import { z } from 'zod';
import type { FilePlan, FileView, Line } from '../ports/editHost.ts';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import { badArguments } from '../core/failures.ts';
import { countEols, hasMixedEols, majorityEol, splitLines } from '../core/edit/lines.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { planWrite } from '../core/edit/planLines.ts';
import type { ToolContext } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import { briefField, previewField } from './arguments.ts';
import { readFile } from './ranges.ts';
import { textProblem } from './textProblem.ts';

const schema = z.strictObject({
  file: z.string().optional().describe('Path in the workspace, relative or absolute.'),
  content: z.string().optional().describe('The whole text of the file.'),
  files: z
    .array(z.strictObject({ file: z.string(), content: z.string() }))
    .optional()
    .describe('Several files at once, instead of file and content; all are written, or none.'),
  preview: previewField,
  brief: briefField,
});

const example = { file: 'src/new.ts', content: 'export const a = 1;\n' };

/** be-write: a file gets a whole new text, or is made. */
export const writeTool = defineTool<z.infer<typeof schema>>({
  name: 'be-write',
  title: 'Write files',
  description: {
    en: 'Make a new file, or give an existing one a whole new text; several with files. For a part of a file use be-replace. An existing file keeps its encoding and line ends; what it held before stays recoverable with be-trx.',
    zh: '新建文件，或用全新文本覆盖已有文件；用 files 可一次写多个。只改一部分请用 be-replace。已有文件保持编码和换行符；之前的内容可用 be-trx 恢复。',
  },
  schema,
  aliases: { path: 'file' },
  example,
  annotations: { readOnly: false, destructive: true, idempotent: true },
  async files(args, context) {
    const entries = entriesOf(args);
    if (!entries.ok) {
      return entries;
    }
    const gated: GatedPath[] = [];
    for (const { file } of entries.value) {
      const one = await context.gate.resolve(file);
      if (!one.ok) {
        return one;
      }
      if (gated.some((other) => other.path === one.value.path)) {
        return fail(badArguments(`"${one.value.shown}" is named twice.`, example));
      }
      gated.push(one.value);
    }
    return ok(gated);
  },
  async propose(args, gated, context) {
    const entries = entriesOf(args);
    if (!entries.ok) {
      return entries;
    }
    const plans: FilePlan[] = [];
    const views = new Map<string, FileView>();
    const warnings: string[] = [];
    for (const [index, file] of gated.entries()) {
      const planned = await planFile(entries.value[index]?.content ?? '', file, context);
      if (!planned.ok) {
        return planned;
      }
      plans.push(planned.value.plan);
      warnings.push(...planned.value.warnings);
      if (planned.value.view !== undefined) {
        views.set(file.path, planned.value.view);
      }
    }
    const shown = new Map(gated.map((file) => [file.path, file.shown]));
    return ok({
      kind: 'edit',
      plan: { label: 'Write files', files: plans },
      views,
      shown,
      warnings,
    });
  },
});

interface Entry {
  readonly file: string;
  readonly content: string;
}

function entriesOf(args: z.infer<typeof schema>): Result<readonly Entry[]> {
  const { file, content, files } = args;
  if (files !== undefined && (file !== undefined || content !== undefined)) {
    return fail(badArguments('Give either file and content, or files.', example));
  }
  if (files !== undefined) {
    return files.length > 0 ? ok(files) : fail(badArguments('`files` is empty.', example));
  }
  if (file === undefined || content === undefined) {
    const missing = file === undefined ? 'file' : 'content';
    return fail(badArguments(`Field "${missing}" is missing.`, example));
  }
  return ok([{ file, content }]);
}

interface PlannedFile {
  readonly plan: FilePlan;
  readonly view: FileView | undefined;
  readonly warnings: readonly string[];
}

async function planFile(
  content: string,
  gated: GatedPath,
  context: ToolContext,
): Promise<Result<PlannedFile>> {
  const problem = textProblem(content);
  if (problem !== undefined) {
    return fail(problem);
  }
  // A byte order mark is part of the encoding, never of the text: sent along, it would become a second one.
  const lines = splitLines(content.startsWith('\uFEFF') ? content.slice(1) : content);
  if (gated.stat === undefined) {
    const uniform = uniformEols(lines);
    const warnings =
      uniform === lines ? [] : [`${gated.shown}: mixed line ends were made uniform.`];
    const plan = { kind: 'create', path: gated.path, lines: uniform, encoding: 'utf8' } as const;
    return ok({ plan, view: undefined, warnings });
  }
  const read = await readFile(gated, context);
  if (!read.ok) {
    return read;
  }
  const view = read.value;
  const splices = planWrite(view, lines);
  const plan = { kind: 'splice', path: gated.path, version: view.version, splices } as const;
  return ok({ plan, view, warnings: [] });
}

function uniformEols(lines: readonly Line[]): readonly Line[] {
  const counts = countEols(lines);
  if (!hasMixedEols(counts)) {
    return lines;
  }
  const eol = majorityEol(counts) ?? '\n';
  return lines.map((line) => (line.eol === '' ? line : { text: line.text, eol }));
}
