import type { Message, MessageReasoning } from '../message.ts';
import { argumentsText } from './callArguments.ts';
import { turnsOf } from './turns.ts';

/** An item of the input of OpenAI's Responses API. */
export type ResponsesItem =
  | {
      readonly type: 'message';
      readonly role: 'system' | 'user' | 'assistant';
      readonly content: string;
    }
  | {
      readonly type: 'reasoning';
      readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
      readonly encrypted_content: string;
    }
  | {
      readonly type: 'function_call';
      readonly call_id: string;
      readonly name: string;
      /** JSON object. */
      readonly arguments: string;
    }
  | { readonly type: 'function_call_output'; readonly call_id: string; readonly output: string };

/** What a view gives to a request of the Responses API. */
export interface ResponsesRequest {
  readonly input: readonly ResponsesItem[];
}

/**
 * The input for OpenAI's Responses API, for requests that keep nothing at the provider (`store: false`). Items have no
 * ids: those name what the provider keeps. Reasoning goes back where it has a signature, which is then its encrypted
 * content, always before the item that it led to; without one the API could not read it, and it is left out.
 */
export function openAiResponses(messages: readonly Message[]): ResponsesRequest {
  return {
    input: turnsOf(messages).flatMap((turn): ResponsesItem[] => {
      if (turn.role !== 'assistant') {
        return [{ type: 'message', role: turn.role, content: turn.text }];
      }
      return [
        ...reasoningItems(turn.reasoning),
        ...(turn.text === ''
          ? []
          : [{ type: 'message', role: 'assistant', content: turn.text } as const]),
        ...turn.calls.map((call) => ({
          type: 'function_call' as const,
          call_id: call.id,
          name: call.name,
          arguments: argumentsText(call.arguments),
        })),
        ...turn.calls.map((call) => ({
          type: 'function_call_output' as const,
          call_id: call.id,
          output: call.result,
        })),
      ];
    }),
  };
}

function reasoningItems(reasoning: MessageReasoning | undefined): ResponsesItem[] {
  if (!reasoning?.signature) {
    return [];
  }
  const summary = reasoning.text ? [{ type: 'summary_text' as const, text: reasoning.text }] : [];
  return [{ type: 'reasoning', summary, encrypted_content: reasoning.signature }];
}
