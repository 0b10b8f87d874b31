import { estimateTokens } from '../context/estimateTokens.ts';
import type { Message } from '../context/message.ts';
import { messageTokens } from '../context/messageTokens.ts';
import type { Outline } from '../context/outline.ts';
import type { ToolSpec } from './agentModel.ts';

/** Tokens that an API adds around each message. */
const perMessage = 4;

const known = new WeakMap<ToolSpec, number>();

function toolTokens(tool: ToolSpec): number {
  let tokens = known.get(tool);
  if (tokens === undefined) {
    tokens = estimateTokens(`${tool.name} ${tool.description} ${JSON.stringify(tool.schema)}`);
    known.set(tool, tokens);
  }
  return tokens;
}

/**
 * Tokens of a request: the counts of its blocks, of what is made for it alone, and of its tools. To be calibrated.
 * O(blocks + tools); texts of blocks are not read.
 */
export function requestSize(
  outline: Outline,
  once: readonly Message[],
  tools: readonly ToolSpec[],
): number {
  let tokens = perMessage * (outline.tokens.length + once.length);
  for (const each of outline.tokens) {
    tokens += each;
  }
  for (const message of once) {
    tokens += messageTokens(message);
  }
  for (const tool of tools) {
    tokens += toolTokens(tool);
  }
  return tokens;
}
