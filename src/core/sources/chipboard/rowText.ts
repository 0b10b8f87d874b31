import type { Block } from '../../context/block.ts';
import { contentText, renderCalls } from '../../context/renderBlock.ts';
import type { TextReader } from '../../context/texts.ts';

/** The text of a block's row: its text or its stub, then its calls with their arguments, a line each. */
export function rowText(block: Block, texts: TextReader): string {
  const text = contentText(block, texts);
  const calls = renderCalls(block, texts).map((call) => `${call.name} ${call.arguments}`);
  return [...(text === '' ? [] : [text]), ...calls].join('\n');
}
