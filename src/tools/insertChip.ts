import { z } from 'zod';
import type { FilePlan, Splice } from '../ports/editHost.ts';
import { fail, ok } from '../ports/result.ts';
import type { Failure, Result } from '../ports/result.ts';
import type { ChipRow } from '../ports/store.ts';
import { badArguments, failure } from '../core/failures.ts';
import type { ChipArguments, ChipForm } from '../core/chips/chipText.ts';
import { chipBytes, defaultForm, replayText } from '../core/chips/chipText.ts';
import { contentLines, joinLines, splitLines } from '../core/edit/lines.ts';
import { parseFileArgument } from '../core/edit/fileArgument.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { planInsert } from '../core/edit/planLines.ts';
import type { AnswerFields, Proposal, ToolContext } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import { againField, briefField, previewField } from './arguments.ts';
import { chipCallFiles, proposeChipCall } from './chipCall.ts';
import { chipId, loadChip } from './chipSource.ts';
import { listChips } from './listChips.ts';
import { eventId, eventText } from './eventText.ts';
import { insertPlace } from './insert.ts';
import { planFileOfBytes } from './planBytes.ts';
import { pathProblem } from './pathProblem.ts';
import { readFile } from './ranges.ts';
import { spliceProposal } from './spliceProposal.ts';
import { textProblem } from './textProblem.ts';

const schema = z.strictObject({
  from: z
    .string()
    .optional()
    .describe(
      '"chip://ID"; "event://ID" for the lines that an edit removed; or "file:///path" of a file in the workspace. Leave it out to list the chips.',
    ),
  to: z
    .string()
    .optional()
    .describe('"file:///path:LINE": the text goes after that line, 0 = top.'),
  as: z
    .enum(['content', 'annotated', 'arguments', 'call'])
    .optional()
    .describe(
      'content: the text itself; annotated: a comment and the arguments; arguments: as JSON; call: make the failed call again, changed by with.',
    ),
  with: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With as "call": fields to change in the arguments, e.g. {"file":"src/app.ts:5"}.'),
  tool: z.string().optional().describe('List: only chips of this tool.'),
  file: z.string().optional().describe('List: only chips for this file.'),
  kind: z
    .enum(['call', 'deleted', 'unwritten'])
    .optional()
    .describe('List: only failed calls, deleted text, or text that could not be written.'),
  error: z.string().optional().describe('List: only chips of this error code.'),
  words: z.string().optional().describe('List: only chips with all these words in text or error.'),
  again: againField,
  preview: previewField,
  brief: briefField,
});

type Arguments = z.infer<typeof schema>;

const example = { from: 'chip://1a2b3c', to: 'file:///home/me/project/src/app.ts:12' };

/** be-insert-chip: lists chips, or puts the text of one into a file. */
export const insertChipTool = defineTool<Arguments>({
  name: 'be-insert-chip',
  title: 'Put a chip back',
  description: {
    en: 'Chips keep text that would be lost: the arguments of failed calls and deleted lines. Without from: list them, oldest first (filter by tool, file, kind, error, words). With from and to: insert the text after a line, e.g. {"from":"chip://1a2b3c","to":"file:///ws/src/a.ts:12"}; a file in the workspace can be the source too. With "as":"call" and with, the failed call is made again: {"from":"chip://1a2b3c","as":"call","with":{"file":"src/a.ts:5-9"}}.',
    zh: 'chip 保存可能丢失的文本：失败调用的参数和被删除的行。不带 from：列出 chip，旧的在前（可按 tool、file、kind、error、words 过滤）。带 from 和 to：把文本插入到某行之后，例如 {"from":"chip://1a2b3c","to":"file:///ws/src/a.ts:12"}；来源也可以是工作区内的文件。用 "as":"call" 和 with 可修改参数后重新执行失败的调用。',
  },
  schema,
  aliases: { id: 'from' },
  example,
  annotations: { readOnly: false, destructive: false, idempotent: false },
  async files(args, context) {
    if (args.from === undefined || args.from === '') {
      return ok([]);
    }
    if (args.as === 'call') {
      return chipCallFiles(args, context);
    }
    const to = targetOf(args);
    const gated = to.ok ? await context.gate.resolve(to.value.path) : to;
    const problem = gated.ok ? pathProblem(args.to ?? '', gated.value) : undefined;
    if (problem !== undefined) {
      return fail(problem);
    }
    return gated.ok ? ok([gated.value]) : gated;
  },
  async propose(args, files, context): Promise<Result<Proposal>> {
    if (args.as === 'call') {
      return proposeChipCall(args, files, context);
    }
    const [gated] = files;
    if (gated === undefined) {
      return listChips(args, context);
    }
    const source = await sourceOf(args, gated, context);
    return source.ok ? insertSource(args, gated, source.value, context) : source;
  },
});

/** Lines that come back to the file they were deleted from have the line ends they had there. */
function withOwnEnds(splice: Splice, text: string): Splice {
  const own = splitLines(text);
  const lines = splice.lines.map((line, index) => ({
    text: line.text,
    eol: own[index]?.eol || line.eol,
  }));
  // Where the line above had no end, it is part of the splice, and nothing is known of what it should have.
  return splice.count === 0 ? { ...splice, lines } : splice;
}

