import { z } from 'zod';
import type { FilePlan, FileView, Line } from '../ports/editHost.ts';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import { badArguments, failure } from '../core/failures.ts';
import { countEols, hasMixedEols, majorityEol, splitLines } from '../core/edit/lines.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { planWrite } from '../core/edit/planLines.ts';
import type { ToolContext } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import { briefField, forceField, previewField } from './arguments.ts';
import type { GivenText } from './givenText.ts';
import { givenText, placeholderWarning } from './givenText.ts';
import { checkOverwrite, fenceProblem } from './overwrite.ts';
import { planBytes } from './planBytes.ts';
import { pathProblem } from './pathProblem.ts';
import { readFile } from './ranges.ts';

const schema = z.strictObject({
  file: z.string().optional().describe('Path in the workspace, relative or absolute.'),
  content: z.string().optional().describe('The whole text of the file.'),
  base64: z
    .string()
    .optional()
    .describe('Instead of content, for a new file that is no text: its bytes.'),
  viewed_code_id: z
    .string()
    .optional()
    .describe('From be-read or the last edit: refused if any line of the file changed since.'),
  files: z
    .array(
      z.strictObject({
        file: z.string(),
        content: z.string(),
        viewed_code_id: z.string().optional(),
      }),
    )
    .optional()
    .describe('Several files at once, instead of file and content; all are written, or none.'),
  force: forceField,
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
      const problem = pathProblem(file, one.value);
      if (problem !== undefined) {
        return fail(problem);
      }
      const { twin } = one.value;
      if (twin?.lastByCase === true) {
        return fail(otherCase(file, one.value));
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
    let keepArguments = false;
    for (const [index, file] of gated.entries()) {
      const entry = entries.value[index] ?? { file: '', content: '' };
      const planned = await planFile({ ...entry, force: args.force === true }, file, context);
      if (!planned.ok) {
        return planned;
      }
      plans.push(planned.value.plan);
      warnings.push(...planned.value.warnings);
      keepArguments ||= planned.value.converted;
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
      keepArguments,
    });
  },
});

/** On some systems both names are one file: whether it is to be overwritten must be said. */
function otherCase(written: string, found: GatedPath): ReturnType<typeof failure> {
  return failure(
    'file-exists',
    `"${written}" is not there, but "${found.shown}" is; the names differ only in upper and lower case.`,
    `To overwrite it call again with {"file":${JSON.stringify(found.shown)}}, or choose a name that differs in more.`,
  );
}

interface Entry {
  readonly file: string;
  readonly content: string;
  /** The bytes of a file that is no text, instead of the content. */
  readonly base64?: string | undefined;
  readonly viewed_code_id?: string | undefined;
}

function entriesOf(args: z.infer<typeof schema>): Result<readonly Entry[]> {
  const { file, content, base64, files, viewed_code_id } = args;
  if (content !== undefined && base64 !== undefined) {
    return fail(badArguments('Give either content or base64.', example));
  }
  const whole = content ?? base64;
  if (files !== undefined && (file !== undefined || whole !== undefined)) {
    return fail(badArguments('Give either file and content, or files.', example));
  }
  if (files !== undefined) {
    return files.length > 0 ? ok(files) : fail(badArguments('`files` is empty.', example));
  }
  if (file === undefined || whole === undefined) {
    const missing = file === undefined ? 'file' : 'content';
    return fail(badArguments(`Field "${missing}" is missing.`, example));
  }
  return ok([{ file, content: content ?? '', base64, viewed_code_id }]);
}

interface PlannedFile {
  readonly plan: FilePlan;
  readonly view: FileView | undefined;
  readonly warnings: readonly string[];
  /** The text is not what was sent. */
  readonly converted: boolean;
}

async function planFile(
  entry: Entry & { readonly force: boolean },
  gated: GatedPath,
  context: ToolContext,
): Promise<Result<PlannedFile>> {
  if (entry.base64 !== undefined) {
    const plan = planBytes(entry.base64, gated);
    return plan.ok
      ? ok({ plan: plan.value, view: undefined, warnings: [], converted: false })
      : plan;
  }
  const read = gated.stat === undefined ? undefined : await readFile(gated, context);
  if (read?.ok === false) {
    return read;
  }
  const view = read?.value;
  const present = view?.lines(1, view.lineCount).map((line) => line.text) ?? [];
  const place = {
    present,
    first: 1,
    force: entry.force,
    isTable: view === undefined && /\.(?:tsv|tab)$/i.test(gated.path),
  };
  const given = givenText(entry.content, place);
  if (!given.ok) {
    return given;
  }
  return view === undefined
    ? planNew(given.value, gated, entry.force)
    : planOver(given.value, view, { entry, gated, present }, context);
}

function planNew(given: GivenText, gated: GatedPath, force: boolean): Result<PlannedFile> {
  const fence = force ? undefined : fenceProblem(given.lines, gated.shown);
  if (fence !== undefined) {
    return fail(fence);
  }
  const lines = splitLines(given.text);
  const uniform = uniformEols(lines);
  const mixed = uniform === lines ? [] : [`${gated.shown}: mixed line ends were made uniform.`];
  const plan = {
    kind: 'create',
    path: gated.path,
    lines: uniform,
    encoding: 'default',
  } as const;
  const warnings = [...given.warnings, ...placeholderWarning(given.lines, []), ...mixed];
  return ok({ plan, view: undefined, warnings, converted: given.converted });
}

function planOver(
  given: GivenText,
  view: FileView,
  place: {
    readonly entry: Entry & { readonly force: boolean };
    readonly gated: GatedPath;
    readonly present: readonly string[];
  },
  context: ToolContext,
): Result<PlannedFile> {
  const { entry, gated, present } = place;
  const { viewed_code_id: viewedId, force } = entry;
  const overwrite = { lines: given.lines, view, present, shown: gated.shown, viewedId, force };
  const allowed = checkOverwrite(overwrite, context);
  if (!allowed.ok) {
    return allowed;
  }
  const splices = planWrite(view, splitLines(given.text));
  const plan = { kind: 'splice', path: gated.path, version: view.version, splices } as const;
  const warnings = [...given.warnings, ...allowed.value];
  return ok({ plan, view, warnings, converted: given.converted });
}

function uniformEols(lines: readonly Line[]): readonly Line[] {
  const counts = countEols(lines);
  if (!hasMixedEols(counts)) {
    return lines;
  }
  const eol = majorityEol(counts) ?? '\n';
  return lines.map((line) => (line.eol === '' ? line : { text: line.text, eol }));
}
