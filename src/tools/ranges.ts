import type { FileView } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import type { LineRange } from '../core/edit/fileArgument.ts';
import { parseFileArgument } from '../core/edit/fileArgument.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { findTarget, parseTarget } from '../core/edit/target.ts';
import { pathProblem } from './pathProblem.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';

/** The fields by which a call names a file and lines in it. */
export interface PlaceArguments {
  readonly file: string;
  readonly lines?: string | undefined;
  readonly target?: string | undefined;
}

/** The file a call names, and what it wants found in it. */
export interface AimedPath extends GatedPath {
  readonly aim?: { readonly kind: 'function' | 'tag'; readonly name: string };
}

/** Lines to work on. */
export interface Place {
  readonly first: number;
  readonly last: number;
  readonly warnings: readonly string[];
}

/**
 * The file a call names. What looks like a range at the end of the path is part of the name if only a file of that
 * name is there; if both are, the caller must use `lines`.
 */
export async function gateFile(
  args: PlaceArguments,
  context: ToolContext,
): Promise<Result<AimedPath>> {
  const parsed = parseFileArgument(args.file, args.lines);
  if (!parsed.ok) {
    return parsed;
  }
  const { whole } = parsed.value;
  const [resolved, isWhole] = await Promise.all([
    context.gate.resolve(parsed.value.path),
    whole !== undefined && context.gate.isFile(whole),
  ]);
  const gated = withAim(resolved, args.target);
  const problem = gated.ok ? pathProblem(parsed.value.path, gated.value) : undefined;
  if (problem !== undefined) {
    return fail(problem);
  }
  if (!isWhole) {
    return gated;
  }
  const { path } = parsed.value;
  return fail(
    failure(
      'ambiguous-path',
      `There is a file named "${args.file}", so ":…" may be part of its name or a range.`,
      `Say the range apart: {"file":${JSON.stringify(path)},"lines":"1-20"}, or for the other file {"file":${JSON.stringify(args.file)},"lines":"ALL"}.`,
    ),
  );
}

function withAim(gated: Result<GatedPath>, text: string | undefined): Result<AimedPath> {
  const target = text === undefined ? undefined : parseTarget(text);
  if (!gated.ok || target?.ok !== true) {
    return gated;
  }
  const { value } = target;
  return value.kind === 'function' || value.kind === 'tag'
    ? ok({ ...gated.value, aim: { kind: value.kind, name: value.name } })
    : gated;
}

/**
 * Reads the file a call works on, and lets the parser look for the function or tag it aims at. A missing file is a
 * failure that names it.
 */
export async function readFile(gated: AimedPath, context: ToolContext): Promise<Result<FileView>> {
  if (gated.stat === undefined) {
    return fail(
      failure(
        'file-not-found',
        `There is no file "${gated.shown}".`,
        `Check the path; be-write makes a new file: {"file":${JSON.stringify(gated.shown)},"content":"…"}.`,
      ),
    );
  }
  if (gated.stat.kind !== 'file') {
    return fail(
      failure(
        'file-not-found',
        `"${gated.shown}" is not a file.`,
        'Name a file, e.g. {"file":"src/app.ts:1-20"}.',
      ),
    );
  }
  const read = await context.host.read(gated.path);
  if (read.ok && gated.aim !== undefined) {
    await context.structure.locate(read.value, gated.aim.kind, gated.aim.name);
  }
  return read;
}

/** What the caller asked for: a target, a range, or neither. */
export function askedRange(
  args: PlaceArguments,
  view: FileView,
): Result<{ range: LineRange | undefined; warnings: readonly string[] }> {
  const parsed = parseFileArgument(args.file, args.lines);
  if (!parsed.ok) {
    return parsed;
  }
  if (args.target === undefined) {
    return ok({ range: parsed.value.range, warnings: [] });
  }
  const target = parseTarget(args.target);
  const found = target.ok ? findTarget(view, target.value) : target;
  if (!found.ok) {
    return found;
  }
  const { first, last, others } = found.value;
  const warnings =
    others.length > 0
      ? [
          `"${args.target.slice(0, 100)}" also fits at line ${others.slice(0, 10).join(', ')}; line ${first} was taken.`,
        ]
      : [];
  return ok({ range: { kind: 'lines', first, last }, warnings });
}

/** Lines to edit: both ends must exist. `example` is the call to show where no lines are named. */
export function editPlace(
  args: PlaceArguments,
  view: FileView,
  example: AnswerFields,
): Result<Place> {
  const asked = askedRange(args, view);
  if (!asked.ok) {
    return asked;
  }
  const { range, warnings } = asked.value;
  if (range === undefined) {
    return fail(
      failure(
        'bad-arguments',
        'The call does not say which lines.',
        `Name them after the path: ${JSON.stringify(example)}`,
        { total: view.lineCount },
      ),
    );
  }
  const first = range.kind === 'all' ? 1 : range.first;
  const last =
    range.kind === 'all' || range.last === Number.MAX_SAFE_INTEGER ? view.lineCount : range.last;
  if (first < 1 || last > view.lineCount || last < first) {
    return fail(outOfBounds(first, last, view));
  }
  return ok({ first, last, warnings });
}

/** The failure for lines that are not in the file. */
export function outOfBounds(
  first: number,
  last: number,
  view: FileView,
): ReturnType<typeof failure> {
  const wanted = first === last ? `Line ${first} is` : `Lines ${first}-${last} are`;
  return failure(
    'range-out-of-bounds',
    `${wanted} not in the file; it has ${view.lineCount} lines.`,
    view.lineCount === 0
      ? 'The file is empty: add lines with be-insert and ":0" after the path.'
      : `Use lines from 1 to ${view.lineCount}; read them first.`,
    { total: view.lineCount },
  );
}