interface Source {
  /** The chip's bytes, where it holds no text or one that does not show all of them. */
  readonly bytes?: Uint8Array | undefined;
  /** The file that the text was deleted from. */
  readonly file?: string | undefined;
  readonly text: string;
  readonly form: ChipForm;
  readonly chip?: ChipRow;
}

function targetOf(args: Arguments): Result<{ path: string; line: string }> {
  if (args.to === undefined) {
    return fail(badArguments('Field "to" is missing.', example));
  }
  const parsed = parseFileArgument(args.to, undefined);
  if (!parsed.ok) {
    return parsed;
  }
  const { path, range } = parsed.value;
  if (range?.kind !== 'lines' || range.first !== range.last) {
    return fail(badArguments('`to` has no line number after the path.', example));
  }
  return ok({ path, line: String(range.first) });
}

async function sourceOf(
  args: Arguments,
  target: GatedPath,
  context: ToolContext,
): Promise<Result<Source>> {
  const from = args.from ?? '';
  const id = chipId(from);
  if (id !== undefined) {
    return chipSource(id, args.as === 'call' ? undefined : args.as, target, context);
  }
  const event = eventId(from);
  if (event !== undefined) {
    const text = await eventText(event, context);
    return text.ok ? ok({ text: text.value, form: 'content' }) : text;
  }
  if (!/^file:/i.test(from)) {
    const problem = '`from` is neither chip://ID nor event://ID nor file:///path.';
    return fail(badArguments(problem, example));
  }
  const gated = await context.gate.resolve(from);
  const view = gated.ok ? await readFile(gated.value, context) : gated;
  return view.ok
    ? ok({ text: joinLines(view.value.lines(1, view.value.lineCount)), form: 'content' })
    : view;
}

async function chipSource(
  id: string,
  form: ChipForm | undefined,
  target: GatedPath,
  context: ToolContext,
): Promise<Result<Source>> {
  const loaded = await loadChip(id, context);
  if (!loaded.ok) {
    return loaded;
  }
  const { args, chip } = loaded.value;
  const as = form ?? defaultForm(args);
  const bytes = as === 'content' ? chipBytes(args) : undefined;
  const text = replayText(chip, args, as, target.path) ?? (bytes === undefined ? undefined : '');
  const file = chip.kind === 'deleted' && as === 'content' ? chip.file : undefined;
  return text === undefined
    ? fail(noSingleText(id, args))
    : ok({ text, form: as, chip, file, bytes });
}

function noSingleText(id: string, args: ChipArguments): ReturnType<typeof failure> {
  return failure(
    'bad-arguments',
    `Chip ${id} does not hold one text; it has ${Object.keys(args).join(', ')}.`,
    'Call again with "as":"annotated" or "as":"arguments".',
  );
}

function unfitText(text: string): Failure | undefined {
  return contentLines(text).length === 0
    ? badArguments('The source is empty, so there is nothing to insert.', example)
    : textProblem(text);
}

function planFileOfText(text: string, { path }: GatedPath): Result<FilePlan> {
  return ok({ kind: 'create', path, lines: splitLines(text), encoding: 'default' });
}

async function insertSource(
  args: Arguments,
  gated: GatedPath,
  source: Source,
  context: ToolContext,
): Promise<Result<Proposal>> {
  const to = targetOf(args);
  if (!to.ok) {
    return to;
  }
  const fields: AnswerFields = {
    as: source.form,
    ...(source.chip === undefined ? {} : { from: `chip://${source.chip.id}` }),
  };
  const chip = source.chip;
  const settle =
    chip === undefined
      ? {}
      : { settle: () => [{ op: 'updateChip', id: chip.id, replayed: context.now() } as const] };
  const { bytes } = source;
  const isWhole = bytes !== undefined && (gated.stat === undefined || source.text === '');
  const problem = isWhole ? undefined : unfitText(source.text);
  if (problem !== undefined) {
    return fail(problem);
  }
  if (isWhole && to.value.line !== '0') {
    const why = 'The chip holds bytes, which make a whole file: the line must be 0.';
    return fail(badArguments(why, { ...example, to: 'file:///home/me/project/icon.png:0' }));
  }
  if (isWhole || (gated.stat === undefined && to.value.line === '0')) {
    const created = isWhole ? planFileOfBytes(bytes, gated) : planFileOfText(source.text, gated);
    if (!created.ok) {
      return created;
    }
    const plan = created.value;
    const shown = new Map([[gated.path, gated.shown]]);
    const label = 'Put a chip back';
    return ok({
      kind: 'edit',
      plan: { label, files: [plan] },
      views: new Map(),
      shown,
      fields,
      ...settle,
    });
  }
  const read = await readFile(gated, context);
  const place = read.ok
    ? insertPlace({ file: gated.path, lines: to.value.line }, read.value)
    : read;
  if (!read.ok || !place.ok) {
    return read.ok ? (place as Extract<typeof place, { ok: false }>) : read;
  }
  const planned = planInsert(read.value, place.value.last, contentLines(source.text));
  const splice = source.file === gated.path ? withOwnEnds(planned, source.text) : planned;
  return ok({
    ...spliceProposal({ gated, view: read.value, splice, fields }, 'Put a chip back'),
    ...settle,
  });
}
