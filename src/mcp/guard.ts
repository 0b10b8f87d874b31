import type { IncomingHttpHeaders } from 'node:http';
import { rpcCode } from './rpc.ts';
import type { TokenCheck } from './token.ts';

/** The one path that is served. */
export const mcpPath = '/mcp';

/** The part of a request that is looked at before anything of its body is read. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** What a request must satisfy. */
export interface Gate {
  /** The port listened on. */
  readonly port: number;
  readonly isToken: TokenCheck;
}

/** Why a request was refused, and how to say so. */
export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** JSON-RPC error code. */
  readonly code: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Check = (head: RequestHead, gate: Gate) => Refusal | undefined;

// Host and Origin come first: what a web page can make a browser send must not learn even whether a path exists.
// The path comes before the token, so that a client that looks for OAuth metadata after a 401 gets a plain 404.
const checks: readonly Check[] = [host, origin, path, method, token, contentType];

/**
 * Checks a request in fixed order: Host, Origin, path, method, token, content type. Answers the first refusal, or
 * undefined when the request may be read. Host and Origin checks are those of MCP 2025-11-25, transports,
 * "Security Warning" (DNS rebinding).
 */
export function refusalOf(head: RequestHead, gate: Gate): Refusal | undefined {
  for (const check of checks) {
    const refusal = check(head, gate);
    if (refusal) {
      return refusal;
    }
  }
  return undefined;
}

function ownNames(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

function host(head: RequestHead, gate: Gate): Refusal | undefined {
  const given = head.headers.host?.toLowerCase();
  if (given !== undefined && ownNames(gate.port).includes(given)) {
    return undefined;
  }
  return { status: 403, code: rpcCode.refused, message: 'The Host header is not this server.' };
}

// A browser always sends its origin with a cross-site POST, as `null` from a sandboxed frame; programs send none.
function origin(head: RequestHead, gate: Gate): Refusal | undefined {
  const given = head.headers.origin?.toLowerCase();
  if (given === undefined) {
    return undefined;
  }
  if (ownNames(gate.port).some((name) => given === `http://${name}`)) {
    return undefined;
  }
  return { status: 403, code: rpcCode.refused, message: 'Requests from web pages are refused.' };
}

function path(head: RequestHead): Refusal | undefined {
  if (head.url?.split('?')[0] === mcpPath) {
    return undefined;
  }
  return { status: 404, code: rpcCode.refused, message: `Only ${mcpPath} is served.` };
}

function method(head: RequestHead): Refusal | undefined {
  if (['GET', 'POST', 'DELETE'].includes(head.method ?? '')) {
    return undefined;
  }
  const headers = { Allow: 'GET, POST, DELETE' };
  return { status: 405, code: rpcCode.refused, message: 'Method not allowed.', headers };
}

function token(head: RequestHead, gate: Gate): Refusal | undefined {
  const given = head.headers.authorization;
  if (gate.isToken(given)) {
    return undefined;
  }
  // RFC 6750 §3: no error code when no credentials came.
  const detail = given === undefined ? '' : ', error="invalid_token"';
  return {
    status: 401,
    code: rpcCode.refused,
    message: 'The access token is missing or wrong.',
    headers: { 'WWW-Authenticate': `Bearer realm="chipboard"${detail}` },
  };
}

// A type other than JSON is also what a page may send without asking (text/plain). Another charset or a compressed
// body would be decoded to other text than was meant.
function contentType(head: RequestHead): Refusal | undefined {
  if (head.method !== 'POST') {
    return undefined;
  }
  const type = head.headers['content-type'] ?? '';
  const isJson = /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i.test(type);
  const encoding = head.headers['content-encoding'] ?? 'identity';
  if (isJson && encoding.toLowerCase() === 'identity') {
    return undefined;
  }
  const message = 'The body must be application/json in UTF-8, not compressed.';
  return { status: 415, code: rpcCode.refused, message };
}
