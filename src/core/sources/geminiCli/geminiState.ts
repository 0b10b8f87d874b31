import { startDraft, type DraftState } from '../sessionDraft.ts';

/** What is known of a message. */
export interface KnownMessage {
  readonly id: string;
  /** Number of its blocks in the window, where they stand together. */
  kept: number;
  /** Index of its call. */
  call?: number;
  /** Its blocks by `Piece.slot`. */
  readonly pieces: Map<string, KnownPiece>;
}

/** The block of a piece. */
export interface KnownPiece {
  readonly key: string;
  readonly block: number;
}

/** All that a reader of sessions knows: plain data. */
export interface GeminiState {
  draft: DraftState;
  /** The conversation as it stands. */
  messages: KnownMessage[];
  /** Index in `messages` by id. */
  places: Map<string, number>;
}

/** Nothing read. */
export function startState(): GeminiState {
  return { draft: startDraft(), messages: [], places: new Map() };
}
