import type { Operation, PatchRequest } from '../operations.ts';
import type { BudgetLevel } from './ladder.ts';
import { isAtLeast } from './ladder.ts';
import type { BudgetReport } from './report.ts';

/** What a model says to keep its context as it is. */
export const noUpdateWords = 'no_context_update_needed';

/** What a model did in its last answer. */
export interface LastAnswer {
  /** Names of the tools it called; a client may put something of its own before a name. */
  readonly calls: readonly string[];
  readonly text: string;
}

/**
 * Whether the model is to be asked once more: it was told to act, went on with other tools, and neither changed its
 * context nor said that there is no need. An answer without calls ends the turn; asking would only begin another.
 */
export function isNudgeDue(level: BudgetLevel, { calls, text }: LastAnswer): boolean {
  return (
    isAtLeast(level, 'must_act') &&
    calls.length > 0 &&
    !calls.some(isContextUpdate) &&
    !text.includes(noUpdateWords)
  );
}

/**
 * The text of a nudge, with one call that would be accepted; undefined if there is no block to propose. `spell` writes
 * the call's arguments.
 */
export function nudgeText(
  report: BudgetReport,
  spell: (request: PatchRequest) => string = argumentsOf,
): string | undefined {
  const example = nudgeExample(report);
  if (example === undefined) {
    return undefined;
  }
  const percent = Math.round(report.pressure * 100);
  return [
    `Your context is ${percent} % full (${report.used_tokens} of ${report.max_tokens} tokens) and the last budget report was not acted on.`,
    'Before you go on, call context-update. Blocks of one chain of tool calls go together when you compact or archive them. For example, with your own words for the summary:',
    `context-update ${spell(example)}`,
    `If everything in it is still needed, answer ${noUpdateWords} and go on.`,
  ].join('\n');
}

/** The call that a nudge shows: one that needs no other block and whose rules the report's first fitting block meets. */
export function nudgeExample({ largest_blocks: blocks }: BudgetReport): PatchRequest | undefined {
  const block = blocks.find(({ kind }) => kind === 'tool_result') ?? blocks[0];
  if (block === undefined) {
    return undefined;
  }
  const operation: Operation =
    block.kind === 'summary'
      ? { op: 'set_visibility', ids: [block.id], visibility: 'archived' }
      : {
          op: 'payload_offload',
          ids: [block.id],
          replaceWith: {
            description: `What ${block.id} is, in one line`,
            summary: `What ${block.id} says that you still need`,
            hint: 'When to read it again',
          },
        };
  return { reason: `${block.id} is large and has been used`, operations: [operation] };
}

function isContextUpdate(name: string): boolean {
  return name.replaceAll('_', '-').endsWith('context-update');
}

/** As the tool takes them. */
function argumentsOf({ reason, operations }: PatchRequest): string {
  const items = operations.map((operation) => {
    if (operation.op !== 'payload_offload') {
      return operation;
    }
    const { description, summary, hint } = operation.replaceWith;
    const replacement = { description, summary, retrieval_hint: hint };
    return { op: operation.op, ids: operation.ids, replace_with: replacement };
  });
  return JSON.stringify({ reason, operations: items });
}
