import type { ArtifactKey, Block } from './block.ts';

/** The texts at hand. What is in the view is always there, as far as it could be read. */
export interface TextReader {
  /** Undefined if the text is not loaded, or was lost. */
  get(artifact: ArtifactKey): string | undefined;
}

/** What stands for a text that the store has lost; the view stays whole. */
export const lostText = '[This text is gone from the store.]';

/** Names of the texts that a block's rendering in the view needs. */
export function textsOf(block: Block): readonly ArtifactKey[] {
  const { content } = block;
  const names = [content.form === 'inline' ? content.artifact : content.stub];
  return block.calls === undefined ? names : [...names, block.calls.artifact];
}
