import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import {
  callBody,
  connect,
  initialize,
  openRequest,
  send,
  startRig,
  stopRigs,
  textOf,
} from './mcpRig.ts';

/** Another program that holds a port. */
async function holdPort(): Promise<{ readonly holder: Server; readonly port: number }> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return { holder, port: (holder.address() as AddressInfo).port };
}

describe('the MCP server', () => {
  afterEach(stopRigs);

  it('stops promptly with an open event stream and a running call, which is cancelled', async () => {
    const { port, service, server } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };
    const stream = openRequest(port, { method: 'GET', headers });
    stream.end();
    await once(stream, 'response');
    const call = send(port, { headers, body: callBody(1, {}, 'be-hang') });
    await service.until(() => service.calls.length === 1);
    const began = performance.now();

    await server.stop();

    assert.ok(performance.now() - began < 1000);
    assert.match(textOf((await call).json.result), /may have been carried out/);
    assert.equal(service.calls[0]?.signal.aborted, true);
    assert.equal(service.listenerCount, 0);
    await assert.rejects(send(port, { method: 'GET' }), { code: 'ECONNREFUSED' });
  });

  it('starts again on its port, and clients with the old token and a stale session find it', async () => {
    const { port, server } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };

    await server.stop();
    const again = await server.start();

    assert.equal(again.port, port);
    assert.equal((await send(port, { headers, body: callBody(1, { text: '' }) })).status, 404);
    await connect(again.url);
  });

  it('takes the asked port when it is free, and another when it is not', async () => {
    const { holder, port } = await holdPort();

    const other = await startRig({ port });
    holder.close();
    await once(holder, 'close');
    const asked = await startRig({ port });

    assert.notEqual(other.port, port);
    assert.equal(asked.port, port);
    await connect(other.url);
  });

  it('waits for the asked port while who holds it is about to end', async () => {
    const { holder, port } = await holdPort();
    setTimeout(() => holder.close(), 400);

    const asked = await startRig({ port, portPatience: 10_000 });

    assert.equal(asked.port, port);
    await connect(asked.url);
  });

  it('takes another port where the asked one stays taken', async () => {
    const { holder, port } = await holdPort();

    const other = await startRig({ port, portPatience: 600 });

    assert.notEqual(other.port, port);
    await connect(other.url);
    holder.close();
  });

  it('can be stopped while it waits for a port, and started again', async () => {
    const { server, port } = await startRig({ portPatience: 60_000 });
    await server.stop();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');

    const waiting = server.start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await Promise.all([assert.rejects(waiting, /stopped before it had a port/), server.stop()]);
    holder.close();
    await once(holder, 'close');
    const again = await server.start();

    assert.equal(again.port, port);
    await connect(again.url);
  });

  it('refuses to be started twice, and may be stopped twice', async () => {
    const { server } = await startRig();

    await assert.rejects(server.start());
    await server.stop();
    await server.stop();
  });
});
