import { estimateTokens } from '../context/estimateTokens.ts';
import type { Message } from '../context/message.ts';
import type { Outline } from '../context/outline.ts';
import type { ToolSpec } from './agentModel.ts';

/** Tokens that an API adds around each message. */
const perMessage = 4;

/** A list of blocks is as long as a book, and is measured several times before a request. */
const known = new WeakMap<Message | ToolSpec, number>();

function counted<T extends Message | ToolSpec>(each: T, text: (each: T) => string): number {
  let tokens = known.get(each);
  if (tokens === undefined) {
    tokens = estimateTokens(text(each));
    known.set(each, tokens);
  }
  return tokens;
}

function textOfTool({ name, description, schema }: ToolSpec): string {
  return `${name} ${description} ${JSON.stringify(schema)}`;
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
    tokens += counted(message, ({ text }) => text);
  }
  for (const tool of tools) {
    tokens += counted(tool, textOfTool);
  }
  return tokens;
}
