import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { initializeBody, openRequest, send, startRig, stopRigs, token } from './mcpRig.ts';
import type { RawRequest } from './mcpRig.ts';

describe('SEC-09 access to the MCP server', () => {
  afterEach(stopRigs);

  const refused: readonly (readonly [string, number, (port: number) => RawRequest])[] = [
    ['a foreign Host', 403, (port) => ({ host: `evil.example:${port}` })],
    ['a Host without our port', 403, () => ({ host: '127.0.0.1' })],
    ['a foreign Origin', 403, () => ({ headers: { origin: 'https://evil.example' } })],
    ['the Origin null', 403, () => ({ headers: { origin: 'null' } })],
    ['a local Origin of another port', 403, () => ({ headers: { origin: 'http://localhost:1' } })],
    ['OPTIONS', 405, () => ({ method: 'OPTIONS' })],
    ['PUT', 405, () => ({ method: 'PUT' })],
    ['another path', 404, () => ({ path: '/.well-known/oauth-protected-resource/mcp' })],
    ['no token', 401, () => ({ headers: { authorization: undefined } })],
    ['a wrong token', 401, () => ({ headers: { authorization: `Bearer ${'0'.repeat(64)}` } })],
    [
      'the start of the token',
      401,
      () => ({ headers: { authorization: `Bearer ${token.slice(1)}` } }),
    ],
    ['the token in another scheme', 401, () => ({ headers: { authorization: `Basic ${token}` } })],
    ['a text/plain body', 415, () => ({ headers: { 'content-type': 'text/plain' } })],
    [
      'a body that only names JSON',
      415,
      () => ({ headers: { 'content-type': 'text/plain; a=application/json' } }),
    ],
    [
      'a UTF-16 body',
      415,
      () => ({ headers: { 'content-type': 'application/json; charset=utf-16' } }),
    ],
    ['a compressed body', 415, () => ({ headers: { 'content-encoding': 'gzip' } })],
  ];
  for (const [what, status, raw] of refused) {
    it(`refuses ${what} with ${status} as a JSON-RPC error, before any tool code`, async () => {
      const { port, service } = await startRig();

      const answer = await send(port, { body: initializeBody, ...raw(port) });

      assert.equal(answer.status, status);
      assert.equal(answer.json.id, null);
      assert.equal(typeof answer.json.error?.message, 'string');
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
      assert.deepEqual(service.calls, []);
      assert.equal(service.listenerCount, 0);
    });
  }

  it('asks for a bearer token when it refuses one', async () => {
    const { port } = await startRig();

    const answer = await send(port, {
      headers: { authorization: undefined },
      body: initializeBody,
    });

    assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
  });

  it('answers a refused request without waiting for its body', async () => {
    const { port } = await startRig();
    const outgoing = openRequest(port, {
      headers: { authorization: undefined, 'content-length': '1000000' },
    });
    outgoing.on('error', () => undefined);
    outgoing.flushHeaders();

    const [answer] = (await once(outgoing, 'response')) as [{ statusCode: number }];

    assert.equal(answer.statusCode, 401);
    outgoing.destroy();
  });

  const accepted: readonly (readonly [string, (port: number) => RawRequest])[] = [
    ['no Origin', () => ({})],
    ['the Host localhost', (port) => ({ host: `localhost:${port}` })],
    ['the Host LOCALHOST', (port) => ({ host: `LOCALHOST:${port}` })],
    ['our own Origin', (port) => ({ headers: { origin: `http://127.0.0.1:${port}` } })],
    ['the scheme in lower case', () => ({ headers: { authorization: `bearer ${token}` } })],
    ['a charset', () => ({ headers: { 'content-type': 'application/json; charset=UTF-8' } })],
    ['a query', () => ({ path: '/mcp?x=1' })],
    ['no Accept header', () => ({ headers: { accept: undefined } })],
    ['an unknown protocol version', () => ({ headers: { 'mcp-protocol-version': '2099-01-01' } })],
  ];
  for (const [what, raw] of accepted) {
    it(`serves a local client with ${what}`, async () => {
      const { port } = await startRig();

      const answer = await send(port, { body: initializeBody, ...raw(port) });

      assert.equal(answer.status, 200);
    });
  }

  it('listens on no other address than 127.0.0.1', async function () {
    const other = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find((address) => address.family === 'IPv4' && !address.internal);
    // A machine whose only network is loopback has no other address to try.
    if (!other) {
      return this.skip();
    }
    const { port } = await startRig();

    const socket = connectSocket(port, other.address);

    const [cause] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    assert.equal(cause.code, 'ECONNREFUSED');
  });

  it('logs neither token nor arguments, and each kind of refusal once', async () => {
    const { port, log } = await startRig();
    const secret = { body: '{"secret-argument', headers: { authorization: `Bearer secret-guess` } };

    await send(port, secret);
    await send(port, secret);
    await send(port, { body: '{"secret-argument' });

    assert.equal(log.lines.filter((line) => line.includes('token')).length, 1);
    assert.equal(
      log.lines.some((line) => /secret|ffff/.test(line)),
      false,
    );
  });
});
