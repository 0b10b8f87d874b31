import type { Message, MessageCall } from '../context/message.ts';
import type { Usage } from '../context/journalEvent.ts';

/** A tool as a model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: object;
  /** Our own tools for the context, which the runtime treats apart. */
  readonly context?: 'update' | 'get';
}

/** What a model is asked. */
export interface ModelRequest {
  /** Pairs the request with its usage. */
  readonly id: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** The model has to call one of the tools; without it it may. */
  readonly required?: boolean;
}

/** A piece of a model's answer, as it comes. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: MessageCall }
  | { readonly type: 'reasoning'; readonly text: string; readonly signature?: string }
  | { readonly type: 'usage'; readonly usage: Usage };

/** A model, whatever provides it. */
export interface AgentModel {
  readonly id: string;
  readonly family: string;
  /** Tokens; absent where nobody says: then there is no budget. */
  readonly window?: number;
  /** Tokens of the window that are kept for the answer. */
  readonly reservedOutput?: number;
  /** Asks it. Throws what the provider throws; ends early when the signal aborts. */
  request(request: ModelRequest, signal: AbortSignal): AsyncIterable<AnswerPart>;
  /** Tokens of a request by the provider's own tokenizer; undefined where it has none. Never throws. */
  count?(request: ModelRequest): Promise<number | undefined>;
}

/** What came of a tool call. */
export interface ToolOutcome {
  readonly text: string;
  readonly failed: boolean;
}

/** The tools of an agent. */
export interface AgentTools {
  /** Those for the next request. */
  list(): readonly ToolSpec[];
  /** Those that the user named in the question, in order: the model is made to call each once, before all else. */
  readonly named?: readonly ToolSpec[];
  /** Runs one. A failure is an outcome; throws only when the signal aborts. */
  invoke(call: MessageCall, signal: AbortSignal): Promise<ToolOutcome>;
}

/** Where an agent shows what it does. */
export interface AgentOutput {
  text(piece: string): void;
  /** One line about what is being done. */
  progress(message: string): void;
}
