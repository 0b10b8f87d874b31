import type { Event } from '../ports/system.ts';

/** Who makes a call. */
export interface Caller {
  /** The client's own name, as it introduced itself (`clientInfo.name`), e.g. `claude-code`. */
  readonly client: string;
  /** Identifies the connection; chips and calls are marked with it. */
  readonly session: string;
  /** The client's own id of the request, where the connection may lose its answer. */
  readonly request?: string | number;
  /** The user, by a command; sees the chips of every folder. */
  readonly person?: boolean;
}

/** A tool as it is offered to a client. */
export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A flat JSON Schema object: no `$ref`, no `oneOf`/`anyOf`/`allOf` at the top, typed items in arrays. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** What a call came to, in the two forms of which clients show a model only one; each says everything. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  /** Clients get the text only, and no structured form: it is long, and to be shown as it is. */
  readonly plain?: true;
}

/** A call that is being carried out. */
export interface RunningCall {
  /** The id under which it will be recorded. */
  readonly id: string;
  readonly tool: string;
  readonly client: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** The arguments of a failed call that were kept. */
export interface KeptChip {
  readonly id: string;
  /** Length of the arguments in bytes. */
  readonly bytes: number;
  /** The client whose call failed. */
  readonly client: string;
  /** An equal chip was there already: the agent tried the same again. */
  readonly refreshed: boolean;
}

/** The tools, free of any transport. */
export interface ToolService {
  /** The tools on offer now: in a workspace that is not trusted only those that change no file. */
  list(): readonly ToolSpec[];
  /** Runs a call. Never throws: every failure is an answer. An aborted signal stops a call that has changed nothing. */
  call(name: string, args: unknown, caller: Caller, signal: AbortSignal): Promise<ToolAnswer>;
  /**
   * Keeps a request body that is no JSON, so that the text in it is not lost. Answers what to tell the caller.
   */
  keepUnreadable(body: Uint8Array, problem: string, caller: Caller): Promise<ToolAnswer>;
  /** The answer of a call did not reach its client, so an equal call that comes now is the same one sent again. */
  answerLost?(session: string, request: string | number): void;
  /** The list changed. */
  readonly onDidChangeTools: Event<void>;
}
