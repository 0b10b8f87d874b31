import type { Message } from '../message.ts';
import type { ArgumentsObject } from './callArguments.ts';
import { argumentsObject } from './callArguments.ts';
import type { AssistantTurn, TurnCall } from './turns.ts';
import { isBlank, turnsOf } from './turns.ts';

/** A text, never blank. */
export interface AnthropicText {
  readonly type: 'text';
  readonly text: string;
}

/** A part of an Anthropic message. */
export type AnthropicBlock =
  | AnthropicText
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: ArgumentsObject;
    }
  | {
      readonly type: 'tool_result';
      readonly tool_use_id: string;
      readonly content?: string;
      readonly is_error?: true;
    };

/** A message; roles alternate, beginning and ending with `user`. */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly AnthropicBlock[];
}

/** What a view gives to a request of Anthropic's Messages API. */
export interface AnthropicRequest {
  readonly system?: readonly AnthropicText[];
  readonly messages: readonly AnthropicMessage[];
}

/** Stands for what a failed tool did not say: the API wants a failure to have a text. */
const failedSilently = 'The tool failed and said nothing.';

/**
 * System texts, in their order, and messages for Anthropic's Messages API. What the user says one after the other is
 * one message, with the results of the assistant's calls at its head. A later system text is put with the first ones,
 * where it changes the prompt from its start: models before Opus 4.8 take none among the messages.
 *
 * With `thinking`, reasoning that has a signature goes back as it came, before text and calls; what has none would be
 * refused, and is left out. Without it there is none, since a request that has thinking off may not carry any.
 */
export function anthropicMessages(
  messages: readonly Message[],
  options: { readonly thinking: boolean },
): AnthropicRequest {
  const system: AnthropicText[] = [];
  const rendered: { role: 'user' | 'assistant'; content: AnthropicBlock[] }[] = [];
  const asUser = (blocks: readonly AnthropicBlock[]): void => {
    const last = rendered.at(-1);
    if (last?.role === 'user') {
      last.content.push(...blocks);
    } else {
      rendered.push({ role: 'user', content: [...blocks] });
    }
  };
  for (const turn of turnsOf(messages)) {
    if (turn.role === 'system') {
      system.push({ type: 'text', text: turn.text });
    } else if (turn.role === 'user') {
      asUser([{ type: 'text', text: turn.text }]);
    } else {
      rendered.push({ role: 'assistant', content: answer(turn, options.thinking) });
      if (turn.calls.length > 0) {
        asUser(turn.calls.map(result));
      }
    }
  }
  return { ...(system.length > 0 && { system }), messages: rendered };
}

function answer(turn: AssistantTurn, thinking: boolean): AnthropicBlock[] {
  const { reasoning, text, calls } = turn;
  const blocks: AnthropicBlock[] = [];
  if (thinking && reasoning?.signature) {
    // The text may be empty: some models give the signature alone.
    blocks.push({ type: 'thinking', thinking: reasoning.text, signature: reasoning.signature });
  }
  if (text !== '') {
    blocks.push({ type: 'text', text });
  }
  for (const call of calls) {
    const input = argumentsObject(call.arguments);
    blocks.push({ type: 'tool_use', id: call.id, name: call.name, input });
  }
  return blocks;
}

function result(call: TurnCall): AnthropicBlock {
  const content = isBlank(call.result) ? (call.failed ? failedSilently : '') : call.result;
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    ...(content !== '' && { content }),
    ...(call.failed && { is_error: true }),
  };
}
