import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UiAnswer, UiRequest } from './uiProtocol.ts';

const BODY_LIMIT = 1_000_000;

/** The endpoint through which tests in the extension host reach the browser. */
export interface UiControl {
  /** Loopback address with a random token as its path; whoever knows it can drive the browser. */
  readonly url: string;
  dispose(): Promise<void>;
}

/**
 * Listens on a free loopback port for `UiRequest`s, sent with POST as JSON, and answers each with a `UiAnswer`.
 * @param perform Does what a request asks; what it throws becomes the answer's error.
 */
export async function startUiControl(
  perform: (request: UiRequest) => Promise<unknown>,
): Promise<UiControl> {
  const path = `/${randomBytes(24).toString('base64url')}`;
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    void answer(request, perform).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, dispose: () => close(server) };
}

async function answer(
  request: IncomingMessage,
  perform: (request: UiRequest) => Promise<unknown>,
): Promise<UiAnswer> {
  try {
    const value = await perform(JSON.parse(await bodyOf(request)) as UiRequest);
    return { ok: true, value: value ?? null };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > BODY_LIMIT) {
      throw new Error(`The request is longer than ${BODY_LIMIT} bytes.`);
    }
  }
  return Buffer.concat(parts).toString('utf8');
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}
