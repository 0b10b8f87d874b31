import { estimateTokens } from './estimateTokens.ts';
import type { Message } from './message.ts';

const known = new WeakMap<Message, number>();

/** Estimated tokens of a message's text and of what its calls are given. Each message is counted once. */
export function messageTokens(message: Message): number {
  let tokens = known.get(message);
  if (tokens === undefined) {
    const calls = (message.calls ?? []).map((call) => call.arguments).join(' ');
    tokens = estimateTokens(calls === '' ? message.text : `${message.text}${calls}`);
    known.set(message, tokens);
  }
  return tokens;
}

/** Takes note of a message's tokens where they are known from its parts. */
export function noteTokens(message: Message, tokens: number): Message {
  known.set(message, tokens);
  return message;
}
