import { describe } from '../context/block.ts';
import { contentSize, contentText } from './contentText.ts';
import type { NewBlock } from './sessionDraft.ts';

/** A block whose text was measured and is not kept: it can wait until its place in the session is known. */
export type BlockSeed = NewBlock & {
  readonly length: number;
  readonly tokens: number;
  readonly description: string;
};

/** Measures a block's content. Where the block gives length, tokens or description itself, those are taken. */
export function seedOf(block: NewBlock, content: unknown): BlockSeed {
  const text = contentText(content);
  const { length, tokens } = contentSize(content, text);
  return { length, tokens, description: describe('', text), ...block };
}
