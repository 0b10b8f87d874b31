import { once } from 'node:events';
import type { Server } from 'node:http';

/** The one address that is listened on. */
export const loopback = '127.0.0.1';

/** Milliseconds from one try of a port that is taken to the next. */
const tryEvery = 250;

/** Lets a server listen on a port of the loopback address, 0 for any; answers the port. Rejects where it may not. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen({ host: loopback, port, exclusive: true });
  // Not by the callback of `listen`, which stays on the server after every port that was taken.
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) {
    throw new Error('The MCP server has no address.');
  }
  return address.port;
}

/**
 * The same, but a port that is taken is tried again until `patience` milliseconds are over: who held it may be about to
 * end, as an extension host is whose window is loaded anew. `signal` ends the waiting at once, with a rejection. A port
 * that is free costs nothing more; one that stays taken costs all of the patience.
 */
export async function listenPatiently(
  server: Server,
  port: number,
  { patience, signal }: { readonly patience: number; readonly signal: AbortSignal },
): Promise<number> {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await listen(server, port);
    } catch (cause) {
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || performance.now() + tryEvery > until) {
        throw cause;
      }
    }
    await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('The MCP server was stopped before it had a port.'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, tryEvery);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) {
      stop();
    }
  });
}
