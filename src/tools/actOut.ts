import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { cancelled } from '../core/failures.ts';
import type { ActProposal, AnyTool } from './defineTool.ts';
import { keep } from './keeping.ts';
import { successAnswer } from './renderAnswer.ts';
import type { CallOutcome, RunParts } from './runTool.ts';
import type { Caller } from './toolService.ts';

/** A call whose tool wants something done that changes no file. */
export interface ActCall {
  readonly tool: AnyTool;
  readonly args: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly proposal: ActProposal;
}

/** Does it, unless it was done before and its answer was lost; one after the other within a scope. */
export async function actOut(call: ActCall, parts: RunParts): Promise<Result<CallOutcome>> {
  const { args, proposal } = call;
  if ((args as { preview?: boolean }).preview === true) {
    const fields = { preview: true, note: `Nothing was done. ${proposal.about}` };
    return ok({ answer: successAnswer(fields), outcome: 'ok' });
  }
  return parts.queue.run([proposal.scope], () => act(call, parts));
}

async function act(
  { tool, args, caller, signal, proposal }: ActCall,
  { log, repeats, store }: RunParts,
): Promise<Result<CallOutcome>> {
  if (signal.aborted) {
    return fail(cancelled());
  }
  const { scope } = proposal;
  const repeat = repeats.check(tool, args, caller, proposal);
  if (repeat.refused !== undefined) {
    return fail(repeat.refused);
  }
  const done = await proposal.act(signal);
  if (!done.ok) {
    return fail(repeats.refusedAgain(tool, args, scope, done.failure));
  }
  const { event, fields, undone = [] } = done.value;
  undone.forEach((each) => repeats.forget(each, scope));
  if (event !== undefined) {
    repeats.remember(tool, args, event, caller, scope);
  }
  const { warnings } = await keep(store, proposal.settle ?? [], log);
  const all = [
    ...((fields['warnings'] ?? []) as readonly unknown[]),
    ...warnings,
    ...(repeat.warning === undefined ? [] : [repeat.warning]),
  ];
  const answer = successAnswer(all.length > 0 ? { ...fields, warnings: all } : fields);
  return ok({ answer, outcome: 'ok' });
}
