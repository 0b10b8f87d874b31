import type { Block } from './block.ts';
import { tokensOf } from './block.ts';
import type { BlockReader, ContextState } from './contextState.ts';
import type { CacheEffect, PatchView } from './journalEvent.ts';

/** A view without its texts: what is in it, in the order in which it is rendered. */
export interface Outline {
  readonly ids: readonly string[];
  /** A number per block that is another one whenever the block is rendered differently. */
  readonly prints: Float64Array;
  readonly tokens: Float64Array;
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

function* inOrder(
  state: ContextState,
  order: readonly string[],
  reader: BlockReader,
): Generator<Block> {
  for (const id of order) {
    const block = reader.get(id);
    if (block?.visibility !== 'model') {
      continue;
    }
    const head = block.result?.head;
    if (head === undefined || reader.get(head)?.visibility !== 'model') {
      yield block;
      // Results follow their head at once, whatever came in between: model APIs want it so.
      for (const answer of block.calls === undefined ? [] : state.resultsOf(id)) {
        const result = reader.get(answer);
        if (result?.visibility === 'model') {
          yield result;
        }
      }
    }
  }
}

/** The visible blocks in the order in which the plain layout renders them. O(n). */
export function visibleBlocks(state: ContextState): Block[] {
  return [...inOrder(state, state.order, state)];
}

/** The outline of a state, or of what a patch would make of it. O(n). */
export function outlineOf(
  state: ContextState,
  order: readonly string[] = state.order,
  reader: BlockReader = state,
): Outline {
  const ids: string[] = [];
  const prints: number[] = [];
  const tokens: number[] = [];
  for (const block of inOrder(state, order, reader)) {
    const traceId = state.traceOf(block.id);
    const trace = traceId === undefined ? undefined : reader.get(traceId);
    const carried = trace?.visibility === 'api_required' ? trace : undefined;
    ids.push(block.id);
    prints.push(printOf(block) + (carried === undefined ? 0 : printOf(carried)));
    tokens.push(tokensOf(block) + (carried === undefined ? 0 : tokensOf(carried)));
  }
  return { ids, prints: Float64Array.from(prints), tokens: Float64Array.from(tokens) };
}

/** Sum and hash of an outline. */
export function viewOf({ prints, tokens }: Outline): PatchView {
  let total = 0;
  let low = prints.length;
  let high = 0x51ed270b;
  for (const [index, print] of prints.entries()) {
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
