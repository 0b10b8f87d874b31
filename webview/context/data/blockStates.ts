import type { RecordedBlockRow, RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import { indicesOf } from '../../../src/ports/runs.ts';

/**
 * Where a block is at a turn. `in`: its request carried it. `left`: a patch took it out before. `beside`: it was there
 * by then, the request did not carry it, and no patch says why. `later`: it came after the request.
 */
export type Presence = 'in' | 'left' | 'beside' | 'later';

/** Where every block of a session is at one turn. */
export interface BlockStates {
  /** Index of the call. */
  readonly turn: number;
  /** Indices of the blocks that the request carried, in the order sent. */
  readonly sent: readonly number[];
  /** Indices of all blocks that were there by then, in order of appearance. */
  readonly seen: readonly number[];
  presence(block: number): Presence;
  /** Index of the patch that took the block out last and was not taken back; undefined if there is none. */
  leftBy(block: number): number | undefined;
  /** Place in `sent`; -1 if it is not there. */
  placeOf(block: number): number;
}

/** What `blockStates` looks at. */
export interface StatesInput {
  readonly blocks: readonly Pick<RecordedBlockRow, 'turn'>[];
  readonly patches: readonly Pick<RecordedPatchRow, 'call' | 'left' | 'back'>[];
  /** Index of the call. */
  readonly turn: number;
  /** Runs of what its request carried. */
  readonly window: readonly number[];
}

/** Works out where the blocks are. O(blocks + what patches changed up to the turn). */
export function blockStates({ blocks, patches, turn, window }: StatesInput): BlockStates {
  // A row may still be on its way when the window is there.
  const sent = [...indicesOf(window)].filter((block) => block < blocks.length);
  const places = new Int32Array(blocks.length).fill(-1);
  for (const [place, block] of sent.entries()) {
    places[block] = place;
  }
  const takers = new Int32Array(blocks.length).fill(-1);
  for (const [patch, { call, left, back }] of patches.entries()) {
    if (call <= turn) {
      fillRuns(takers, left, patch);
      fillRuns(takers, back, -1);
    }
  }
  const isSeen = (block: number): boolean =>
    (places[block] ?? -1) >= 0 || (blocks[block]?.turn ?? Infinity) <= turn;
  const seen: number[] = [];
  for (let block = 0; block < blocks.length; block++) {
    if (isSeen(block)) {
      seen.push(block);
    }
  }
  const leftBy = (block: number): number | undefined => {
    const taker = takers[block] ?? -1;
    return taker < 0 || (places[block] ?? -1) >= 0 ? undefined : taker;
  };
  return {
    ...{ turn, sent, seen, leftBy },
    placeOf: (block) => places[block] ?? -1,
    presence: (block) => {
      if ((places[block] ?? -1) >= 0) {
        return 'in';
      }
      return !isSeen(block) ? 'later' : leftBy(block) === undefined ? 'beside' : 'left';
    },
  };
}

function fillRuns(into: Int32Array, runs: readonly number[], value: number): void {
  for (let at = 0; at < runs.length; at += 2) {
    into.fill(value, runs[at], runs[at + 1]);
  }
}
