import type { IncomingMessage } from 'node:http';

/** What came of reading a request's body. */
export type Body =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  /** Over the limit; the rest was read and thrown away. */
  | { readonly kind: 'too-large' }
  /** The connection ended first. `declared` is the Content-Length in bytes, undefined where none was given. */
  | { readonly kind: 'cut-off'; readonly bytes: Uint8Array; readonly declared: number | undefined };

/**
 * Reads a request's body of at most `limit` bytes. Never rejects. A body over the limit is read to its end without
 * being kept: an answer in mid-transfer would reach most clients as a broken connection and not as an answer.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve) => {
    const declared = declaredLength(request);
    let tooLarge = declared !== undefined && declared > limit;
    let chunks: Uint8Array[] = [];
    let length = 0;
    request.on('data', (chunk: Uint8Array) => {
      length += chunk.byteLength;
      tooLarge ||= length > limit;
      if (tooLarge) {
        chunks = [];
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => {
      resolve(tooLarge ? { kind: 'too-large' } : { kind: 'whole', bytes: Buffer.concat(chunks) });
    });
    // `close` follows `end` too, when the promise is settled already; without it the body was cut off.
    request.on('close', () => {
      resolve(
        tooLarge
          ? { kind: 'too-large' }
          : { kind: 'cut-off', bytes: Buffer.concat(chunks), declared },
      );
    });
    // Without a listener a reset connection would be an uncaught error; `close` comes after it.
    request.on('error', () => undefined);
  });
}

function declaredLength(request: IncomingMessage): number | undefined {
  const value = request.headers['content-length'];
  return value === undefined ? undefined : Number(value);
}
