import type { RecordedBlockKind, RecordedBlockRow } from '../../ports/transcriptRows.ts';

/** What a block of a recorded session is. */
export type RecordedKind = RecordedBlockKind;

/** How much of a text its transcript has. */
export type Fidelity = RecordedBlockRow['fidelity'];

/** One step into a JSON value. */
export type PathStep = string | number;

/** Where a text stands in the files of its session: what brings it back. */
export type Origin = RecordedBlockRow['origin'];

/** One piece of a context that a transcript tells of. Never changed once it is in a session. */
export type RecordedBlock = RecordedBlockRow;

/** What ids begin with, by kind. */
export const idPrefixes: Readonly<Record<RecordedKind, string>> = {
  system_prompt: 'system',
  user_message: 'user',
  assistant_message: 'assistant',
  reasoning_trace: 'reasoning',
  tool_result: 'tool',
  tool_call: 'call',
  tool_schemas: 'schemas',
  summary: 'summary',
  task_state: 'task',
  budget_report: 'budget',
  injected: 'injected',
  other: 'other',
};
