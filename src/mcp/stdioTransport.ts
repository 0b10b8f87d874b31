import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.ts';
import type { ToolAnswer } from '../tools/toolService.ts';
import { toCallResult } from './mcpServer.ts';
import { readRpcBody, rpcCode, rpcError } from './rpc.ts';
import type { RpcError } from './rpc.ts';
import { LineReader } from './stdioLines.ts';
import { damagedCallId, parseBody } from './unreadable.ts';

type Transport = Parameters<Server['connect']>[0];

/** What a stdio transport is made of. */
export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  /** Keeps a line that is no message, and answers what to tell the client. */
  readonly keepUnreadable: (line: Uint8Array, problem: string) => Promise<ToolAnswer>;
  /** Most bytes of a message; 64 MiB by default, as over HTTP. */
  readonly limit?: number;
}

const defaultLimit = 64 * 2 ** 20;

/**
 * MCP over standard input and output (MCP 2025-11-25, transports, "stdio"): one message a line. Not the SDK's own,
 * which ends the connection over 10 MiB, writes U+FFFD for bytes that are no UTF-8, and drops lines that are no JSON
 * together with the text in them.
 */
export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** The client has closed its side, or is gone. */
  onend?: () => void;
  private readonly options: StdioOptions;
  private readonly lines: LineReader;
  private readonly running = new Set<RequestId | symbol>();
  private readonly waiting: (() => void)[] = [];
  private ended = false;
  private closed = false;

  constructor(options: StdioOptions) {
    this.options = options;
    const limit = options.limit ?? defaultLimit;
    this.lines = new LineReader({
      limit,
      onLine: (line) => this.take(line),
      onTooLong: (length, ends) => this.refuse(length, limit, ends),
    });
  }

  /** Begins to read. */
  start(): Promise<void> {
    const { input, output } = this.options;
    input.on('data', (chunk: Buffer) => this.lines.push(chunk));
    input.once('end', () => {
      this.lines.end();
      this.end();
    });
    input.once('error', () => this.end());
    // A client that is gone; whatever is still to be said has no reader.
    output.on('error', () => this.end());
    return Promise.resolve();
  }

  /** Writes a message. Resolves when the client's pipe can take more. */
  send(message: JSONRPCMessage | RpcError): Promise<void> {
    const { output } = this.options;
    if (!this.closed && output.writable) {
      const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
      const written = new Promise<void>((resolve) => {
        output.write(`${JSON.stringify(message)}\n`, () => resolve());
      });
      return isAnswer ? written.then(() => this.settled(message.id)) : written;
    }
    if ('id' in message) {
      this.settled(message.id ?? undefined);
    }
    return Promise.resolve();
  }

  /** A request needs no answer any more. */
  settled(id: RequestId | symbol | undefined): void {
    if (id !== undefined) {
      this.running.delete(id);
    }
    if (this.running.size === 0) {
      this.waiting.splice(0).forEach((resolve) => resolve());
    }
  }

  /** Resolves when every request that has come is answered. */
  idle(): Promise<void> {
    return this.running.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Stops reading and writing. */
  close(): Promise<void> {
    if (!this.closed) {
      this.closed = true;
      this.options.input.pause();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  private end(): void {
    if (!this.ended) {
      this.ended = true;
      this.onend?.();
    }
  }

  private take(line: Uint8Array): void {
    const parsed = parseBody(line);
    if (!parsed.ok) {
      // Some clients end lines the way Windows does.
      return isBlank(line) ? undefined : void this.keep(line, parsed.problem);
    }
    const read = readRpcBody(parsed.value);
    if (typeof read === 'string') {
      return void this.keep(line, read);
    }
    for (const message of read.messages) {
      if (isJSONRPCRequest(message)) {
        this.running.add(message.id);
      } else if (isCancellation(message)) {
        // The SDK does not answer a cancelled request.
        this.settled(message.params?.['requestId'] as RequestId | undefined);
      }
      this.onmessage?.(message);
    }
  }

  private async keep(line: Uint8Array, problem: string): Promise<void> {
    const { keepUnreadable, log } = this.options;
    log.warn('A message could not be read.');
    const id = damagedCallId(line);
    const held = id ?? Symbol('unreadable');
    this.running.add(held);
    try {
      const answer = await keepUnreadable(line, problem.replaceAll('request body', 'message'));
      const result = { ...toCallResult(answer), isError: true };
      await this.send(
        id === undefined
          ? rpcError(rpcCode.parseError, answer.text, answer.structured)
          : { jsonrpc: '2.0', id, result },
      );
    } catch (cause) {
      log.error('A message that could not be read could not be kept.', cause);
    } finally {
      this.settled(held);
    }
  }

  private refuse(length: number, limit: number, ends: Uint8Array): void {
    const text =
      `The message has ${length} bytes; the limit is ${limit}. Nothing was run and nothing was kept; ` +
      'send the text in several smaller calls.';
    const id = damagedCallId(ends);
    const result = toCallResult({ isError: true, text, structured: { message: text } });
    void this.send(
      id === undefined ? rpcError(rpcCode.invalidRequest, text) : { jsonrpc: '2.0', id, result },
    );
  }
}

function isCancellation(
  message: JSONRPCMessage,
): message is JSONRPCMessage & { params?: Record<string, unknown> } {
  return isJSONRPCNotification(message) && message.method === 'notifications/cancelled';
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}
