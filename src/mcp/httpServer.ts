/**
 * The embedded MCP server: Streamable HTTP (MCP 2025-11-25, transports) on 127.0.0.1 only, for clients that hold the
 * token. What a request must satisfy is in `guard.ts`, what a POST comes to in `post.ts`.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.ts';
import type { Clock, Random } from '../ports/system.ts';
import type { ToolService } from '../tools/toolService.ts';
import { mcpPath, refusalOf } from './guard.ts';
import type { Gate } from './guard.ts';
import { listen, listenPatiently, loopback } from './listening.ts';
import { answerPost } from './post.ts';
import { sendAccepted, sendJson, sendRefusal } from './respond.ts';
import { rpcCode, rpcError } from './rpc.ts';
import { sessionIdOf, sessionMissing, sessionNotFound } from './sessionHeader.ts';
import { Sessions } from './sessions.ts';
import { tokenCheck } from './token.ts';

/** What the server is made of. */
export interface McpHttpOptions {
  readonly service: ToolService;
  /** The bearer token every request must carry. */
  readonly token: string;
  /** The port to try first; 0 for any. Another one is taken when it is not free. */
  readonly port: number;
  /**
   * Milliseconds for which that port is tried again while another holds it, before another one is taken; 0 by default.
   * Where the port stays taken, each start is later by as much.
   */
  readonly portPatience?: number;
  /** The extension's version, told to clients. */
  readonly version: string;
  readonly log: Log;
  /** The system's clock by default. */
  readonly clock?: Clock;
  readonly random: Random;
  /**
   * Most bytes of a request body; 64 MiB by default, which holds a file of 50 MB, the editor's own limit, as JSON
   * string with ordinary escapes.
   */
  readonly bodyLimit?: number;
  /** Milliseconds without request or stream after which a session is dropped; a day by default. */
  readonly sessionIdle?: number;
  /** Most sessions at one time; 200 by default. */
  readonly sessionLimit?: number;
  /**
   * The answer of a tool call did not reach its client, which left or cancelled, or its session ended; called once per
   * such call, which may still run. Whether it had its effect is for the service to know.
   */
  readonly onUndelivered?: (session: string, requestId: RequestId) => void;
}

/** Where the server listens. */
export interface McpAddress {
  readonly port: number;
  /** The whole URL for clients, e.g. `http://127.0.0.1:4321/mcp`. */
  readonly url: string;
}

const mebibyte = 2 ** 20;
const defaultBodyLimit = 64 * mebibyte;
const day = 24 * 60 * 60 * 1000;
const defaultSessionLimit = 200;
const beatInterval = 60_000;
// Longer than clients keep unused connections (90 s at most): when the server closes one first, the next call may
// be sent into it and be lost.
const keepAliveTimeout = 120_000;

