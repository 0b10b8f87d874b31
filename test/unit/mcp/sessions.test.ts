import assert from 'node:assert/strict';
import {
  callBody,
  initialize,
  initializeBody,
  openRequest,
  send,
  startRig,
  stopRigs,
  textOf,
} from './mcpRig.ts';
import { once } from 'node:events';

describe('MCP sessions', () => {
  afterEach(stopRigs);
  const stale = { 'mcp-session-id': 'stale' };

  it('MCP-03 answer a call of an unknown session with 404 and a JSON-RPC error, and run nothing', async () => {
    const { port, service } = await startRig();

    const answer = await send(port, { headers: stale, body: callBody(7, { text: 'a' }) });

    assert.equal(answer.status, 404);
    assert.equal(answer.json.error?.code, -32001);
    assert.deepEqual(service.calls, []);
  });

  it('MCP-03 begin anew for an initialize that carries a stale session', async () => {
    const { port } = await startRig();

    const answer = await send(port, { headers: stale, body: initializeBody });

    assert.equal(answer.status, 200);
    assert.notEqual(answer.headers['mcp-session-id'], 'stale');
  });

  it('are required: a call without one gets 400', async () => {
    const { port } = await startRig();

    const answer = await send(port, { body: callBody(7, { text: 'a' }) });

    assert.equal(answer.status, 400);
  });

  it('answer server/discover with "method not found" and its id, so that clients go on with initialize', async () => {
    const { port } = await startRig();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'd-1',
      method: 'server/discover',
      params: {},
    });

    const answer = await send(port, { body, headers: { 'mcp-protocol-version': '2026-07-28' } });

    assert.equal(answer.status, 200);
    assert.equal(answer.json.id, 'd-1');
    assert.equal(answer.json.error?.code, -32601);
  });

  it('refuse GET without a session by 405, and with an unknown one by 404', async () => {
    const { port } = await startRig();

    const without = await send(port, { method: 'GET' });
    const unknown = await send(port, { method: 'GET', headers: stale });

    assert.equal(without.status, 405);
    assert.equal(unknown.status, 404);
  });

  it('end by DELETE; then they are unknown', async () => {
    const { port, service } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };

    const first = await send(port, { method: 'DELETE', headers });
    const second = await send(port, { method: 'DELETE', headers });

    assert.deepEqual([first.status, second.status], [202, 404]);
    assert.equal(service.listenerCount, 0);
  });

  it('that end say so to the calls that were running, in a way that makes no client repeat them', async () => {
    const { port, service, undelivered } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };
    const call = send(port, { headers, body: callBody(3, {}, 'be-hang') });
    await service.until(() => service.calls.length === 1);

    await send(port, { method: 'DELETE', headers });

    const { status, json } = await call;
    assert.deepEqual([status, json.id, json.result?.['isError']], [200, 3, true]);
    assert.match(textOf(json.result), /may have been carried out/);
    assert.equal(service.calls[0]?.signal.aborted, true);
    assert.deepEqual(undelivered, ['3']);
  });

  it('need no protocol version, and tolerate an unknown one', async () => {
    const { port } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };
    const body = callBody(1, { text: 'a' });

    const without = await send(port, { headers, body });
    const unknown = await send(port, {
      headers: { ...headers, 'mcp-protocol-version': '2099-01-01' },
      body,
    });

    assert.deepEqual([without.status, unknown.status], [200, 200]);
  });

  it('are not opened by an initialize that fails', async () => {
    const { port, service } = await startRig();
    const body = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}';

    const answer = await send(port, { body });

    assert.equal(answer.json.id, 1);
    assert.ok(answer.json.error);
    assert.equal(answer.headers['mcp-session-id'], undefined);
    assert.equal(service.listenerCount, 0);
  });

  it('are dropped after a time without request or stream', async () => {
    const clock = { time: 0, now: () => clock.time };
    const { port } = await startRig({ clock, sessionIdle: 1000 });
    const idle = { 'mcp-session-id': await initialize(port) };
    const streaming = { 'mcp-session-id': await initialize(port) };
    const stream = openRequest(port, { method: 'GET', headers: streaming });
    stream.end();
    await once(stream, 'response');
    clock.time = 1001;

    const answers = await Promise.all(
      [idle, streaming].map((headers) => send(port, { headers, body: callBody(1, { text: '' }) })),
    );

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 200],
    );
    stream.destroy();
  });

  it('make room for a new one at the limit: the one longest unused goes, never one that runs a call', async () => {
    const clock = { time: 0, now: () => ++clock.time };
    const { port, service } = await startRig({ clock, sessionLimit: 2 });
    const busy = { 'mcp-session-id': await initialize(port) };
    const idle = { 'mcp-session-id': await initialize(port) };
    const call = openRequest(port, { headers: busy });
    call.on('error', () => undefined);
    call.end(callBody(1, {}, 'be-hang'));
    await service.until(() => service.calls.length === 1);

    await initialize(port);

    assert.equal(
      (await send(port, { headers: idle, body: callBody(2, { text: '' }) })).status,
      404,
    );
    assert.equal(
      (await send(port, { headers: busy, body: callBody(2, { text: '' }) })).status,
      200,
    );
    call.destroy();
  });
});
