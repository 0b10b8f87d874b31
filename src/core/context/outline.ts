import type { Block } from './block.ts';
import { tokensOf } from './block.ts';
import type { ContextState, Entry } from './contextState.ts';
import type { CacheEffect, PatchView } from './journalEvent.ts';

/** A view without its texts: what is in it, in the order in which it is rendered. */
export interface Outline {
  readonly ids: readonly string[];
  /** A number per block that is another one whenever the block is rendered differently. */
  readonly prints: readonly number[];
  readonly tokens: readonly number[];
}

/** 53-bit hash of a text, in steps of `Math.imul` as in common non-cryptographic hashes. */
function hashOf(text: string): number {
  let low = 0x9e3779b9;
  let high = 0x7f4a7c15;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    high = Math.imul(high ^ unit, 0xc2b2ae35);
    low ^= low >>> 15;
    high ^= high >>> 13;
  }
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

const known = new WeakMap<Block, number>();

/** An artifact's text never changes, so what a block is rendered from tells one rendering from another. */
function printOf(block: Block): number {
  let print = known.get(block);
  if (print === undefined) {
    const { id, kind, content, sources, calls, result, reasoning } = block;
    print = hashOf(JSON.stringify([id, kind, content, sources, calls, result, reasoning]));
    known.set(block, print);
  }
  return print;
}

/** The blocks as a patch would leave them. */
export interface StagedBlocks {
  /** The block in an entry's place. */
  blockOf(entry: Entry): Block;
  /** New blocks that stand before an entry. */
  before(entry: Entry): readonly Block[];
}

const asTheyAre: StagedBlocks = { blockOf: (entry) => entry.block, before: () => [] };

/** Calls back for each visible block in the order in which the plain layout renders them. */
function eachVisible(
  state: ContextState,
  staged: StagedBlocks,
  visit: (block: Block, trace: Block | undefined) => void,
): void {
  for (const entry of state.entries) {
    for (const block of staged.before(entry)) {
      if (block.visibility === 'model') {
        visit(block, undefined);
      }
    }
    const block = staged.blockOf(entry);
    if (block.visibility !== 'model') {
      continue;
    }
    if (entry.head !== undefined && staged.blockOf(entry.head).visibility === 'model') {
      continue;
    }
    const trace = entry.trace === undefined ? undefined : staged.blockOf(entry.trace);
    visit(block, trace?.visibility === 'api_required' ? trace : undefined);
    // Results follow their head at once, whatever came in between: model APIs want it so.
    for (const answer of entry.answers) {
      const result = staged.blockOf(answer);
      if (result.visibility === 'model') {
        visit(result, undefined);
      }
    }
  }
}

/** The visible blocks in the order in which the plain layout renders them. O(n). */
export function visibleBlocks(state: ContextState): Block[] {
  const blocks: Block[] = [];
  eachVisible(state, asTheyAre, (block) => blocks.push(block));
  return blocks;
}

/** The outline of a state, or of what a patch would make of it. O(n). */
export function outlineOf(state: ContextState, staged: StagedBlocks = asTheyAre): Outline {
  const ids: string[] = [];
  const prints: number[] = [];
  const tokens: number[] = [];
  eachVisible(state, staged, (block, trace) => {
    ids.push(block.id);
    prints.push(printOf(block) + (trace === undefined ? 0 : printOf(trace)));
    tokens.push(tokensOf(block) + (trace === undefined ? 0 : tokensOf(trace)));
  });
  return { ids, prints, tokens };
}

/** Sum and hash of an outline. */
export function viewOf({ prints, tokens }: Outline): PatchView {
  let total = 0;
  let low = prints.length;
  let high = 0x51ed270b;
  for (let index = 0; index < prints.length; index += 1) {
    const print = prints[index] ?? 0;
    total += tokens[index] ?? 0;
    low = Math.imul(low ^ print, 0x85ebca6b) ^ (high >>> 7);
    high = Math.imul(high ^ Math.floor(print / 0x100000000), 0xc2b2ae35) ^ (low >>> 9);
  }
  const digits = (part: number): string => (part >>> 0).toString(16).padStart(8, '0');
  return { tokens: total, hash: digits(high) + digits(low) };
}

/** What a change of the view does to a cache of its start; undefined if it only grows at its end. */
export function cacheEffectOf(before: Outline, after: Outline): CacheEffect | undefined {
  let index = 0;
  while (index < before.prints.length && before.prints[index] === after.prints[index]) {
    index += 1;
  }
  if (index === before.prints.length) {
    return undefined;
  }
  let invalidatedTokens = 0;
  for (let rest = index; rest < before.tokens.length; rest += 1) {
    invalidatedTokens += before.tokens[rest] ?? 0;
  }
  return { firstChangedIndex: index, invalidatedTokens };
}
