import type { ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { interruptedAnswer } from './interrupted.ts';

type Transport = Parameters<Server['connect']>[0];

/** What became of the requests of one POST. */
export interface ExchangeOutcome {
  /** In the order of the requests. A request that was cancelled has none. */
  readonly answers: readonly JSONRPCMessage[];
  /** Ids of `tools/call` requests whose own answer is not among them: cancelled, or running when the session ended. */
  readonly lost: readonly RequestId[];
}

/** The requests of one POST while they are answered. */
export interface Exchange {
  /** Ids of its `tools/call` requests, in order. */
  readonly calls: readonly RequestId[];
  readonly outcome: Promise<ExchangeOutcome>;
  /** Cancels what is not answered yet: the client is gone. */
  abandon(): void;
}

interface Settled {
  readonly answer: JSONRPCMessage | undefined;
  readonly isOwn: boolean;
}

interface Waiting {
  readonly id: RequestId;
  readonly isCall: boolean;
  settle(settled: Settled): void;
}

/**
 * The transport of one session: POST bodies go in, their answers come out as plain JSON, and messages of the server's
 * own go to the session's event stream (MCP 2025-11-25, transports, "Streamable HTTP").
 *
 * Answers are JSON and not event streams, as edits take milliseconds; a stream's comments would not extend the
 * clients' own time-outs.
 *
 * Every request gets a number of ours on its way in, and its own id back on its way out. So equal ids in flight,
 * as two programs with one session produce them, stay apart, and id 0, which the SDK cannot cancel, can be cancelled.
 */
export class SessionTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  private readonly waiting = new Map<number, Waiting>();
  private readonly streams: ServerResponse[] = [];
  private count = 0;
  private closed = false;

  /** True while a request is being answered. */
  get isAnswering(): boolean {
    return this.waiting.size > 0;
  }

  /** True while the client listens on an event stream. */
  get isStreaming(): boolean {
    return this.streams.length > 0;
  }

  /** The id by which the client knows a request that is being answered. */
  clientId(number: RequestId): RequestId | undefined {
    return this.waiting.get(Number(number))?.id;
  }

  /** Nothing to do: requests are handed in by `receive`. */
  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Takes the messages of one POST and has them handled in order. */
  receive(messages: readonly JSONRPCMessage[]): Exchange {
    const requests = messages.filter((message) => isJSONRPCRequest(message));
    const calls = requests.filter(isCall).map(({ id }) => id);
    const numbers = requests.map(() => ++this.count);
    const settled = requests.map((request, index) => this.wait(request, numbers[index] ?? 0));
    const queue = [...numbers];
    for (const message of messages) {
      this.dispatch(message, queue);
    }
    return {
      calls,
      outcome: Promise.all(settled).then((all) => ({
        answers: all.flatMap(({ answer }) => answer ?? []),
        lost: requests
          .filter((request, at) => isCall(request) && !all[at]?.isOwn)
          .map(({ id }) => id),
      })),
      abandon: () => numbers.forEach((number) => this.cancel(number)),
    };
  }

  /** Called by the SDK: an answer goes to the POST that waits for it, anything else to the newest event stream. */
  send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const number = Number(message.id);
      const waiting = this.waiting.get(number);
      this.waiting.delete(number);
      waiting?.settle({ answer: { ...message, id: waiting.id }, isOwn: true });
    } else {
      // One stream only: the same message on two would be handled twice. Without any it is lost, as the
      // specification allows; a client that opens its stream later lists the tools anew anyway.
      this.streams.at(-1)?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    }
    return Promise.resolve();
  }

  /** Makes the response an event stream that stays open until the client leaves or the session ends. */
  addStream(response: ServerResponse): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Content-Type-Options': 'nosniff',
    });
    // A first comment makes intermediaries and clients see the head at once.
    response.write(': open\n\n');
    this.streams.push(response);
    response.once('close', () => {
      const at = this.streams.indexOf(response);
      if (at >= 0) {
        this.streams.splice(at, 1);
      }
    });
  }

  /** Writes a comment to every stream, which keeps clients from ending one on which nothing comes. */
  beat(): void {
    for (const stream of this.streams) {
      stream.write(': alive\n\n');
    }
  }

  /** Ends the session: running calls are cancelled and answered as interrupted, streams end. */
  close(): Promise<void> {
    if (this.closed) {
      return Promise.resolve();
    }
    this.closed = true;
    for (const stream of [...this.streams]) {
      stream.end();
    }
    this.onclose?.();
    for (const waiting of this.waiting.values()) {
      waiting.settle({ answer: interruptedAnswer(waiting.id, waiting.isCall), isOwn: false });
    }
    this.waiting.clear();
    return Promise.resolve();
  }

  private wait(request: JSONRPCRequest, number: number): Promise<Settled> {
    return new Promise((settle) => {
      this.waiting.set(number, { id: request.id, isCall: isCall(request), settle });
    });
  }

  private dispatch(message: JSONRPCMessage, numbers: number[]): void {
    if (isJSONRPCRequest(message)) {
      this.onmessage?.({ ...message, id: numbers.shift() ?? ++this.count });
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'];
      for (const [number, waiting] of this.waiting) {
        if (waiting.id === id) {
          this.cancel(number);
        }
      }
    } else {
      this.onmessage?.(message);
    }
  }

  // The SDK aborts the handler's signal and drops its answer, so the waiting POST is settled here.
  private cancel(number: number): void {
    const waiting = this.waiting.get(number);
    if (!waiting) {
      return;
    }
    this.waiting.delete(number);
    const params = { requestId: number, reason: 'The client cancelled the request or left.' };
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    waiting.settle({ answer: undefined, isOwn: false });
  }
}

function isCall(request: JSONRPCRequest): boolean {
  return request.method === 'tools/call';
}
