import type { RecordedBlockRow, RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import { isIn } from '../../../src/ports/runs.ts';

/** Something that a patch did to a block. */
export interface BlockEvent {
  readonly what: 'made' | 'left' | 'back';
  /** Index of the patch. */
  readonly patch: number;
}

/** What patches did to a block, in their order. O(runs of all patches). */
export function blockEvents(
  block: number,
  patches: readonly Pick<RecordedPatchRow, 'left' | 'back' | 'created'>[],
): readonly BlockEvent[] {
  return patches.flatMap(({ left, back, created }, patch) => {
    const events: BlockEvent[] = [];
    if (isIn(created, block)) {
      events.push({ what: 'made', patch });
    }
    if (isIn(left, block)) {
      events.push({ what: 'left', patch });
    }
    if (isIn(back, block)) {
      events.push({ what: 'back', patch });
    }
    return events;
  });
}

/** Blocks that a block has to do with, as indices. */
export interface BlockKin {
  /** The block whose text it stands for. */
  readonly standsFor: number | undefined;
  /** Blocks that stand for it. */
  readonly stubs: readonly number[];
  /** The call and the results with the same id of a call, itself left out. */
  readonly chain: readonly number[];
}

/** Finds a block's kin. O(blocks). */
export function blockKin(
  block: number,
  blocks: readonly Pick<RecordedBlockRow, 'standsFor' | 'call'>[],
): BlockKin {
  const row = blocks[block];
  const stubs: number[] = [];
  const chain: number[] = [];
  for (const [index, other] of blocks.entries()) {
    if (other.standsFor === block) {
      stubs.push(index);
    }
    if (index !== block && row?.call !== undefined && other.call === row.call) {
      chain.push(index);
    }
  }
  return { standsFor: row?.standsFor, stubs, chain };
}
