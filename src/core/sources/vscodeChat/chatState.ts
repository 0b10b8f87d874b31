import { startDraft, type DraftState } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';

/** One question as it was last read. */
export interface ChatEntry {
  readonly id: string;
  /** Index of its call. */
  readonly call: number;
  /** Its position in the document's requests; -1 while it is not there. */
  place: number;
  /** The window before it, when it was last read. */
  before: number[];
  /** Its blocks by what they say, for the texts that are still there when it is read again. */
  blocks: Map<string, number[]>;
  /** Its blocks in the order of the window, without those that one of its own summaries stands for. */
  runs: number[];
  /** The window before `runs` where a summary took the place of former questions; absent if there is none. */
  lead?: number[];
  /** Summaries that have their patch. */
  readonly patched: Set<number>;
}

/** In `line`: a request that is new or another one. */
export const unread = -1;

/** In `line`: no object, or a request with an id that another one has. */
export const unreadable = -2;

/** All that a reader of chat sessions knows beside the document: plain data. */
export interface ChatState {
  readonly draft: DraftState;
  /** All questions that ever were in the document. */
  readonly entries: ChatEntry[];
  /** Index in `entries` by id. */
  readonly byId: Map<string, number>;
  /** The document's requests as they were last read: indices in `entries`, `unread` or `unreadable`. */
  readonly line: number[];
  /** Entries that were taken out of the document since. */
  gone: number[];
  /** Positions of read requests that changed since. */
  readonly changed: Set<number>;
  /** Index of the last block of each round, by the round's id. */
  readonly rounds: Map<string, number>;
  /** The record that last took questions away, and the first position that it did. */
  cut?: { readonly place: Place; readonly position: number };
  /** Name of the participant; empty before an answer names one. */
  agent: string;
}

/** Nothing read yet. */
export function startChat(): ChatState {
  return {
    draft: startDraft(),
    entries: [],
    byId: new Map(),
    line: [],
    gone: [],
    changed: new Set(),
    rounds: new Map(),
    agent: '',
  };
}
