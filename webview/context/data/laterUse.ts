import type { BlockItem } from './blockItems.ts';

/** A sign that a result was still of use: a later block that names the same. */
export interface UseSign {
  /** Index of the block. */
  readonly block: number;
  /** Turn that it came with. */
  readonly turn: number;
}

/** What is looked for in later blocks. */
export interface UseTraces {
  readonly path?: string;
  /** In lower case. */
  readonly words: readonly string[];
}

/** Letters of a word that is not there by chance. */
const longWord = /[\p{L}_][\p{L}\p{N}_-]{7,}/gu;
/** Letters of the name of a file that is not there by chance. */
const shortestName = 5;
/** Words of a text without a file that are needed to tell anything. */
const leastWords = 3;
const mostWords = 8;

/**
 * What would show that a result is used: its file, by path and name; else long words of its beginning. Undefined where
 * neither tells: it has no file, and too few such words.
 */
export function useTraces({ row }: Pick<BlockItem, 'row'>): UseTraces | undefined {
  const { path, description } = row;
  if (path !== undefined) {
    const name = path.split(/[/\\]/).at(-1)?.toLowerCase() ?? '';
    return { path, words: name.length >= shortestName ? [name] : [] };
  }
  const words = [...new Set(description.toLowerCase().match(longWord))].slice(0, mostWords);
  return words.length >= leastWords ? { words } : undefined;
}

/**
 * The last sign after a block that it was used: a call or result about its file, or a call, answer, reasoning or
 * question whose first words have one of the words. The texts themselves are not looked at, so a use may go unseen.
 * O(blocks after it).
 */
export function lastUse(
  item: BlockItem,
  traces: UseTraces,
  items: readonly BlockItem[],
): UseSign | undefined {
  for (let block = items.length - 1; block > item.index; block--) {
    const row = items[block]?.row;
    if (row === undefined || row.turn <= item.row.turn || row.standsFor !== undefined) {
      continue;
    }
    const isAbout = traces.path !== undefined && row.path === traces.path;
    const speaks =
      row.kind === 'tool_call' ||
      row.kind === 'assistant_message' ||
      row.kind === 'reasoning_trace' ||
      row.kind === 'user_message';
    const text = speaks && traces.words.length > 0 ? row.description.toLowerCase() : '';
    if (isAbout || (text !== '' && traces.words.some((word) => text.includes(word)))) {
      return { block, turn: row.turn };
    }
  }
  return undefined;
}
