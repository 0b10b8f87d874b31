import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that lets nothing through. */
export interface RefusingProxy {
  readonly url: string;
  /** What was asked for, in order: host and port, or an address. */
  readonly refused: readonly string[];
  dispose(): Promise<void>;
}

/** Starts a proxy that answers 403 at once, so that a program without a network does not wait for one. */
export async function startRefusingProxy(): Promise<RefusingProxy> {
  const refused: string[] = [];
  const server = createServer((request, response) => {
    refused.push(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    refused.push(request.url ?? '');
    // The other side may hang up first.
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    dispose: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
