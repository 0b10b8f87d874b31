import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { parseArguments } from './arguments.ts';
import type { LoadedChip } from './chipSource.ts';
import { chipId, loadChip } from './chipSource.ts';
import type { AnyTool, Proposal, ToolContext } from './defineTool.ts';
import { toolNames } from './toolNames.ts';

/** Which chip's call to make again, and what to change in its arguments. */
export interface ChipCallArguments {
  readonly from?: string | undefined;
  readonly with?: Readonly<Record<string, unknown>> | undefined;
}

/** A call ready to be made again. */
interface ReadyCall extends LoadedChip {
  readonly tool: AnyTool;
  readonly parsed: never;
}

/** The files that the chip's call works on. */
export async function chipCallFiles(
  args: ChipCallArguments,
  context: ToolContext,
): Promise<Result<readonly GatedPath[]>> {
  const ready = await readyCall(args, context);
  return ready.ok ? ready.value.tool.files(ready.value.parsed, context) : ready;
}

/** What the chip's own tool proposes for its arguments with the changes; the chip counts as replayed afterwards. */
export async function proposeChipCall(
  args: ChipCallArguments,
  files: readonly GatedPath[],
  context: ToolContext,
): Promise<Result<Proposal>> {
  const ready = await readyCall(args, context);
  if (!ready.ok) {
    return ready;
  }
  const { chip, parsed, tool } = ready.value;
  const proposal = await tool.propose(parsed, files, context);
  if (!proposal.ok || proposal.value.kind === 'answer') {
    return proposal;
  }
  const about = { as: 'call', from: `chip://${chip.id}`, tool: tool.name };
  const replayed = { op: 'updateChip', id: chip.id, replayed: context.now() } as const;
  if (proposal.value.kind === 'act') {
    const wanted = proposal.value;
    return ok({
      ...wanted,
      async act(signal) {
        const done = await wanted.act(signal);
        return done.ok ? ok({ ...done.value, fields: { ...done.value.fields, ...about } }) : done;
      },
      settle: [...(wanted.settle ?? []), replayed],
    });
  }
  const { settle, fields } = proposal.value;
  return ok({
    ...proposal.value,
    fields: { ...fields, ...about },
    settle: (events) => [...(settle?.(events) ?? []), replayed],
  });
}

/** Whether a chip keeps a call that can be made again, not only its text. */
export function keepsCall({ chip, args }: LoadedChip): boolean {
  const isTool = (toolNames as readonly string[]).includes(chip.tool);
  return chip.kind === 'call' && isTool && chip.tool !== 'be-insert-chip' && !('_body' in args);
}

async function readyCall(
  args: ChipCallArguments,
  context: ToolContext,
): Promise<Result<ReadyCall>> {
  const id = chipId(args.from ?? '');
  const loaded = id === undefined ? undefined : await loadChip(id, context);
  if (loaded?.ok === false) {
    return loaded;
  }
  const tool = loaded === undefined ? undefined : context.findTool(loaded.value.chip.tool);
  if (loaded === undefined || tool === undefined || !keepsCall(loaded.value)) {
    return fail(
      failure(
        'bad-arguments',
        `"${args.from ?? ''}" does not keep a call that can be made again.`,
        'Put its text back instead: {"from":"chip://…","to":"file:///path:LINE"}.',
      ),
    );
  }
  const parsed = parseArguments(tool, { ...loaded.value.args, ...args.with });
  return parsed.ok ? ok({ ...loaded.value, tool, parsed: parsed.value }) : parsed;
}
