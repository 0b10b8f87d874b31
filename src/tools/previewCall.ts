import type { FilePlan, FileView, Line } from '../ports/editHost.ts';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import { bytesEncoding, linesAsBytes } from '../core/edit/bytesEncoding.ts';
import { Draft } from '../core/edit/draft.ts';
import { joinLines } from '../core/edit/lines.ts';
import { badArguments } from '../core/failures.ts';
import { parseArguments } from './arguments.ts';
import { tools } from './registry.ts';
import type { ToolParts } from './runTool.ts';
import { contextFor } from './runTool.ts';
import type { Caller } from './toolService.ts';
import type { ToolName } from './toolNames.ts';

/** One file before and after an edit that has not been made. */
export interface FilePreview {
  /** Absolute, links resolved. */
  readonly path: string;
  /** The path as people read it. */
  readonly shown: string;
  /** Undefined for a file that is to be made. */
  readonly before: string | undefined;
  /** Undefined for a file that is to go. */
  readonly after: string | undefined;
  /** Of the file that is there, or asked for the new one; `default` is what the settings name. */
  readonly encoding: string;
  /** Changes whenever the content of the file that is there does. */
  readonly version: string | undefined;
  /** The file is open with changes that are not on disk. */
  readonly unsaved: boolean;
}

/** What a call would do. */
export interface CallPreview {
  readonly files: readonly FilePreview[];
  /** What its answer would warn of. */
  readonly warnings: readonly string[];
}

interface FileText {
  readonly encoding: string;
  readonly lines: readonly Line[];
}

/** What a call would do to each file, as whole texts; changes nothing. Cost: linear in the files. */
export async function previewCall(
  name: ToolName,
  args: unknown,
  caller: Caller,
  parts: ToolParts,
): Promise<Result<CallPreview>> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    return fail(badArguments(`There is no tool ${name}.`, {}));
  }
  const context = contextFor(caller, parts);
  const parsed = parseArguments(tool, args);
  const files = parsed.ok ? await tool.files(parsed.value, context) : parsed;
  if (!parsed.ok || !files.ok) {
    return files as Extract<typeof files, { ok: false }>;
  }
  const proposal = await tool.propose(parsed.value, files.value, context);
  if (!proposal.ok) {
    return proposal;
  }
  if (proposal.value.kind !== 'edit') {
    const warnings = proposal.value.kind === 'act' ? [proposal.value.about] : [];
    return ok({ files: [], warnings });
  }
  const { plan, views, shown, warnings } = proposal.value;
  return ok({
    files: plan.files.map((file) =>
      filePreview(file, views.get(file.path), shown.get(file.path) ?? file.path),
    ),
    warnings: warnings ?? [],
  });
}

function filePreview(file: FilePlan, view: FileView | undefined, shown: string): FilePreview {
  const { dirty: unsaved = false, version } = view ?? {};
  const about = { path: file.path, shown, unsaved, version };
  if (file.kind === 'create') {
    const after = textOf(file);
    return { ...about, before: undefined, after, encoding: file.encoding };
  }
  const encoding = view?.encoding ?? 'default';
  const before =
    view === undefined ? undefined : textOf({ encoding, lines: view.lines(1, view.lineCount) });
  if (file.kind === 'remove' || view === undefined) {
    return { ...about, before, after: undefined, encoding };
  }
  const draft = new Draft(view);
  draft.spliceAll(file.splices);
  const after = joinLines(draft.lines(1, draft.lineCount));
  return { ...about, before, after, encoding };
}

/** The text of a file, or what to show in its place for one that has none. */
function textOf({ encoding, lines }: FileText): string {
  return encoding === bytesEncoding
    ? `Binary file of ${linesAsBytes(lines).length} bytes\n`
    : joinLines(lines);
}
