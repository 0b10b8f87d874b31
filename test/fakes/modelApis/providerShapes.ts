import type { Message } from '../../../src/core/context/message.ts';
import { anthropicMessages } from '../../../src/core/context/render/anthropicMessages.ts';
import { deepSeekChat } from '../../../src/core/context/render/deepSeekChat.ts';
import { geminiContents } from '../../../src/core/context/render/geminiContents.ts';
import { openAiChat } from '../../../src/core/context/render/openAiChat.ts';
import { openAiResponses } from '../../../src/core/context/render/openAiResponses.ts';
import { anthropicViolations } from './anthropicMessages.ts';
import { deepSeekChatViolations } from './deepSeekChat.ts';
import { geminiViolations } from './geminiContents.ts';
import { openAiChatViolations } from './openAiChat.ts';
import { openAiResponsesViolations } from './openAiResponses.ts';
import type { Violation } from './wire.ts';

/** How a provider's request is made of a view, and what the provider refuses. */
export interface ProviderShape {
  readonly render: (messages: readonly Message[]) => object;
  readonly check: (request: object) => Violation[];
  /** Whether a message's reasoning is in the request as a text. */
  readonly hasReasoning: (reasoning: NonNullable<Message['reasoning']>) => boolean;
}

/** The shapes of all providers, in all their ways, by name. */
export const providerShapes: Readonly<Record<string, ProviderShape>> = {
  'OpenAI chat': {
    render: openAiChat,
    check: openAiChatViolations,
    hasReasoning: () => false,
  },
  'OpenAI Responses': {
    render: openAiResponses,
    check: openAiResponsesViolations,
    hasReasoning: ({ signature }) => signature !== undefined,
  },
  'DeepSeek with thinking': {
    render: (messages) => deepSeekChat(messages, { thinking: true }),
    check: (request) => deepSeekChatViolations(request, { thinking: true }),
    hasReasoning: () => true,
  },
  'DeepSeek without thinking': {
    render: (messages) => deepSeekChat(messages, { thinking: false }),
    check: (request) => deepSeekChatViolations(request, { thinking: false }),
    hasReasoning: () => false,
  },
  'Anthropic with thinking': {
    render: (messages) => anthropicMessages(messages, { thinking: true }),
    check: (request) => anthropicViolations(request, { thinking: 'adaptive' }),
    hasReasoning: ({ signature }) => signature !== undefined,
  },
  'Anthropic without thinking': {
    render: (messages) => anthropicMessages(messages, { thinking: false }),
    check: (request) => anthropicViolations(request, { thinking: 'off' }),
    hasReasoning: () => false,
  },
  'Gemini 2': {
    render: (messages) => geminiContents(messages, { signatures: 'optional' }),
    check: (request) => geminiViolations(request, { signatures: 'optional' }),
    hasReasoning: () => false,
  },
  'Gemini 3': {
    render: (messages) => geminiContents(messages, { signatures: 'required' }),
    check: (request) => geminiViolations(request, { signatures: 'required' }),
    hasReasoning: () => false,
  },
};
