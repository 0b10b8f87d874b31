import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A part of a message that a model was sent. */
export interface ReceivedPart {
  readonly text?: string;
  readonly call?: { readonly id: string; readonly name: string; readonly input: unknown };
  readonly result?: { readonly id: string; readonly text: string };
}

/** What a model was asked. */
export interface ReceivedRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly parts: readonly ReceivedPart[];
  }[];
  readonly tools: readonly { readonly name: string; readonly schema: object }[];
  /** It has to call a tool. */
  readonly required: boolean;
}

/** A part of what a model answers; a promise is waited for first. */
export type GivenPart =
  | { readonly text: string }
  | { readonly call: { readonly id: string; readonly name: string; readonly input: object } }
  | { readonly error: string; readonly code?: 'Blocked' | 'NotFound' | 'NoPermissions' }
  | Promise<unknown>;

/** What the models answer to a request. */
export type Script = (request: ReceivedRequest) => readonly GivenPart[];

/** Plays the models of the extension `scripted-models`, in every window. */
export class ScriptedProvider {
  readonly requests: ReceivedRequest[] = [];
  /** How many requests were given up before they were answered. */
  abandoned = 0;
  script: Script = () => [{ text: 'There is no script.' }];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** Listens at the port that the suite chose. */
  async start(): Promise<void> {
    const port = Number(process.env.CHIPBOARD_PORT_MODELS);
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  /** Forgets what was asked. */
  forget(): void {
    this.requests.length = 0;
    this.abandoned = 0;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const received = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedRequest;
    this.requests.push(received);
    response.on('close', () => (this.abandoned += response.writableFinished ? 0 : 1));
    response.flushHeaders();
    for (const part of this.script(received)) {
      if (part instanceof Promise) {
        await part;
      } else {
        response.write(`${JSON.stringify(part)}\n`);
      }
    }
    response.end();
  }
}

/** All that the user's side and the results of a request say, as one text. */
export function textOf({ messages }: ReceivedRequest): string {
  return messages
    .flatMap(({ parts }) => parts.map(({ text, result }) => text ?? result?.text ?? ''))
    .join('\n');
}

/** The same without the list of blocks, which names also what is out of view. */
export function conversationOf(request: ReceivedRequest | undefined): string {
  const said = (request?.messages ?? []).flatMap(({ parts }) =>
    parts.map(({ text, result }) => text ?? result?.text ?? ''),
  );
  return said.filter((text) => !text.startsWith('<context_manifest>')).join('\n');
}

/** The texts of the results that a request carries, in order. */
export function resultsOf(request: ReceivedRequest | undefined): readonly string[] {
  return (request?.messages ?? []).flatMap(({ parts }) =>
    parts.flatMap(({ result }) => result?.text ?? []),
  );
}

let calls = 0;

/** A call as a model makes it, under an id of its own. */
export function call(name: string, input: object): GivenPart {
  calls += 1;
  return { call: { id: `call_${calls}`, name, input } };
}

/** A text as a model says it. */
export function say(text: string): readonly GivenPart[] {
  return [{ text }];
}
