import type { Block } from '../block.ts';
import type { Operation } from '../operations.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { StagedPatch } from './stagedPatch.ts';

/** Most ids named in a message. */
const mostNamed = 20;

/** Ids for a message. */
export function naming(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  return `${ids.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Whether the operation only brings things back into the view. */
function onlyShows(operation: Operation): boolean {
  return (
    operation.op === 'restore' ||
    (operation.op === 'set_visibility' && operation.visibility === 'model')
  );
}

/** What the runtime itself may do to its own blocks: put away a report, release a reasoning trace. */
function isHousekeeping(block: Block, operation: Operation, staged: StagedPatch): boolean {
  return (
    staged.context.actor === 'runtime' &&
    operation.op === 'set_visibility' &&
    operation.visibility === 'hidden' &&
    (block.kind === 'budget_report' || block.kind === 'reasoning_trace')
  );
}

function checkTarget(block: Block, operation: Operation, staged: StagedPatch): Refusal | undefined {
  if (isHousekeeping(block, operation, staged)) {
    return undefined;
  }
  const { id, kind, visibility, reasoning } = block;
  if (reasoning !== undefined) {
    return refuse(
      'protected_kind',
      `${id} is reasoning that goes with ${reasoning.parent}; it cannot be patched by itself. Patch ${reasoning.parent} instead.`,
    );
  }
  if (kind === 'system_prompt' || kind === 'budget_report' || visibility === 'api_required') {
    return refuse(
      'protected_kind',
      `${id} is a ${kind} and belongs to the runtime. Leave it out of "ids".`,
    );
  }
  if (block.pinned && !onlyShows(operation)) {
    return refuse(
      'protected_pin',
      `${id} is pinned: its text must stay in view. Leave it out of "ids"; the user can unpin it.`,
    );
  }
  return undefined;
}

/** Checks what every operation has in common: there are ids, each is known, none twice, none protected from all. */
export function checkTargets(operation: Operation, staged: StagedPatch): Refusal | undefined {
  const { ids } = operation;
  if (ids.length === 0) {
    return refuse(
      'empty_ids',
      `${operation.op} names no blocks. Give "ids", such as ["tool_004"]; the manifest lists them.`,
    );
  }
  const seen = new Set<string>();
  for (const id of ids) {
    const block = staged.blocks.get(id);
    if (block === undefined) {
      return refuse(
        'unknown_id',
        `There is no block ${JSON.stringify(id)} in this session. Take ids from the manifest, such as "tool_004".`,
      );
    }
    if (seen.has(id)) {
      return refuse('duplicate_id', `${id} is named twice. Name each block once.`);
    }
    seen.add(id);
    const refusal = checkTarget(block, operation, staged);
    if (refusal !== undefined) {
      return refusal;
    }
  }
  return undefined;
}

/** The named blocks; to be called after `checkTargets`. */
export function targetsOf(operation: Operation, staged: StagedPatch): readonly Block[] {
  return operation.ids.flatMap((id) => staged.blocks.get(id) ?? []);
}

/** Refuses if the current question is among them: the model would answer something else. */
export function checkQuestion(blocks: readonly Block[], staged: StagedPatch): Refusal | undefined {
  const question = staged.context.state.currentQuestion;
  return blocks.some((block) => block.id === question)
    ? refuse(
        'protected_current_question',
        `${question ?? ''} is the question being answered; it stays in view. Leave it out of "ids".`,
      )
    : undefined;
}
