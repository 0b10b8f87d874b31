import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** What became of a message that was sent to a window. */
export type Posted =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** The body as JSON; undefined when there is none. */
      readonly body: unknown;
    }
  /** Nobody listens there, so it was not run. */
  | { readonly kind: 'not-sent' }
  /** The connection broke, or the answer made no sense: it may have been run. */
  | { readonly kind: 'unknown' };

/** A POST to the server of a window. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: unknown;
  readonly signal: AbortSignal;
}

/**
 * Posts a message. Never rejects. Each goes over a connection of its own: into a kept one that the server is just
 * closing a message may be lost or not, but a connection that was refused certainly carried nothing.
 */
export function post({ url, headers, message, signal }: Post): Promise<Posted> {
  return new Promise((resolve) => {
    let connected = false;
    const fail = (): void => resolve({ kind: connected ? 'unknown' : 'not-sent' });
    const body = Buffer.from(JSON.stringify(message));
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('close', fail);
        response.on('end', () => {
          const read = readJson(Buffer.concat(chunks));
          const status = response.statusCode ?? 0;
          resolve(
            read.ok
              ? { kind: 'reply', status, headers: response.headers, body: read.value }
              : { kind: 'unknown' },
          );
        });
      },
    );
    outgoing.on('socket', (socket) => socket.once('connect', () => (connected = true)));
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

function readJson(bytes: Buffer): { readonly ok: boolean; readonly value?: unknown } {
  try {
    const value: unknown = bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'));
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}
