import type { Message } from '../message.ts';
import { argumentsText } from './callArguments.ts';
import type { AssistantTurn } from './turns.ts';
import { turnsOf } from './turns.ts';

/** A tool call of a chat message. */
export interface ChatCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** JSON object. */
    readonly arguments: string;
  };
}

/** An assistant's message. */
export interface ChatAnswer {
  readonly role: 'assistant';
  /** null where there are only calls. */
  readonly content: string | null;
  readonly tool_calls?: readonly ChatCall[];
  /** Only with APIs that want it back. */
  readonly reasoning_content?: string;
}

/** A message of OpenAI's chat completions. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | ChatAnswer
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** What a view gives to a chat completion request. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
}

/**
 * The messages for OpenAI's chat completions, and for others' that are like them. System texts stay where they are.
 * Reasoning is left out, since the API has no place for it; so is the mark that a call failed.
 */
export function openAiChat(messages: readonly Message[]): ChatRequest {
  return { messages: chatMessages(messages, () => ({})) };
}

/**
 * Messages like `openAiChat`'s, with what `extra` adds to each of the assistant's: it is given the turn and whether any
 * of the assistant's messages between the same two of the user's has calls.
 */
export function chatMessages(
  messages: readonly Message[],
  extra: (turn: AssistantTurn, inToolTurn: boolean) => Pick<ChatAnswer, 'reasoning_content'>,
): ChatMessage[] {
  const turns = turnsOf(messages);
  let inToolTurn = false;
  return turns.flatMap((turn): ChatMessage[] => {
    if (turn.role !== 'assistant') {
      inToolTurn &&= turn.role !== 'user';
      return [{ role: turn.role, content: turn.text }];
    }
    // The assistant speaks twice without the user only after calls: where a turn has calls, its first message has.
    inToolTurn ||= turn.calls.length > 0;
    return [answer(turn, extra(turn, inToolTurn)), ...results(turn)];
  });
}

function answer(turn: AssistantTurn, extra: Pick<ChatAnswer, 'reasoning_content'>): ChatAnswer {
  return {
    role: 'assistant',
    content: turn.text || null,
    ...(turn.calls.length > 0 && {
      tool_calls: turn.calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: argumentsText(call.arguments) },
      })),
    }),
    ...extra,
  };
}

function results(turn: AssistantTurn): ChatMessage[] {
  return turn.calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: call.result }));
}
