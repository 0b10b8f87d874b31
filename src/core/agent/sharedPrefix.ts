import { estimateTokens } from '../context/estimateTokens.ts';
import type { Message } from '../context/message.ts';

function isEqual(a: Message, b: Message): boolean {
  return (
    a.role === b.role &&
    a.text === b.text &&
    a.call === b.call &&
    JSON.stringify(a.calls) === JSON.stringify(b.calls) &&
    JSON.stringify(a.reasoning) === JSON.stringify(b.reasoning)
  );
}

function textOf(message: Message): string {
  const calls = (message.calls ?? []).map((call) => call.arguments).join(' ');
  return `${message.text}${calls}`;
}

/**
 * Estimated tokens of the longest common start of two requests, in whole messages: what a cache of prefixes could have
 * read. O(common texts).
 */
export function commonPrefixTokens(before: readonly Message[], after: readonly Message[]): number {
  let tokens = 0;
  for (const [index, message] of after.entries()) {
    const former = before[index];
    if (former === undefined || !isEqual(former, message)) {
      break;
    }
    tokens += estimateTokens(textOf(message));
  }
  return tokens;
}
