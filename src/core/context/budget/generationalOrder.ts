import type { Block } from '../block.ts';
import { isInline } from '../block.ts';
import { chainGroups } from './chainGroups.ts';
import { bulkyTokens } from './stub.ts';

/** Blocks in the order of a generational rendering: all of the prefix, then all of the tail. */
export interface GenerationalOrder {
  /** In the order in which they came. */
  readonly prefix: readonly Block[];
  /** Chains with bulky results: those with a text in the view, newest first; then retired ones by generation. */
  readonly tail: readonly Block[];
}

/** What can be set. */
export interface GenerationalOptions {
  /** Tokens from which an inline tool result takes its chain to the tail; 300 if absent. */
  readonly bulky?: number;
}

/**
 * Orders visible blocks so that offloading changes the end of a request only: the prefix stays as it is, and the oldest
 * chain of the tail, which goes first, stands next to those that went before. A chain is never split: each head is
 * followed at once by its results. `blocks` are in the order in which they came. O(n log n).
 */
export function generationalOrder(
  blocks: readonly Block[],
  { bulky = bulkyTokens }: GenerationalOptions = {},
): GenerationalOrder {
  const prefix: Block[] = [];
  const fresh: (readonly Block[])[] = [];
  const retired: { readonly group: readonly Block[]; readonly generation: number }[] = [];
  for (const group of chainGroups(blocks)) {
    if (group.some((block) => isBulky(block, bulky))) {
      fresh.push(group);
    } else if (group.some(isRetired)) {
      retired.push({ group, generation: generationOf(group) });
    } else {
      prefix.push(...group);
    }
  }
  retired.sort((a, b) => a.generation - b.generation);
  const tail = [...fresh.reverse(), ...retired.map(({ group }) => group)].flat();
  return { prefix, tail };
}

/** By the estimate, though there may be an exact count: that one comes later, and a block must not move for it. */
function isBulky(block: Block, bulky: number): boolean {
  return block.kind === 'tool_result' && isInline(block) && block.tokens.estimate >= bulky;
}

/** However small its stub: a block that retired never goes back to the prefix. */
function isRetired(block: Block): boolean {
  return block.kind === 'tool_result' && !isInline(block);
}

/** A chain has retired with the last of its results; one without number did so before there were numbers. */
function generationOf(group: readonly Block[]): number {
  return group.reduce((most, { generation }) => Math.max(most, generation), 0);
}
