import type { Failure } from '../ports/result.ts';
import { newChip, worthKeeping } from '../core/chips/newChip.ts';
import { fileUri } from '../core/edit/fileUri.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { argumentsObject } from './arguments.ts';
import { keep } from './keeping.ts';
import { failureAnswer } from './renderAnswer.ts';
import type { CallOutcome, ToolParts } from './runTool.ts';
import type { Caller } from './toolService.ts';

/** A call that failed. */
export interface FailedCall {
  /** The tool's name, as the caller wrote it. */
  readonly tool: string;
  /** Whether the tool only reads: then nothing can be lost, and nothing is kept. */
  readonly readOnly: boolean;
  /** The arguments as they arrived. */
  readonly args: unknown;
  readonly caller: Caller;
  /** The first file the call names, where that is known. */
  readonly file: GatedPath | undefined;
}

/** Answers a failure, and keeps the call's arguments as a chip if it was to edit and they are long enough. */
export async function failedCall(
  call: FailedCall,
  why: Failure,
  parts: ToolParts,
): Promise<CallOutcome> {
  const { tool, args, caller, file } = call;
  const kept =
    argumentsObject(args) ?? (typeof args === 'string' ? { _body: args } : { _arguments: args });
  const named = file === undefined ? {} : { file: file.path };
  if (call.readOnly || !worthKeeping(kept, tool, parts.settings())) {
    return { answer: failureAnswer(why, {}), outcome: why.code, ...named };
  }
  const chip = newChip(
    {
      kind: 'call',
      tool,
      workspace: file?.folder ?? parts.workspace.folders[0]?.path ?? '',
      session: caller.session,
      errorCode: why.code,
      errorMessage: why.message,
      ...named,
    },
    kept,
    parts,
  );
  const { outcome, warnings } = await keep(parts.store, [{ op: 'putChip', chip }], parts.log);
  const [stored] = outcome?.chips ?? [];
  const id = stored?.id;
  const fields = {
    ...(id === undefined ? {} : { chip: `chip://${id}`, chip_note: chipNote(id, call) }),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  return {
    answer: failureAnswer(why, fields),
    outcome: why.code,
    ...named,
    ...(stored === undefined
      ? {}
      : {
          chip: stored.id,
          kept: { id: stored.id, bytes: chip.content.length, refreshed: stored.refreshed },
        }),
  };
}

function chipNote(id: string, { tool, file }: FailedCall): string {
  if (tool === 'context-update') {
    return `The arguments are kept: be-insert-chip {"from":"chip://${id}","as":"call","with":{"reason":"corrected"}} makes the call again with the fields of "with" in place of its own.`;
  }
  const to = file === undefined ? 'file:///PATH:LINE' : `${fileUri(file.path)}:LINE`;
  return `The arguments are kept: be-insert-chip {"from":"chip://${id}","to":"${to}"} puts the text after line LINE.`;
}
