import type { Message } from '../context/message.ts';
import { messageTokens } from '../context/messageTokens.ts';

function isEqual(a: Message, b: Message): boolean {
  return (
    a === b ||
    (a.role === b.role &&
      a.text === b.text &&
      a.call === b.call &&
      JSON.stringify(a.calls) === JSON.stringify(b.calls) &&
      JSON.stringify(a.reasoning) === JSON.stringify(b.reasoning))
  );
}

/**
 * Estimated tokens of the longest common start of two requests, in whole messages: what a cache of prefixes could have
 * read. O(messages), as long as they are the same objects or differ.
 */
export function commonPrefixTokens(before: readonly Message[], after: readonly Message[]): number {
  let tokens = 0;
  for (const [index, message] of after.entries()) {
    const former = before[index];
    if (former === undefined || !isEqual(former, message)) {
      break;
    }
    tokens += messageTokens(message);
  }
  return tokens;
}
