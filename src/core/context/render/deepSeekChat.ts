import type { Message } from '../message.ts';
import type { ChatRequest } from './openAiChat.ts';
import { chatMessages } from './openAiChat.ts';

/**
 * The messages for DeepSeek's chat completions, and for others' that take reasoning back as `reasoning_content` (Kimi,
 * GLM). With thinking on, DeepSeek wants the field on every assistant message of a turn with calls and answers 400
 * without it; so a message of such a turn whose reasoning is gone, or never was, has it empty. In other turns it is
 * there where the message carries reasoning, and ignored. With thinking off there is none.
 */
export function deepSeekChat(
  messages: readonly Message[],
  options: { readonly thinking: boolean },
): ChatRequest {
  return {
    messages: chatMessages(messages, ({ reasoning }, inToolTurn) =>
      options.thinking && (reasoning ?? inToolTurn)
        ? { reasoning_content: reasoning?.text ?? '' }
        : {},
    ),
  };
}
