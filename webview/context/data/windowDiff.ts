import type { RecordedBlockRow } from '../../../src/ports/transcriptRows.ts';
import { indicesOf, type Runs } from '../../../src/ports/runs.ts';
import { longestIncreasing } from './longestIncreasing.ts';
import { pairChanged, type ChangedPair } from './pairChanged.ts';

/** Blocks and the sum of their estimated tokens. */
export interface BlockSum {
  readonly blocks: number;
  readonly tokens: number;
}

/** A block that both windows have, at another place among the blocks that they share. */
export interface MovedBlock {
  readonly block: number;
  /** Its place in each window, from 0. */
  readonly from: number;
  readonly to: number;
}

/**
 * What makes one window into another. Every block of the former is in exactly one of same, moved, removed and the
 * former side of changed; every block of the later in exactly one of same, moved, added and the later side of changed.
 */
export interface WindowDiff {
  /** Indices in the order of the later window. */
  readonly added: readonly number[];
  /** Indices in the order of the former window. */
  readonly removed: readonly number[];
  /** In the order of the later window. */
  readonly changed: readonly ChangedPair[];
  /** In the order of the later window: as few blocks as can be taken for moved. */
  readonly moved: readonly MovedBlock[];
  readonly sums: {
    readonly same: BlockSum;
    readonly moved: BlockSum;
    readonly added: BlockSum;
    readonly removed: BlockSum;
    /** The former sides of the changed blocks, and the later ones. */
    readonly changedBefore: BlockSum;
    readonly changedAfter: BlockSum;
  };
}

/** Compares two windows, each given as runs of indices into `blocks`. O(n log n) for n blocks in both. */
export function windowDiff(
  before: Runs,
  after: Runs,
  blocks: readonly RecordedBlockRow[],
): WindowDiff {
  const former = [...indicesOf(before)];
  const later = [...indicesOf(after)];
  const fromOf = new Map(former.map((block, place) => [block, place]));
  const toOf = new Map(later.map((block, place) => [block, place]));
  const shared = later.filter((block) => fromOf.has(block));
  const stays = longestIncreasing(shared.map((block) => fromOf.get(block) ?? 0));
  const same: number[] = [];
  const moved: MovedBlock[] = [];
  for (const [at, block] of shared.entries()) {
    if (stays.has(at)) {
      same.push(block);
    } else {
      moved.push({ block, from: fromOf.get(block) ?? 0, to: toOf.get(block) ?? 0 });
    }
  }
  const { pairs, added, removed } = pairChanged({ former, later, fromOf, toOf }, blocks);
  const sum = (indices: readonly number[]): BlockSum => sumOf(indices, blocks);
  return {
    ...{ added, removed, changed: pairs, moved },
    sums: {
      same: sum(same),
      moved: sum(moved.map(({ block }) => block)),
      added: sum(added),
      removed: sum(removed),
      changedBefore: sum(pairs.map((pair) => pair.before)),
      changedAfter: sum(pairs.map((pair) => pair.after)),
    },
  };
}

/** How many blocks these are, and the sum of their estimates. */
export function sumOf(indices: Iterable<number>, blocks: readonly RecordedBlockRow[]): BlockSum {
  let [count, tokens] = [0, 0];
  for (const index of indices) {
    count++;
    tokens += blocks[index]?.tokens ?? 0;
  }
  return { blocks: count, tokens };
}
