/*
 * What all model APIs ask of a conversation, done once: it begins with the user, the assistant never speaks twice in a
 * row, it ends with the user or with results, every call has exactly one result, and ids and names have the form and
 * the uniqueness that the strictest API wants. So each shape only has to write down what it is given.
 */
import type { Message, MessageCall, MessageReasoning } from '../message.ts';
import { callName, uniqueId } from './callNames.ts';

/** A call with its result. */
export interface TurnCall {
  /** 1 to 40 of the characters `A-Z a-z 0-9 _ -`, once per request. */
  readonly id: string;
  /** 1 to 64 of the same characters. */
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: string;
  /** What the tool said; may be empty. */
  readonly result: string;
  readonly failed: boolean;
}

/** What the assistant said and did. Its text is empty only where it has calls. */
export interface AssistantTurn {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls: readonly TurnCall[];
  readonly reasoning?: MessageReasoning;
}

/** One step of a conversation; its texts are never blank, except as said. */
export type Turn =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | AssistantTurn;

/**
 * Stands where an API wants the user to speak and nobody did: before an assistant that begins, between two assistant
 * messages, and after one that ends the list. The last is for summaries: an assistant at the end is a start to be
 * continued, which newer models refuse and which nobody wants of a summary. The same words stand there when the answer
 * has come in, so what a provider has cached, and the reasoning it has tied to it, stay valid.
 */
export const continuation = 'Continue.';

/** Stands for a result that was never recorded. */
export const missingResult = 'No result was recorded for this call.';

/** Whether a text holds nothing that a model could read; APIs refuse such texts. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * Turns of any list of messages. Blank texts are left out. Lone surrogates, which no request can carry, become U+FFFD.
 * A result without its call becomes a text of the user; a call without its result gets `missingResult`, as failed.
 */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const turns = new TurnList();
  for (let index = 0; index < messages.length;) {
    const message = messages[index] as Message;
    index += 1;
    if (message.role !== 'assistant') {
      turns.say(message);
      continue;
    }
    const results: Message[] = [];
    while (messages[index]?.role === 'tool') {
      results.push(messages[index] as Message);
      index += 1;
    }
    turns.answer(message, results);
  }
  return turns.done();
}

class TurnList {
  private readonly turns: Turn[] = [];
  private readonly usedIds = new Set<string>();
  /** Whether the assistant may speak: the user did, or a tool. */
  private userSpoke = false;

  say(message: Message): void {
    if (isBlank(message.text)) {
      return;
    }
    const text = message.text.toWellFormed();
    if (message.role === 'tool') {
      this.add({ role: 'user', text: `[result of ${callName(message.name ?? '')}]\n${text}` });
    } else {
      this.add({ role: message.role === 'system' ? 'system' : 'user', text });
    }
  }

  answer(message: Message, results: readonly Message[]): void {
    const left = [...results];
    const calls = (message.calls ?? []).map((call) => this.call(call, left));
    if (calls.length > 0 || !isBlank(message.text)) {
      if (!this.userSpoke) {
        this.add({ role: 'user', text: continuation });
      }
      this.turns.push({
        role: 'assistant',
        text: isBlank(message.text) ? '' : message.text.toWellFormed(),
        calls,
        ...(message.reasoning && { reasoning: wellFormed(message.reasoning) }),
      });
      this.userSpoke = calls.length > 0;
    }
    for (const result of left) {
      this.say(result);
    }
  }

  done(): Turn[] {
    if (!this.userSpoke) {
      this.add({ role: 'user', text: continuation });
    }
    return this.turns;
  }

  /** Takes the call's result out of `left`. */
  private call(call: MessageCall, left: Message[]): TurnCall {
    const index = left.findIndex((result) => result.call === call.id);
    const result = index < 0 ? undefined : left.splice(index, 1)[0];
    return {
      id: uniqueId(call.id, this.usedIds),
      name: callName(call.name),
      arguments: call.arguments.toWellFormed(),
      result: result ? result.text.toWellFormed() : missingResult,
      failed: result ? result.failed === true : true,
    };
  }

  private add(turn: Turn): void {
    this.turns.push(turn);
    this.userSpoke ||= turn.role === 'user';
  }
}

function wellFormed(reasoning: MessageReasoning): MessageReasoning {
  return { ...reasoning, text: reasoning.text.toWellFormed() };
}
