import type {
  OwnBlockRow,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../../src/ports/transcriptRows.ts';
import type { BlockTokens } from './blockTokens.ts';
import { blockTokens, countedAnswers } from './blockTokens.ts';
import type { Twin } from './blockTwins.ts';
import { blockTwins } from './blockTwins.ts';

/** A block with all that is known of it at every turn. */
export interface BlockItem {
  readonly id: string;
  /** Index in the session's blocks. */
  readonly index: number;
  readonly row: RecordedBlockRow;
  readonly own: OwnBlockRow | undefined;
  readonly count: BlockTokens;
  readonly twin: Twin | undefined;
}

/** The session's lists; they are others than before where the object is another one. */
export interface ItemLists {
  readonly calls: readonly RecordedCallRow[];
  readonly patches: readonly Pick<RecordedPatchRow, 'call' | 'left' | 'back'>[];
  readonly blocks: readonly RecordedBlockRow[];
}

/** What items are made of. */
export interface ItemsInput {
  readonly lists: ItemLists;
  readonly own: readonly OwnBlockRow[];
  /** Another one whenever anything else here is. */
  readonly version: number;
}

/** The items of one session. Those of which nothing changed stay the same objects. */
export class BlockItems {
  items: readonly BlockItem[] = [];
  private madeFor: { readonly lists: ItemLists; readonly version: number } | undefined;

  /** Makes them anew if the session changed. O(blocks + calls + what patches changed). */
  update({ lists, own, version }: ItemsInput): readonly BlockItem[] {
    if (this.madeFor?.lists === lists && this.madeFor.version === version) {
      return this.items;
    }
    this.madeFor = { lists, version };
    const former = this.items;
    const counted = countedAnswers(lists.calls);
    const twins = blockTwins(lists.blocks, lists.patches);
    const owned = new Map(own.map((row) => [row.block, row]));
    this.items = lists.blocks.map((row, index) => {
      const ownRow = owned.get(index);
      const twin = twins.get(index);
      const count = blockTokens(index, row, ownRow, counted);
      const known = former[index];
      const isSame =
        known?.row === row &&
        known.own === ownRow &&
        known.count.tokens === count.tokens &&
        known.count.by === count.by &&
        known.twin?.why === twin?.why &&
        known.twin?.of === twin?.of;
      return isSame ? known : { id: row.id, index, row, own: ownRow, count, twin };
    });
    return this.items;
  }
}
