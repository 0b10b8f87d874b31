import type { ServerResponse } from 'node:http';
import { rpcError } from './rpc.ts';
import type { Refusal } from './guard.ts';

/** Answers with JSON. Does nothing when the client is gone or an answer was begun. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed || response.headersSent) {
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.byteLength,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(bytes);
}

/** Answers with a refusal, as a JSON-RPC error to no request in particular. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const body = rpcError(refusal.code, refusal.message);
  sendJson(response, refusal.status, body, refusal.headers);
}

/** Answers that a message was taken and has no answer (MCP 2025-11-25, transports, "Sending Messages"). */
export function sendAccepted(response: ServerResponse): void {
  if (response.destroyed || response.headersSent) {
    return;
  }
  response.writeHead(202, { 'Content-Length': 0 });
  response.end();
}