/** The server. It can be started again after a stop, and then tries the port it had. */
export class McpHttpServer {
  private readonly options: McpHttpOptions;
  private readonly sessions: Sessions;
  private readonly isToken: Gate['isToken'];
  private readonly refusalsLogged = new Set<string>();
  private readonly posts = new Set<Promise<void>>();
  private port: number;
  private server: Server | undefined;
  private starting: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: McpHttpOptions) {
    this.options = options;
    this.port = options.port;
    this.isToken = tokenCheck(options.token);
    this.sessions = new Sessions({
      service: options.service,
      version: options.version,
      log: options.log,
      random: options.random,
      clock: options.clock ?? { now: () => Date.now() },
      sessionIdle: options.sessionIdle ?? day,
      sessionLimit: options.sessionLimit ?? defaultSessionLimit,
    });
  }

  /** Starts listening. Rejects when started already, or when the system lets it listen on no port at all. */
  async start(): Promise<McpAddress> {
    if (this.server) {
      throw new Error('The MCP server is started already.');
    }
    const server = createServer((request, response) => void this.handle(request, response));
    server.keepAliveTimeout = keepAliveTimeout;
    this.server = server;
    const stopped = (this.starting = new AbortController()).signal;
    try {
      this.port = await this.listenSomewhere(server, stopped);
      stopped.throwIfAborted();
    } catch (cause) {
      server.close();
      this.server = this.server === server ? undefined : this.server;
      throw cause;
    }
    server.on('error', (cause) => this.options.log.error('The MCP server has a fault.', cause));
    this.timer = setInterval(() => this.beat(), beatInterval);
    this.timer.unref();
    const url = `http://${loopback}:${this.port}${mcpPath}`;
    this.options.log.info(`MCP server listens on ${url}.`);
    return { port: this.port, url };
  }

  /**
   * Ends all sessions and connections at once; running calls are cancelled and answered as interrupted. Resolves when the port is free and text
   * from bodies that were being sent has been kept. Does nothing when not started.
   */
  async stop(): Promise<void> {
    const server = this.server;
    if (!server) {
      return;
    }
    this.server = undefined;
    this.starting?.abort();
    clearInterval(this.timer);
    await this.sessions.endAll();
    // Lets the answers to interrupted calls out before their connections are closed.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
    // A client may have initialized meanwhile, over a connection that was still open.
    await this.sessions.endAll();
    await Promise.allSettled([...this.posts]);
    this.options.log.info('MCP server stopped.');
  }

  private async listenSomewhere(server: Server, signal: AbortSignal): Promise<number> {
    const patience = this.options.portPatience ?? 0;
    try {
      return await listenPatiently(server, this.port, { patience, signal });
    } catch (cause) {
      if (this.port === 0 || signal.aborted) {
        throw cause;
      }
      this.options.log.warn(`MCP server: port ${this.port} is not free, taking another.`);
      return listen(server, 0);
    }
  }

  private beat(): void {
    this.sessions.beat();
    void this.sessions.sweep();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refusal = refusalOf(request, { port: this.port, isToken: this.isToken });
      if (refusal) {
        this.logRefusal(refusal.message);
        return sendRefusal(response, refusal);
      }
      await this.sessions.sweep();
      if (request.method === 'POST') {
        await this.post(request, response);
      } else if (request.method === 'GET') {
        this.openStream(request, response);
      } else {
        await this.endSession(request, response);
      }
    } catch (cause) {
      this.options.log.error('MCP server: a request ended in a fault.', cause);
      if (response.headersSent) {
        response.destroy();
      }
      const message = 'Chipboard failed on this request; see its log.';
      sendJson(response, 500, rpcError(rpcCode.internalError, message));
    }
  }

  private async post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { service, log } = this.options;
    const bodyLimit = this.options.bodyLimit ?? defaultBodyLimit;
    const onUndelivered = (session: string, id: RequestId): void => this.undelivered(session, id);
    const context = { service, log, bodyLimit, sessions: this.sessions, onUndelivered };
    const post = answerPost(context, request, response);
    this.posts.add(post);
    try {
      await post;
    } finally {
      this.posts.delete(post);
    }
  }

  private openStream(request: IncomingMessage, response: ServerResponse): void {
    const id = sessionIdOf(request);
    if (id === undefined) {
      const message = 'There is no event stream without a session.';
      const headers = { Allow: 'POST' };
      return sendRefusal(response, { status: 405, code: rpcCode.refused, message, headers });
    }
    const session = this.sessions.find(id);
    if (!session) {
      return sendRefusal(response, sessionNotFound);
    }
    const accept = request.headers.accept ?? '*/*';
    if (accept.includes('text/event-stream') || accept.includes('*/*')) {
      return session.transport.addStream(response);
    }
    const message = 'GET opens an event stream; accept text/event-stream.';
    sendRefusal(response, { status: 406, code: rpcCode.refused, message });
  }

  private async endSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = sessionIdOf(request);
    if (id === undefined) {
      return sendRefusal(response, sessionMissing);
    }
    if (!this.sessions.find(id)) {
      return sendRefusal(response, sessionNotFound);
    }
    await this.sessions.end(id);
    this.options.log.info(`MCP session ${id} ended by its client.`);
    sendAccepted(response);
  }

  private undelivered(session: string, requestId: RequestId): void {
    try {
      this.options.service.answerLost?.(session, requestId);
      this.options.onUndelivered?.(session, requestId);
    } catch (cause) {
      this.options.log.error('MCP server: an undelivered answer could not be recorded.', cause);
    }
  }

  // Once per reason, so that a page that keeps trying cannot fill the log.
  private logRefusal(reason: string): void {
    if (this.refusalsLogged.has(reason)) {
      return;
    }
    this.refusalsLogged.add(reason);
    this.options.log.warn(`MCP server refused a request: ${reason} Further ones are not logged.`);
  }
}
