import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** Error codes of JSON-RPC 2.0 §5.1, and the two of its server range that MCP servers commonly answer with. */
export const rpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
  refused: -32000,
  sessionNotFound: -32001,
} as const;

/** A JSON-RPC error answer; `id` is null when the request's own is not known (JSON-RPC 2.0 §5). */
export interface RpcError {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Makes a JSON-RPC error answer to no request in particular. */
export function rpcError(code: number, message: string, data?: unknown): RpcError {
  const error = data === undefined ? { code, message } : { code, message, data };
  return { jsonrpc: '2.0', id: null, error };
}

/** The messages of one POST body. */
export interface RpcBody {
  /** In the order they came; at least one. */
  readonly messages: readonly JSONRPCMessage[];
  /** True when they came as an array (allowed by MCP 2025-03-26 only); the answers then go back as one. */
  readonly batch: boolean;
}

const batchLimit = 100;

/**
 * Reads a parsed body as JSON-RPC messages. Answers a string that says what is wrong when it is none, is an empty
 * array, or has more than 100 messages.
 */
export function readRpcBody(value: unknown): RpcBody | string {
  const batch = Array.isArray(value);
  const items: readonly unknown[] = batch ? value : [value];
  if (items.length === 0) {
    return 'The batch is empty.';
  }
  if (items.length > batchLimit) {
    return `A batch holds ${batchLimit} messages at most.`;
  }
  const messages: JSONRPCMessage[] = [];
  for (const item of items) {
    const message = readMessage(item);
    if (!message) {
      return 'The body is JSON, but no JSON-RPC 2.0 message.';
    }
    messages.push(message);
  }
  return { messages, batch };
}

// The schema refuses members it does not know at the top; dropping them lets a client of a later revision in.
function readMessage(item: unknown): JSONRPCMessage | undefined {
  if (typeof item !== 'object' || item === null) {
    return undefined;
  }
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(item)) {
    if (['jsonrpc', 'id', 'method', 'params', 'result', 'error'].includes(key)) {
      known[key] = value;
    }
  }
  const read = JSONRPCMessageSchema.safeParse(known);
  return read.success ? read.data : undefined;
}
