/** A tool as a request offers it to the model. */
export interface OfferedTool {
  readonly name: string;
  /** The group it is in, where the wire format has groups. */
  readonly namespace?: string;
}

/** One entry of a conversation, as far as a scripted model cares: what the user said, or what a tool answered. */
export type Turn = { readonly user: string } | { readonly result: string };

/** A request in one form for all wire formats. */
export interface Conversation {
  readonly tools: readonly OfferedTool[];
  readonly turns: readonly Turn[];
  /** Whether the answer is to come piece by piece. */
  readonly stream: boolean;
}

/** What a model answers: a call of one tool, or its last words. */
export type ModelMove =
  | {
      readonly kind: 'call';
      readonly tool: OfferedTool;
      /** The arguments as JSON. */
      readonly json: string;
    }
  | { readonly kind: 'say'; readonly text: string };

/** What a model says that an answer took, in tokens. */
export interface SaidUsage {
  readonly input: number;
  readonly output: number;
}

/** What is said of the answer with an id, which is a whole number: another input and output for each. */
export function usageOf(id: string): SaidUsage {
  return { input: 1000 + 10 * Number(id), output: 5 + Number(id) };
}

/** A server-sent event. */
export interface SentEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** One of the formats in which agents talk to models. */
export interface Wire {
  readonly name: 'chat-completions' | 'responses' | 'messages' | 'gemini';
  /** Whether a request to this path, without its query, is in this format. */
  fits(path: string): boolean;
  /** @throws {Error} When the body is not in this format. */
  read(body: unknown, path: string): Conversation;
  /** The answer in one piece; `id` is new for each request, and its usage is `usageOf(id)`. */
  whole(move: ModelMove, id: string): unknown;
  /** The same answer in pieces. */
  pieces(move: ModelMove, id: string): readonly SentEvent[];
}
