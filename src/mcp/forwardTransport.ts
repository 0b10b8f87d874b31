import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.ts';
import { ForwardTarget } from './forwardTarget.ts';
import type { FindWindows } from './forwardTarget.ts';
import { interruptedAnswer } from './interrupted.ts';
import type { StdioTransport } from './stdioTransport.ts';

type Transport = Parameters<Server['connect']>[0];

/** What a forwarding transport is made of. */
export interface ForwardOptions {
  readonly stdio: StdioTransport;
  readonly findWindows: FindWindows;
  readonly log: Log;
}

const forwarded: readonly string[] = ['tools/list', 'tools/call'];
/** A window may have closed and another have opened, or the same again. */
const attempts = 2;

/**
 * Stands between a client on stdio and the server of this process: requests for tools go to a window that has the
 * folder open, everything else, and all of it when there is no window, to the server here.
 */
export class ForwardTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  private readonly options: ForwardOptions;
  private readonly target: ForwardTarget;
  private readonly running = new Map<RequestId, AbortController>();

  constructor(options: ForwardOptions) {
    this.options = options;
    this.target = new ForwardTarget({
      find: options.findWindows,
      log: options.log,
      tell: (message) => void options.stdio.send(message),
    });
  }

  /** Begins to read from the client. */
  start(): Promise<void> {
    const { stdio } = this.options;
    stdio.onmessage = (message) => this.route(message);
    stdio.onclose = () => this.onclose?.();
    return stdio.start();
  }

  /** Called by the SDK with what the server here has to say. */
  send(message: JSONRPCMessage): Promise<void> {
    return this.options.stdio.send(message);
  }

  /** Leaves the window and the client. */
  close(): Promise<void> {
    this.target.close();
    return this.options.stdio.close();
  }

  private route(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method === 'initialize') {
        this.target.introduce(message.params);
      }
      if (forwarded.includes(message.method)) {
        return void this.forward(message).catch((cause: unknown) => {
          this.options.log.error('A request could not be forwarded.', cause);
          return this.unknown(message);
        });
      }
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const running = this.running.get(message.params?.['requestId'] as RequestId);
      if (running) {
        return running.abort();
      }
    }
    this.onmessage?.(message);
  }

  private async forward(request: JSONRPCRequest): Promise<void> {
    const abort = new AbortController();
    this.running.set(request.id, abort);
    try {
      if (await this.toWindow(request, abort.signal)) {
        return;
      }
    } finally {
      this.running.delete(request.id);
    }
    this.onmessage?.(request);
  }

  /** Whether a window has taken the request, or it needs no answer any more. */
  private async toWindow(request: JSONRPCRequest, signal: AbortSignal): Promise<boolean> {
    const { stdio } = this.options;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const link = await this.target.current();
      if (signal.aborted) {
        return true;
      }
      if (link === undefined) {
        return false;
      }
      const outcome = await link.ask(request, signal);
      if (outcome.kind === 'answer') {
        await stdio.send(outcome.answer);
        return true;
      }
      if (outcome.kind === 'none') {
        stdio.settled(request.id);
        return true;
      }
      this.target.lost(link);
      if (outcome.kind === 'unknown' && request.method === 'tools/call') {
        await this.unknown(request);
        return true;
      }
    }
    return false;
  }

  /** An edit made twice is worse than a question, so a call that may have been run is not sent again. */
  private unknown(request: JSONRPCRequest): Promise<void> {
    const isCall = request.method === 'tools/call';
    return this.options.stdio.send(interruptedAnswer(request.id, isCall));
  }
}
