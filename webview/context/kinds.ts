import type { RecordedBlockKind } from '../../src/ports/transcriptRows.ts';

/** How a kind of block is shown: its name for people, and the class of its colour and pattern. */
export interface KindLook {
  readonly kind: RecordedBlockKind;
  readonly name: string;
}

/** All kinds, in the order in which they are stacked and listed: what stands first in a request comes first. */
export const kindLooks: readonly KindLook[] = [
  { kind: 'system_prompt', name: 'System prompt' },
  { kind: 'tool_schemas', name: 'Tools' },
  { kind: 'injected', name: 'Injected' },
  { kind: 'summary', name: 'Summaries' },
  { kind: 'user_message', name: 'User' },
  { kind: 'assistant_message', name: 'Assistant' },
  { kind: 'reasoning_trace', name: 'Reasoning' },
  { kind: 'tool_call', name: 'Tool calls' },
  { kind: 'tool_result', name: 'Tool results' },
  { kind: 'task_state', name: 'Task state' },
  { kind: 'budget_report', name: 'Budget reports' },
  { kind: 'other', name: 'Other' },
];

const names = new Map(kindLooks.map(({ kind, name }) => [kind, name]));

/** The name of a kind for people. */
export function kindName(kind: RecordedBlockKind): string {
  return names.get(kind) ?? kind;
}
