import type { Block } from './block.ts';
import { tokensOf } from './block.ts';
import type { Entry } from './blockList.ts';
import type { ContextState } from './contextState.ts';
import type { CacheEffect, PatchView } from './journalEvent.ts';

/** A view without its texts: what is in it, in the order in which it is rendered. */
export interface Outline {
  readonly ids: readonly string[];
  /** A number per block that is another one whenever the block is rendered differently. */
  readonly prints: readonly number[];
  readonly tokens: readonly number[];
  /** Places in the order of the context, ascending; of an answer that follows its head, the head's. */
  readonly places: readonly number[];
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

/** An artifact's text never changes, so what a block is rendered from tells one rendering from another. */
function printOf(block: Block): number {
  const { id, kind, content, sources, calls, result, reasoning } = block;
  return hashOf(JSON.stringify([id, kind, content, sources, calls, result, reasoning]));
}

/** The print of the block in an entry's place. It is kept there: to make it takes longer than all else. */
function printAt(entry: Entry): number {
  entry.print ??= printOf(entry.block);
  return entry.print;
}

/** Blocks from which a run is copied as a whole: to begin a copy costs as much as what is there already. */
const longRun = 1000;

/** An outline that is being made. */
export class OutlineDraft implements Outline {
  ids: string[] = [];
  prints: number[] = [];
  tokens: number[] = [];
  places: number[] = [];

  /** Adds a visible block as it is, with the reasoning that goes back with it. */
  addEntry(entry: Entry, trace: Entry | undefined, place: number): void {
    const { block } = entry;
    this.ids.push(block.id);
    this.places.push(place);
    if (trace === undefined) {
      this.prints.push(printAt(entry));
      this.tokens.push(tokensOf(block));
    } else {
      this.prints.push(printAt(entry) + printAt(trace));
      this.tokens.push(tokensOf(block) + tokensOf(trace.block));
    }
  }

  /** Adds a visible block as it would be. */
  addBlock(block: Block, trace: Block | undefined, place: number): void {
    this.ids.push(block.id);
    this.places.push(place);
    this.prints.push(printOf(block) + (trace === undefined ? 0 : printOf(trace)));
    this.tokens.push(tokensOf(block) + (trace === undefined ? 0 : tokensOf(trace)));
  }

  /** Adds what stands in another outline from one index to before another, `shift` places later. */
  copy(other: Outline, range: readonly [from: number, to: number], shift: number): void {
    const [from, to] = range;
    if (to - from > longRun) {
      // Many times faster than one by one, where that is most of an outline.
      this.ids = this.ids.concat(other.ids.slice(from, to));
      this.prints = this.prints.concat(other.prints.slice(from, to));
      this.tokens = this.tokens.concat(other.tokens.slice(from, to));
      const places = other.places.slice(from, to);
      this.places = this.places.concat(shift === 0 ? places : places.map((each) => each + shift));
      return;
    }
    for (let index = from; index < to; index += 1) {
      this.ids.push(other.ids[index] ?? '');
      this.prints.push(other.prints[index] ?? 0);
      this.tokens.push(other.tokens[index] ?? 0);
      this.places.push((other.places[index] ?? 0) + shift);
    }
  }
}

/** Calls back for each visible block in the order in which the plain layout renders them. */
function eachVisible(
  state: ContextState,
  visit: (entry: Entry, trace: Entry | undefined, place: number) => void,
): void {
  for (const [place, entry] of state.entries.entries()) {
    const { block, head, trace } = entry;
    if (block.visibility !== 'model' || head?.block.visibility === 'model') {
      continue;
    }
    visit(entry, trace?.block.visibility === 'api_required' ? trace : undefined, place);
    // Results follow their head at once, whatever came in between: model APIs want it so.
    for (const answer of entry.answers) {
      if (answer.block.visibility === 'model') {
        visit(answer, undefined, place);
      }
    }
  }
}

/** The entries of the visible blocks in the order in which the plain layout renders them. O(n). */
export function visibleEntries(state: ContextState): Entry[] {
  const entries: Entry[] = [];
  eachVisible(state, (entry) => entries.push(entry));
  return entries;
}

/** The visible blocks in the order in which the plain layout renders them. O(n). */
export function visibleBlocks(state: ContextState): Block[] {
  const blocks: Block[] = [];
  eachVisible(state, ({ block }) => blocks.push(block));
  return blocks;
}

/** The outline of a state. O(n). */
export function outlineOf(state: ContextState): Outline {
  const draft = new OutlineDraft();
  eachVisible(state, (...shown) => draft.addEntry(...shown));
  return draft;
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
