import type { IncomingMessage } from 'node:http';
import type { Refusal } from './guard.ts';
import { rpcCode } from './rpc.ts';

/** The header that names the session. */
export const sessionHeader = 'Mcp-Session-Id';

/** The session id a request names, if any. */
export function sessionIdOf(request: IncomingMessage): string | undefined {
  const value = request.headers[sessionHeader.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How a session that is not there is told; clients then initialize anew (MCP 2025-11-25, "Session Management"). */
export const sessionNotFound: Refusal = {
  status: 404,
  code: rpcCode.sessionNotFound,
  message: 'Session not found; initialize again.',
};

/** How a request without session is refused that needs one. */
export const sessionMissing: Refusal = {
  status: 400,
  code: rpcCode.refused,
  message: `The ${sessionHeader} header is missing; initialize first.`,
};
