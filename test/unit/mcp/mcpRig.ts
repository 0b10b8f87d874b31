import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpHttpServer } from '../../../src/mcp/httpServer.ts';
import type { McpHttpOptions } from '../../../src/mcp/httpServer.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { Random } from '../../../src/ports/system.ts';
import type { Caller, ToolAnswer, ToolService, ToolSpec } from '../../../src/tools/toolService.ts';

export const token = 'f'.repeat(64);

/** A call as the service got it. */
export interface RecordedCall {
  readonly name: string;
  readonly args: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

const echo: ToolSpec = {
  name: 'be-echo',
  title: 'Echo',
  description: 'Answers its text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
};

/** Answers `be-echo` with its text and its session; `be-hang` never, `be-fault` throws. Records what it is asked. */
export class FakeToolService implements ToolService {
  readonly calls: RecordedCall[] = [];
  readonly kept: { body: string; problem: string; caller: Caller }[] = [];
  tools: ToolSpec[] = [echo];
  private readonly listeners = new Set<() => void>();
  private readonly waiters: { done: () => boolean; resolve: () => void }[] = [];

  list(): readonly ToolSpec[] {
    return this.tools;
  }

  call(name: string, args: unknown, caller: Caller, signal: AbortSignal): Promise<ToolAnswer> {
    this.calls.push({ name, args, caller, signal });
    this.settle();
    if (name === 'be-fault') {
      return Promise.reject(new Error('a fault'));
    }
    if (name === 'be-hang') {
      return new Promise(() => undefined);
    }
    if (name !== 'be-echo') {
      return Promise.resolve(answerOf(`no tool ${name}`, true));
    }
    const { text } = args as { text: string };
    return Promise.resolve(answerOf(text, false, { length: text.length }));
  }

  keepUnreadable(body: Uint8Array, problem: string, caller: Caller): Promise<ToolAnswer> {
    this.kept.push({ body: Buffer.from(body).toString('latin1'), problem, caller });
    this.settle();
    return Promise.resolve(answerOf(`kept: ${problem}`, true, { chip: 'abc123' }));
  }

  readonly onDidChangeTools = (listener: () => void): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };

  get listenerCount(): number {
    return this.listeners.size;
  }

  fireToolsChanged(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }

  /** Resolves as soon as the condition on what was recorded holds. */
  until(done: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.waiters.push({ done, resolve });
      this.settle();
    });
  }

  private settle(): void {
    for (const waiter of this.waiters) {
      if (waiter.done()) {
        waiter.resolve();
      }
    }
  }
}

function answerOf(
  text: string,
  isError: boolean,
  structured: Record<string, unknown> = {},
): ToolAnswer {
  return { text, isError, structured };
}

/** Collects log lines. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];
  info(message: string): void {
    this.lines.push(message);
  }
  warn(message: string): void {
    this.lines.push(message);
  }
  error(message: string, cause?: unknown): void {
    this.lines.push(`${message} ${String(cause)}`);
  }
}

/** Counts up instead of being random. */
export class CountingRandom implements Random {
  private count = 0;
  hex(length: number): string {
    return (++this.count).toString(16).padStart(length, '0');
  }
}

/** A started server with its fakes. */
export interface Rig {
  readonly service: FakeToolService;
  readonly log: RecordingLog;
  readonly server: McpHttpServer;
  readonly port: number;
  readonly url: string;
  readonly undelivered: string[];
}

const started: McpHttpServer[] = [];

/** Starts a server on a free port. */
export async function startRig(options: Partial<McpHttpOptions> = {}): Promise<Rig> {
  const service = new FakeToolService();
  const log = new RecordingLog();
  const undelivered: string[] = [];
  const server = new McpHttpServer({
    service,
    token,
    port: 0,
    version: '1.2.3',
    log,
    random: new CountingRandom(),
    onUndelivered: (_session, id) => undelivered.push(String(id)),
    ...options,
  });
  started.push(server);
  return { service, log, server, undelivered, ...(await server.start()) };
}

/** Stops every server a test started. */
export async function stopRigs(): Promise<void> {
  await Promise.all(started.splice(0).map((server) => server.stop()));
}

/** A real SDK client over real HTTP. */
export async function connect(url: string, name = 'test-client'): Promise<Client> {
  const client = new Client({ name, version: '0' });
  await client.connect(clientTransport(url));
  return client;
}

/** The transport of such a client; its requests go through `via`. */
export function clientTransport(url: string, via = fetch): StreamableHTTPClientTransport {
  const headers = { Authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: via });
}

/** The text of a tool result. */
export function textOf(result: unknown): string {
  const { content } = result as { content: { text: string }[] };
  return content.map((part) => part.text).join('');
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly host?: string;
  /** Undefined leaves a default header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: {
    id?: unknown;
    error?: { code: number; message: string; data?: unknown };
    result?: Record<string, unknown>;
  };
}

/** Begins a request with the token and the usual headers; its body is for the caller to send. */
export function openRequest(port: number, raw: RawRequest = {}): ClientRequest {
  const headers: Record<string, string> = {};
  const given = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...raw.headers,
  };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) {
      headers[name] = value;
    }
  }
  headers['host'] = raw.host ?? `127.0.0.1:${port}`;
  const { method = 'POST', path = '/mcp' } = raw;
  return request({ host: '127.0.0.1', port, method, path, headers, agent: false });
}

/** Opens an event stream, past its first comment. */
export async function openStream(
  port: number,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const outgoing = openRequest(port, { method: 'GET', headers });
  outgoing.end();
  const [stream] = (await once(outgoing, 'response')) as [IncomingMessage];
  stream.on('error', () => undefined);
  await once(stream, 'readable');
  stream.read();
  return stream;
}

/** Sends a request and reads its answer. */
export async function send(port: number, raw: RawRequest = {}): Promise<RawAnswer> {
  const outgoing = openRequest(port, raw);
  outgoing.end(raw.body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming) {
    text += String(chunk);
  }
  const isJson = incoming.headers['content-type'] === 'application/json';
  const json = (isJson ? JSON.parse(text) : {}) as RawAnswer['json'];
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, json };
}

export const initializeBody = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw-client', version: '0' },
  },
});

/** Initializes and answers the session id. */
export async function initialize(port: number): Promise<string> {
  const answer = await send(port, { body: initializeBody });
  return String(answer.headers['mcp-session-id']);
}

export function callBody(id: number | string, args: unknown, name = 'be-echo'): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  });
}
