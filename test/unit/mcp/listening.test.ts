import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenPatiently } from '../../../src/mcp/listening.ts';

describe('listening on a port that another holds', () => {
  let holder: Server;
  let port: number;
  let server: Server;

  beforeEach(async () => {
    holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    port = (holder.address() as AddressInfo).port;
    server = createServer();
  });

  afterEach(() => {
    holder.close();
    server.close();
  });

  it('takes it as soon as it is free', async () => {
    const { signal } = new AbortController();
    setTimeout(() => holder.close(), 600);

    const taken = await listenPatiently(server, port, { patience: 10_000, signal });

    assert.equal(taken, port);
    assert.equal(server.listening, true);
  });

  it('is given up when the patience is over, not before and without listeners left', async () => {
    const before = listeners(server);
    const { signal } = new AbortController();
    const began = performance.now();

    const trying = listenPatiently(server, port, { patience: 600, signal });

    await assert.rejects(trying, { code: 'EADDRINUSE' });
    const waited = performance.now() - began;
    assert.ok(waited >= 450, `${waited} ms`);
    assert.ok(waited < 5000, `${waited} ms`);
    assert.deepEqual(listeners(server), before);
  });

  it('ends at once when it is stopped, and listens no more when the port becomes free', async () => {
    const before = listeners(server);
    const stopping = new AbortController();
    const trying = listenPatiently(server, port, { patience: 60_000, signal: stopping.signal });
    const rejected = assert.rejects(trying, /stopped before it had a port/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();

    stopping.abort();
    await rejected;

    assert.ok(performance.now() - began < 100);
    assert.deepEqual(listeners(server), before);
    holder.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(server.listening, false);
  });

  it('is not tried again after another fault', async () => {
    const before = listeners(server);
    const { signal } = new AbortController();
    const began = performance.now();

    const trying = listenPatiently(server, 65_536, { patience: 60_000, signal });

    await assert.rejects(trying, { code: 'ERR_SOCKET_BAD_PORT' });
    assert.ok(performance.now() - began < 200);
    assert.deepEqual(listeners(server), before);
  });
});

function listeners(server: Server): Record<string, number> {
  return {
    listening: server.listenerCount('listening'),
    error: server.listenerCount('error'),
  };
}
