/*
 * The figures of a patch. Each has one function here: what a list, a record and a tooltip show is the same number.
 */
import type {
  CompositionRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../../src/ports/transcriptRows.ts';

/**
 * Tokens, and who counted them. `runtime`: Chipboard, when it made the patch. `agent`: the agent's program, as its
 * transcript says. `provider`: the model's provider, for the call beside the patch. `estimate`: we, for that call.
 */
export interface Figure {
  readonly tokens: number;
  readonly by: 'runtime' | 'agent' | 'provider' | 'estimate';
}

/** Tokens of the window before a patch and after it; absent where nothing tells. */
export interface PatchSizes {
  readonly before?: Figure;
  readonly after?: Figure;
}

/** Rows of a session that figures are taken from. */
export interface CallLists {
  readonly calls: readonly RecordedCallRow[];
  /** One per call. */
  readonly compositions: readonly CompositionRow[];
}

/**
 * How large the window was before a patch and after it: as the patch says, else as the calls next to it were. Calls
 * that carry no conversation (for a title, a summary) are passed over. O(such calls).
 */
export function patchSizes(patch: RecordedPatchRow, lists: CallLists): PatchSizes {
  const said = patch.provenance === 'recorded' ? 'runtime' : 'agent';
  const before = told(patch.before, said) ?? callSize(callBefore(patch, lists), lists);
  const after = told(patch.after, said) ?? callSize(callAfter(patch, lists), lists);
  return { ...(before && { before }), ...(after && { after }) };
}

/** The last call before a patch that carried the conversation; undefined if there is none. */
export function callBefore(
  patch: RecordedPatchRow,
  { calls }: CallLists,
): RecordedCallRow | undefined {
  let at = Math.min(patch.call, calls.length) - 1;
  while (calls[at]?.purpose !== undefined) {
    at--;
  }
  return calls[at];
}

/** The first call after a patch that carried the conversation; undefined while there is none. */
export function callAfter(
  patch: RecordedPatchRow,
  { calls }: CallLists,
): RecordedCallRow | undefined {
  let at = patch.call;
  while (calls[at]?.purpose !== undefined) {
    at++;
  }
  return calls[at];
}

function told(tokens: number | undefined, by: Figure['by']): Figure | undefined {
  return tokens === undefined ? undefined : { tokens, by };
}

function callSize(
  call: RecordedCallRow | undefined,
  { compositions }: CallLists,
): Figure | undefined {
  const row = call && compositions[call.index];
  return row && { tokens: row.total, by: row.measured ? 'provider' : 'estimate' };
}
