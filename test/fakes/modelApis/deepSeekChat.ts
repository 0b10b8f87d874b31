import { openAiChatViolations } from './openAiChat.ts';
import type { Violation } from './wire.ts';
import { objectsOf, onTheWire, Violations } from './wire.ts';

/**
 * What DeepSeek's chat completions refuse: what OpenAI's do; with thinking on also an assistant message without
 * `reasoning_content` between two user messages of which any assistant message has calls. An empty one is taken.
 */
export function deepSeekChatViolations(
  request: unknown,
  options: { readonly thinking: boolean },
): Violation[] {
  const found = new Violations();
  let silent: string[] = [];
  let calls = false;
  const close = (): void => {
    for (const at of calls && options.thinking ? silent : []) {
      found.expect(false, 'reasoning_missing', at);
    }
    silent = [];
    calls = false;
  };
  objectsOf(onTheWire(request).messages).forEach((message, index) => {
    if (message.role === 'user') {
      close();
    } else if (message.role === 'assistant') {
      calls ||= message.tool_calls !== undefined;
      if (typeof message.reasoning_content !== 'string') {
        silent.push(`messages[${index}]`);
      }
    }
  });
  close();
  return [...openAiChatViolations(request), ...found.list];
}
