import type { Message } from '../message.ts';
import type { ArgumentsObject } from './callArguments.ts';
import { argumentsObject } from './callArguments.ts';
import type { AssistantTurn } from './turns.ts';
import { turnsOf } from './turns.ts';

/** A part of a Gemini content. */
export type GeminiPart =
  | { readonly text: string; readonly thoughtSignature?: string }
  | {
      readonly functionCall: { readonly name: string; readonly args: ArgumentsObject };
      readonly thoughtSignature?: string;
    }
  | {
      readonly functionResponse: {
        readonly name: string;
        readonly response: { readonly output: string } | { readonly error: string };
      };
    };

/** What one side says; never without parts. */
export interface GeminiContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly GeminiPart[];
}

/** What a view gives to a request of Gemini's generateContent. */
export interface GeminiRequest {
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] };
  readonly contents: readonly GeminiContent[];
}

/** The value that Google documents for calls whose signature is not known, such as those of other models. */
const unknownSignature = 'skip_thought_signature_validator';

/**
 * System texts, in their order, and contents for Gemini's generateContent. Results are a content of their own, one for
 * each call and in the order of the calls; both go without ids, which not every endpoint knows. Of reasoning the
 * signature goes back, on the first call, or on the text where there is none; its text is a summary that is for people.
 *
 * `signatures: 'required'` is for Gemini 3 and later, which refuse calls without one: where none is known, the value
 * that stands for it is put.
 */
export function geminiContents(
  messages: readonly Message[],
  options: { readonly signatures: 'required' | 'optional' },
): GeminiRequest {
  const system: { readonly text: string }[] = [];
  const contents: { role: 'user' | 'model'; parts: GeminiPart[] }[] = [];
  let joins = false;
  for (const turn of turnsOf(messages)) {
    if (turn.role === 'system') {
      system.push({ text: turn.text });
    } else if (turn.role === 'assistant') {
      contents.push({ role: 'model', parts: answer(turn, options.signatures === 'required') });
      if (turn.calls.length > 0) {
        contents.push({ role: 'user', parts: results(turn) });
      }
      joins = false;
    } else {
      const last = joins ? contents.at(-1) : undefined;
      if (last) {
        last.parts.push({ text: turn.text });
      } else {
        contents.push({ role: 'user', parts: [{ text: turn.text }] });
      }
      joins = true;
    }
  }
  return { ...(system.length > 0 && { systemInstruction: { parts: system } }), contents };
}

function answer(turn: AssistantTurn, required: boolean): GeminiPart[] {
  const known = turn.reasoning?.signature;
  const seal = (signature: string | undefined): { thoughtSignature?: string } =>
    signature ? { thoughtSignature: signature } : {};
  return [
    ...(turn.text === ''
      ? []
      : [{ text: turn.text, ...seal(turn.calls.length === 0 ? known : undefined) }]),
    ...turn.calls.map((call, index) => ({
      functionCall: { name: call.name, args: argumentsObject(call.arguments) },
      ...seal(index > 0 ? undefined : known || (required ? unknownSignature : undefined)),
    })),
  ];
}

function results(turn: AssistantTurn): GeminiPart[] {
  return turn.calls.map((call) => ({
    functionResponse: {
      name: call.name,
      response: call.failed ? { error: call.result } : { output: call.result },
    },
  }));
}
