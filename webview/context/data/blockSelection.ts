import type { ListEntry } from '../../data/listView.ts';
import { ListView } from '../../data/listView.ts';
import type { ListState } from '../../data/uiState.ts';
import type { BlockItem } from './blockItems.ts';
import type { BlockScope } from './blockRules.ts';
import { blockRules, isInScope } from './blockRules.ts';
import type { BlockStates } from './blockStates.ts';

/** What the lines of the list are made for. */
export interface BlocksChoice {
  readonly items: readonly BlockItem[];
  readonly states: BlockStates;
  readonly list: ListState;
  readonly scope: BlockScope;
  /** Ids of blocks whose contents have the words of the search; undefined while that is not known. */
  readonly hits: ReadonlySet<string> | undefined;
}

/** How many blocks something is, and how many tokens, by the best count of each. */
export interface BlockSum {
  readonly blocks: number;
  readonly tokens: number;
}

/** The lines of the list of blocks as a person sees them now. */
export class BlockSelection {
  entries: readonly ListEntry<BlockItem>[] = [];
  /** Of the rows that are listed, folded ones too. */
  sum: BlockSum = { blocks: 0, tokens: 0 };
  private readonly view = new ListView(blockRules);
  private madeFor: readonly unknown[] = [];
  private itemsFor: readonly BlockItem[] = [];
  private version = 0;

  /** Makes the lines anew if anything they are made for is another; true if it did. O(blocks). */
  update({ items, states, list, scope, hits }: BlocksChoice): boolean {
    const { search, sort, group, closed } = list;
    const madeFor = [items, states, search, sort, group, closed, scope, hits];
    if (madeFor.every((part, index) => part === this.madeFor[index])) {
      return false;
    }
    this.madeFor = madeFor;
    if (items !== this.itemsFor) {
      this.itemsFor = items;
      this.version++;
    }
    const choice = {
      ...{ search, sort, group, closed: new Set(closed) },
      ...(hits === undefined ? {} : { hits }),
    };
    const rows = this.view
      .rows(items, this.version, choice)
      .filter((item) => isInScope(item, scope, states));
    this.entries = this.view.entries(rows, choice);
    this.sum = {
      blocks: rows.length,
      tokens: rows.reduce((sum, { count }) => sum + count.tokens, 0),
    };
    return true;
  }

  /** Line of a block; -1 if it is not listed or folded away. */
  lineOf(block: number | undefined): number {
    return block === undefined
      ? -1
      : this.entries.findIndex((entry) => entry.kind === 'row' && entry.row.index === block);
  }
}
