/** A tool call in a rendered message. */
export interface MessageCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it. */
  readonly arguments: string;
}

/** The model's reasoning that goes back with its message. */
export interface MessageReasoning {
  readonly text: string;
  readonly signature?: string;
}

/**
 * One message of a rendered view, in no provider's shape. Results follow the message that made their calls, at once and
 * all of them.
 */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** The block it renders; absent for what is made for one request only. */
  readonly block?: string;
  readonly calls?: readonly MessageCall[];
  readonly reasoning?: MessageReasoning;
  /** For role `tool`: the call it answers. */
  readonly call?: string;
  /** For role `tool`: the tool's name. */
  readonly name?: string;
  /** For role `tool`: the call failed. */
  readonly failed?: boolean;
}
