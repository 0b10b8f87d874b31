import type { FileView } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { ok } from '../ports/result.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import type { AnyTool, Proposal, Tool, ToolContext } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import type { PlaceArguments } from './ranges.ts';
import { gateFile, readFile } from './ranges.ts';

/** The file a call works on, as it is now. */
export interface OpenedFile {
  readonly gated: GatedPath;
  readonly view: FileView;
}

/** A tool that works on one file, which is there. */
export interface FileTool<Arguments extends PlaceArguments> extends Omit<
  Tool<Arguments>,
  'files' | 'propose'
> {
  proposeFor(
    args: Arguments,
    file: OpenedFile,
    context: ToolContext,
  ): Result<Proposal> | Promise<Result<Proposal>>;
}

/** Defines a tool on one file: the file is found, read, and given to it. */
export function defineFileTool<Arguments extends PlaceArguments>(
  tool: FileTool<Arguments>,
): AnyTool {
  return defineTool<Arguments>({
    ...tool,
    async files(args, context) {
      const gated = await gateFile(args, context);
      return gated.ok ? ok([gated.value]) : gated;
    },
    async propose(args, [gated], context) {
      if (gated === undefined) {
        throw new Error(`${tool.name} works on one file.`);
      }
      const read = await readFile(gated, context);
      return read.ok ? tool.proposeFor(args, { gated, view: read.value }, context) : read;
    },
  });
}
