import type { Block } from '../block.ts';

/**
 * Divides blocks into what must stay together: a head with calls, the reasoning before it and the results after it.
 * Any other block stands alone, and so does a result or reasoning whose head is not among the blocks; a result also
 * where its head comes later, since models refuse that order. Groups are in the order of their heads; each is
 * reasoning, head, results. Ids are unique. Linear.
 */
export function chainGroups(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const groups: Block[][] = [];
  const byHead = new Map<string, Block[]>();
  /** Reasoning that came before its head, by head: a group of its own until the head comes. */
  const waiting = new Map<string, Block[]>();
  const begin = (block: Block): Block[] => {
    const group = [block];
    groups.push(group);
    return group;
  };
  for (const block of blocks) {
    if (block.result !== undefined) {
      const chain = byHead.get(block.result.head ?? '');
      if (chain === undefined) {
        begin(block);
      } else {
        chain.push(block);
      }
    } else if (block.reasoning !== undefined) {
      const { parent } = block.reasoning;
      const chain = byHead.get(parent);
      const early = waiting.get(parent);
      if (chain !== undefined) {
        const head = chain.findIndex(({ id }) => id === parent);
        chain.splice(head, 0, block);
      } else if (early !== undefined) {
        early.push(block);
      } else {
        waiting.set(parent, begin(block));
      }
    } else {
      const group = begin(block);
      if (block.role === 'assistant') {
        byHead.set(block.id, group);
        group.unshift(...(waiting.get(block.id)?.splice(0) ?? []));
      }
    }
  }
  return waiting.size === 0 ? groups : groups.filter((group) => group.length > 0);
}
