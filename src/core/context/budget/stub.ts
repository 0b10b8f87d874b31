import type { Block } from '../block.ts';
import { uriOf } from '../block.ts';
import { estimateTokens } from '../estimateTokens.ts';
import type { Operation } from '../operations.ts';

/** What stands in the view for a text that was offloaded. */
export type Replacement = Extract<Operation, { op: 'payload_offload' }>['replaceWith'];

/** Tokens from which a tool result is worth a stub. */
export const bulkyTokens = 300;

/** Characters of a text that its stub repeats. */
export const stubBeginning = 300;

/** Says who took a text out of the view, and why. */
export const stubNotice =
  'Chipboard moved this result out of the context because the context was nearly full. Nothing is lost. It begins:';

const stubHint = 'Read it with artifact-get when you need more than its beginning.';

/** Tokens of the words that rendering puts around a stub: its marker, its block's tag, the message itself. */
const frameTokens = 16;

/** The stub that the runtime writes for a block whose text begins like that; `beginning` may be the whole text. */
export function stubFor(block: Block, beginning: string): Replacement {
  return {
    description: block.description.trim() === '' ? 'Tool result' : block.description,
    summary: `${stubNotice}\n${cutAt(beginning, stubBeginning)}`,
    hint: stubHint,
  };
}

/** Estimated tokens that a block adds to a request once a stub stands for its text. */
export function stubTokens(block: Block, { summary, hint }: Replacement): number {
  const address = uriOf(block.content.artifact);
  return frameTokens + estimateTokens(`${block.id} ${address} ${hint}`) + estimateTokens(summary);
}

/** The first characters, with an ellipsis if there are more; never half of a pair. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const last = text.charCodeAt(length - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}…`;
}
