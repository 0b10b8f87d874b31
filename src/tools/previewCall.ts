import type { Line } from '../ports/editHost.ts';
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
  readonly path: string;
  /** Undefined for a file that is to be made. */
  readonly before: string | undefined;
  /** Undefined for a file that is to go. */
  readonly after: string | undefined;
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
): Promise<Result<readonly FilePreview[]>> {
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
  if (proposal.value.kind === 'answer') {
    return ok([]);
  }
  const { plan, views } = proposal.value;
  return ok(
    plan.files.map((file): FilePreview => {
      const view = views.get(file.path);
      const before =
        view === undefined
          ? undefined
          : textOf({ encoding: view.encoding, lines: view.lines(1, view.lineCount) });
      if (file.kind === 'create') {
        return { path: file.path, before: undefined, after: textOf(file) };
      }
      if (file.kind === 'remove' || view === undefined) {
        return { path: file.path, before, after: undefined };
      }
      const draft = new Draft(view);
      draft.spliceAll(file.splices);
      return { path: file.path, before, after: joinLines(draft.lines(1, draft.lineCount)) };
    }),
  );
}

/** The text of a file, or what to show in its place for one that has none. */
function textOf({ encoding, lines }: FileText): string {
  return encoding === bytesEncoding
    ? `Binary file of ${linesAsBytes(lines).length} bytes\n`
    : joinLines(lines);
}
