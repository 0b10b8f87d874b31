import type {
  OwnBlockRow,
  RecordedBlockRow,
  RecordedPatchRow,
} from '../../../src/ports/transcriptRows.ts';
import type { BlockTokens } from './blockTokens.ts';
import { blockTokens } from './blockTokens.ts';

/** A block that the gauge names. */
export interface NamedBlock {
  /** Index in the session's blocks. */
  readonly index: number;
  readonly row: RecordedBlockRow;
  readonly count: BlockTokens;
}

/** What counts of blocks are told from. `counted`: see `countedAnswers`. */
export interface CountLists {
  readonly blocks: readonly RecordedBlockRow[];
  readonly own: readonly OwnBlockRow[];
  readonly counted: ReadonlyMap<number, number>;
}

/** The blocks of a window with the most tokens, at most `most`, largest first; of equal ones the first sent. O(sent). */
export function largestBlocks(
  sent: readonly number[],
  { blocks, own, counted }: CountLists,
  most: number,
): readonly NamedBlock[] {
  const owned = new Map(own.map((row) => [row.block, row]));
  const largest: NamedBlock[] = [];
  for (const index of sent) {
    const row = blocks[index];
    if (row === undefined) {
      continue;
    }
    const count = blockTokens(index, row, owned.get(index), counted);
    const isLarge = largest.length < most || count.tokens > (largest.at(-1)?.count.tokens ?? 0);
    if (isLarge) {
      const place = largest.findIndex((other) => other.count.tokens < count.tokens);
      largest.splice(place < 0 ? largest.length : place, 0, { index, row, count });
      largest.length = Math.min(largest.length, most);
    }
  }
  return largest;
}

/** The blocks that are pinned now, in order of appearance. O(own). */
export function pinnedBlocks({ blocks, own, counted }: CountLists): readonly NamedBlock[] {
  return own
    .flatMap((ownRow): readonly NamedBlock[] => {
      const { block: index, pinned } = ownRow;
      const row = blocks[index];
      return row === undefined || !pinned
        ? []
        : [{ index, row, count: blockTokens(index, row, ownRow, counted) }];
    })
    .sort((a, b) => a.index - b.index);
}

/**
 * Index of the last patch before the request of a call; at `turn` = the number of calls - 1 also of one that came after
 * it. What was refused changed nothing and is passed over. -1 if there is none. O(patches).
 */
export function lastPatch(
  patches: readonly Pick<RecordedPatchRow, 'call' | 'kind'>[],
  turn: number,
  calls: number,
): number {
  const before = turn >= calls - 1 ? Infinity : turn;
  return patches.findLastIndex(({ call, kind }) => call <= before && kind !== 'refused');
}
