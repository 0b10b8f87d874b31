import type { Block } from '../block.ts';

/**
 * Divides blocks into what must stay together: a head with calls, the reasoning before it and the results after it.
 * Any other block stands alone, and so does a result or reasoning whose head is not among the blocks. Groups are in the
 * order of their heads; each is reasoning, head, results. Ids are unique. Linear.
 */
export function chainGroups(blocks: readonly Block[]): (readonly Block[])[] {
  const places = new Map(blocks.map((block, index) => [block.id, index]));
  const before = new Map<number, Block[]>();
  const after = new Map<number, Block[]>();
  const heads: number[] = [];
  for (const [index, block] of blocks.entries()) {
    const head = headPlace(blocks, places, index);
    if (head === undefined) {
      heads.push(index);
    } else {
      const side = block.result === undefined ? before : after;
      const list = side.get(head) ?? [];
      list.push(block);
      side.set(head, list);
    }
  }
  return heads.map((index) => [
    ...(before.get(index) ?? []),
    ...blocks.slice(index, index + 1),
    ...(after.get(index) ?? []),
  ]);
}

/** Index of the head that a block goes with; undefined if it goes with none. */
function headPlace(
  blocks: readonly Block[],
  places: ReadonlyMap<string, number>,
  index: number,
): number | undefined {
  const block = blocks[index];
  const owner = block?.result?.head ?? block?.reasoning?.parent;
  const place = owner === undefined ? undefined : places.get(owner);
  const head = place === undefined ? undefined : blocks[place];
  if (place === undefined || head === undefined || isAttached(head)) {
    return undefined;
  }
  // A result goes with a head before it only: models refuse the other order, so nothing may rely on it.
  return block?.result !== undefined && place >= index ? undefined : place;
}

function isAttached(block: Block): boolean {
  return block.result !== undefined || block.reasoning !== undefined;
}
