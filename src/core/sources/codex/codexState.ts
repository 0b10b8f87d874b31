import { startDraft, type DraftState, type NewBlock, type SessionDraft } from '../sessionDraft.ts';
import type { Origin } from '../recordedBlock.ts';
import type { ForkState } from './inheritance.ts';

/** The call that records are added to. */
export interface OpenCall {
  readonly index: number;
  /** The provider's numbers were taken. */
  counted: boolean;
  /** The answer may go on: nothing else was put into the window since. */
  accepting: boolean;
  /** Something of the answer was seen. */
  answered: boolean;
}

/** Instructions that a record names and that no message may have; looked at when the first call is made. */
export interface LooseText {
  readonly role: 'user' | 'developer';
  readonly text: string;
  readonly origin: Origin;
}

/** What was put into the window before the first call. */
export interface Opening {
  readonly loose: LooseText[];
  /** Of the messages, to look for instructions in, as far as there is room. */
  readonly texts: string[];
  /** Characters that may still be kept. */
  room: number;
  developers: number;
  users: number;
  injectedUsers: number;
}

/** All that a reader of rollouts knows: plain data. */
export interface CodexState {
  readonly draft: DraftState;
  /** Names of tools by the ids of calls that have no output yet. */
  readonly tools: Map<string, string>;
  /** Ids of the newest call's tool calls that have no output yet. */
  unanswered: Set<string>;
  /** By block: `CodexItem.key`; empty for what is no item. */
  readonly keys: string[];
  /** The newest block with a key. */
  readonly places: Map<string, number>;
  /** Index of the base instructions' block. */
  system?: number;
  /** Blocks of the window that the user said, in its order. */
  users: number[];
  open?: OpenCall;
  /** Undefined once a call was made. */
  opening?: Opening;
  model: string;
  contextWindow?: number;
  /** The newest counts as JSON, and the total in them. */
  counts: string;
  total: string;
  /** Questions are told by events, which are surer than messages. */
  events: boolean;
  /** Questions that were taken from messages since the newest call. */
  guessed: number;
  fork?: ForkState;
  /** First words of a fork's parent. */
  inheritedTitle: string;
  /** A header was seen. */
  headed: boolean;
}

/** Most characters of messages that are kept until the first call. */
const charactersKept = 4_000_000;

/** Nothing read. */
export function startState(): CodexState {
  return {
    draft: startDraft(),
    tools: new Map(),
    unanswered: new Set(),
    keys: [],
    places: new Map(),
    users: [],
    opening: {
      loose: [],
      texts: [],
      room: charactersKept,
      developers: 0,
      users: 0,
      injectedUsers: 0,
    },
    model: '',
    counts: '',
    total: '',
    events: false,
    guessed: 0,
    inheritedTitle: '',
    headed: false,
  };
}

/** Adds a block, in no window yet, and returns its index. `key` is what it is found again by; empty if by nothing. */
export function addBlock(
  state: CodexState,
  draft: SessionDraft,
  block: NewBlock,
  content: unknown,
  key = '',
): number {
  const index = draft.add(block, content);
  state.keys[index] = key;
  if (key !== '') {
    state.places.set(key, index);
  }
  return index;
}
