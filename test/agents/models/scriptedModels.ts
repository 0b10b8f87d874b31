/**
 * A server of models without a mind: agents talk to it in their own wire format, and what it answers is written in the
 * prompt (see `script.ts`). It keeps what the agents let it see.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatCompletions } from './chatCompletions.ts';
import {
  usageOf,
  type ModelMove,
  type SaidUsage,
  type SentEvent,
  type Wire,
} from './conversation.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import { nextMove, progressOf } from './script.ts';

const WIRES: readonly Wire[] = [chatCompletions, responses, messages, gemini];

/** One request to a model. */
export interface ModelRequest {
  readonly wire: Wire['name'];
  /** Names of the tools the model was offered. */
  readonly tools: readonly string[];
  /** Full text of each tool result since the prompt, as the model received it, in the order of the script's calls. */
  readonly results: readonly string[];
  readonly move: ModelMove;
  /** What the answer said that it took. */
  readonly usage: SaidUsage;
}

/** How a server behaves. */
export interface ModelsOptions {
  /** A port known beforehand; a free one if absent or 0. */
  readonly port?: number;
  /** Ends when a request may be answered: a model that thinks. `request` counts from 1; answered at once if absent. */
  readonly think?: (request: number) => Promise<void>;
}

/** A running server. */
export interface ScriptedModels {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** All requests so far, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** What was wrong with requests that could not be answered. */
  readonly problems: readonly string[];
  /** Forgets the requests so far. */
  forget(): void;
  /** Ends the server and all connections. */
  dispose(): Promise<void>;
}

/** Starts a server on the loopback interface. */
export async function startScriptedModels({
  port = 0,
  think,
}: ModelsOptions = {}): Promise<ScriptedModels> {
  const requests: ModelRequest[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response, { requests, ...(think && { think }) }).catch((cause: unknown) => {
      problems.push(`${request.method ?? ''} ${request.url ?? ''}: ${String(cause)}`);
      sendJson(response, 500, { error: { message: String(cause) } });
    });
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    problems,
    forget: () => {
      requests.length = 0;
      problems.length = 0;
    },
    dispose: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { requests, think }: Pick<ModelsOptions, 'think'> & { readonly requests: ModelRequest[] },
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  const body = await bodyOf(request);
  const wire = WIRES.find((one) => one.fits(path));
  if (request.method !== 'POST' || wire === undefined) {
    sendSmallTalk(response, path);
    return;
  }
  const conversation = wire.read(JSON.parse(body), path);
  const progress = progressOf(conversation.turns);
  const move = nextMove(progress, conversation.tools);
  const tools = conversation.tools.map(({ name }) => name);
  const { results } = progress;
  const id = String(requests.length + 1);
  requests.push({ wire: wire.name, tools, results, move, usage: usageOf(id) });
  await think?.(requests.length);
  if (conversation.stream) {
    sendEvents(response, wire.pieces(move, id));
  } else {
    sendJson(response, 200, wire.whole(move, id));
  }
}

/** What agents ask besides: which models there are, and how long a prompt is. */
function sendSmallTalk(response: ServerResponse, path: string): void {
  if (/models\/?$/.test(path)) {
    sendJson(response, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
  } else if (/count_tokens$/.test(path)) {
    sendJson(response, 200, { input_tokens: 10 });
  } else if (/:countTokens$/.test(path)) {
    sendJson(response, 200, { totalTokens: 10 });
  } else {
    sendJson(response, 404, { error: { message: `Nothing is served at ${path}.` } });
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: readonly SentEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, data } of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
