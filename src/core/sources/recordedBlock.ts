import type { BlockKind } from '../context/block.ts';

/**
 * What a block of a recorded session is. `tool_call`: one call with its arguments. `tool_schemas`: the tools that a
 * request offered. `injected`: put in by the agent's program as if the user had said it. `other`: anything else that
 * stood in the window.
 */
export type RecordedKind = BlockKind | 'tool_call' | 'tool_schemas' | 'injected' | 'other';

/**
 * How much of a text its transcript has. `whole`: all. `cut`: the beginning; the writer cut the rest. `lost`: a note in
 * its place. `sealed`: encrypted, so that only its size is known.
 */
export type Fidelity = 'whole' | 'cut' | 'lost' | 'sealed';

/** One step into a JSON value. */
export type PathStep = string | number;

/** Where a text stands in the files of its session: what brings it back. */
export interface Origin {
  /** Index in the session's `files`. */
  readonly file: number;
  /** Place of the record (a line, or the whole document) in that file, in bytes. */
  readonly offset: number;
  /** Its length in bytes, without the line end. */
  readonly bytes: number;
  /** The text within the record's JSON; empty for all of it. */
  readonly path: readonly PathStep[];
}

/** One piece of a context that a transcript tells of. Never changed once it is in a session. */
export interface RecordedBlock {
  /** `<prefix>_<NNN>`; the number is its index in the session's `blocks` plus 1. */
  readonly id: string;
  readonly kind: RecordedKind;
  /** What the transcript calls it (a uuid, a message's id); empty if nothing. */
  readonly native: string;
  /** Number of model calls that the session had made before it. */
  readonly turn: number;
  /** Characters (UTF-16 units) of its text; of what stands there if it is not whole. */
  readonly length: number;
  /** Estimated tokens of its text; 0 for an empty one. */
  readonly tokens: number;
  /** Its first words on one line. */
  readonly description: string;
  readonly origin: Origin;
  readonly fidelity: Fidelity;
  /** Milliseconds since the epoch; absent if the transcript does not say. */
  readonly at?: number;
  /** For calls and results: the tool's name. */
  readonly tool?: string;
  /** For calls and results: the model API's id of the call. */
  readonly call?: string;
  /** For results: the call failed. */
  readonly failed?: boolean;
  /** File that a call or result is about, as the transcript names it. */
  readonly path?: string;
  /** For a stub: index of the block whose text it stands for. */
  readonly standsFor?: number;
  /** Name of a file beside the transcript that has the whole text. */
  readonly overflow?: string;
}

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
