import type { Block } from './block.ts';
import type { Entry } from './blockList.ts';
import type { ContextState } from './contextState.ts';
import { OutlineDraft, type Outline } from './outline.ts';

/** The blocks as a patch would leave them. */
export interface StagedBlocks {
  /** The block in an entry's place. */
  blockOf(entry: Entry): Block;
  /** New blocks that stand before an entry, in order. */
  before(entry: Entry): readonly Block[];
  /** Ids of the blocks that change, and of those before which new ones stand. */
  readonly touched: Iterable<string>;
}

/** Where in the order something may be rendered differently: a chain is rendered in one place or in several. */
function touchedPlaces(state: ContextState, staged: StagedBlocks): readonly number[] {
  const places = new Set<number>();
  const add = (entry: Entry | undefined): void => {
    if (entry !== undefined) {
      places.add(state.positionOf(entry.id));
    }
  };
  for (const id of staged.touched) {
    const entry = state.entryOf(id);
    // Where a block is, all that depends on it is: the answers to its calls, and the message that its reasoning goes with.
    const top = entry?.head ?? state.entryOf(entry?.block.reasoning?.parent ?? '') ?? entry;
    add(entry);
    add(top);
    top?.answers.forEach(add);
  }
  return [...places].sort((a, b) => a - b);
}

/** The first index whose place is not below this one. */
function indexOf(place: number, { places }: Outline): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Adds what is rendered at an entry's place, new blocks before it included. Gives the number of those. */
function addStaged(draft: OutlineDraft, entry: Entry, place: number, staged: StagedBlocks): number {
  let at = place;
  for (const block of staged.before(entry)) {
    if (block.visibility === 'model') {
      draft.addBlock(block, undefined, at);
    }
    at += 1;
  }
  const block = staged.blockOf(entry);
  const { head, trace } = entry;
  const follows = head !== undefined && staged.blockOf(head).visibility === 'model';
  if (block.visibility === 'model' && !follows) {
    const thought = trace === undefined ? undefined : staged.blockOf(trace);
    draft.addBlock(block, thought?.visibility === 'api_required' ? thought : undefined, at);
    for (const answer of entry.answers) {
      const result = staged.blockOf(answer);
      if (result.visibility === 'model') {
        draft.addBlock(result, undefined, at);
      }
    }
  }
  return at - place;
}

/**
 * The outline of what a patch would make of a state, from the outline of the state as it is. O(n) copies and O(log n)
 * look-ups for each block that the patch touches; no other block is looked at.
 */
export function patchedOutline(
  before: Outline,
  state: ContextState,
  staged: StagedBlocks,
): Outline {
  const draft = new OutlineDraft();
  let from = 0;
  let shift = 0;
  for (const place of touchedPlaces(state, staged)) {
    const entry = state.entries[place];
    if (entry !== undefined) {
      draft.copy(before, [from, indexOf(place, before)], shift);
      shift += addStaged(draft, entry, place + shift, staged);
      from = indexOf(place + 1, before);
    }
  }
  draft.copy(before, [from, before.ids.length], shift);
  return draft;
}
