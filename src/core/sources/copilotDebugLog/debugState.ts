import { startCoverage, type CoverageSum } from '../coverage.ts';
import { startDraft, type DraftState } from '../sessionDraft.ts';

/** One session of the log: the chat itself, or one that it started (a title, a subagent). */
export interface DebugLane {
  readonly draft: DraftState;
  /** What the parent calls it; empty for the chat itself. */
  label: string;
  /** Session that started it; empty if no record tells. */
  parent: string;
  /** Index of the parent's tool call that it was started by; absent if the log does not tell. */
  startedBy?: number;
  /** Sessions that it started and whose tool call was not told yet, with the time when they were: the newest. */
  open: { readonly id: string; readonly at: number }[];
  /** Index of the last call that did not fail; -1 before the first. */
  answered: number;
  /** Index of a call by the id of its span. */
  readonly calls: Map<string, number>;
}

/** All that a reader of debug logs knows: plain data. */
export interface DebugState {
  /** By session id, in the order of their first record. */
  readonly lanes: Map<string, DebugLane>;
  /** Id of the session that the others belong to: that of the first record, unless another one started it. */
  main: string;
  /** Records that were told, by type, span and time. */
  readonly seen: Set<string>;
  /** What became of the records of all files. */
  readonly coverage: CoverageSum;
}

/** A session without a record. */
export function startDebugLane(): DebugLane {
  return { draft: startDraft(), label: '', parent: '', open: [], answered: -1, calls: new Map() };
}

/** Nothing read yet. */
export function startDebug(): DebugState {
  return { lanes: new Map(), main: '', seen: new Set(), coverage: startCoverage() };
}
