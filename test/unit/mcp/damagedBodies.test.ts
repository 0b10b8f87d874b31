import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import {
  callBody,
  initialize,
  openRequest,
  send,
  startRig,
  stopRigs,
  textOf,
  token,
} from './mcpRig.ts';

describe('a request body that cannot be read', () => {
  afterEach(stopRigs);

  it('is kept, and a tools/call among them is answered by a result that the model sees', async () => {
    const { port, service } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };
    const body =
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{"content":"a\nb"}}}';

    const answer = await send(port, { headers, body });

    assert.equal(answer.status, 200);
    assert.equal(answer.json.id, 7);
    assert.equal(answer.json.result?.['isError'], true);
    assert.deepEqual(answer.json.result?.['structuredContent'], { chip: 'abc123' });
    assert.match(
      textOf(answer.json.result),
      /^kept: .* at character \d+ \(line 1, column \d+\)\.$/,
    );
    assert.equal(service.kept[0]?.body, body);
    assert.equal(service.kept[0]?.caller.client, 'raw-client');
  });

  it('is kept, and answered by a JSON-RPC parse error when it has no recognisable id', async () => {
    const { port, service } = await startRig();

    const answer = await send(port, { body: '{"method":"tools/call","params":{"content":"a' });

    assert.equal(answer.status, 400);
    assert.equal(answer.json.error?.code, -32700);
    assert.match(answer.json.error?.message ?? '', /^kept: .*ends too early/);
    assert.deepEqual(answer.json.error?.data, { chip: 'abc123' });
    assert.deepEqual(service.kept[0]?.caller, { client: 'unknown', session: '' });
  });

  it('is kept when it is not UTF-8, and no byte of it is replaced', async () => {
    const { port, service } = await startRig();
    const body = Buffer.from(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":"\xe9"}}',
      'latin1',
    );

    const answer = await send(port, { body });

    assert.match(textOf(answer.json.result), /not UTF-8: bad byte at or just before 61/);
    assert.equal(service.kept[0]?.body, body.toString('latin1'));
  });

  it('is kept when it is JSON but no JSON-RPC message', async () => {
    const { port, service } = await startRig();

    const answer = await send(port, { body: '{"file":"a.txt","content":"text"}' });

    assert.equal(answer.status, 400);
    assert.equal(service.kept.length, 1);
  });

  it('is kept as far as it came when the client leaves in mid-transfer', async () => {
    const { port, service } = await startRig();
    const body = callBody(1, { text: 'x'.repeat(1000) });
    const outgoing = openRequest(port, { headers: { 'content-length': String(body.length) } });
    outgoing.on('error', () => undefined);

    outgoing.write(body.slice(0, 500), () => outgoing.destroy());
    await service.until(() => service.kept.length === 1);

    assert.equal(service.kept[0]?.body, body.slice(0, 500));
    assert.equal(
      service.kept[0]?.problem,
      `The request was cut off after 500 of ${body.length} bytes.`,
    );
    assert.deepEqual(service.calls, []);
  });

  it('is kept when the connection is closed politely before Content-Length was reached', async () => {
    const { port, service } = await startRig();
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
    const socket = connectSocket(port, '127.0.0.1');

    socket.end(`${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"half":`);
    await service.until(() => service.kept.length === 1);

    assert.equal(service.kept[0]?.body, '{"half":');
  });

  it('is kept when the server stops in mid-transfer, before stop is done', async () => {
    const { port, service, server } = await startRig();
    const outgoing = openRequest(port, {
      headers: { 'content-length': '999', expect: '100-continue' },
    });
    outgoing.on('error', () => undefined);
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    await new Promise((resolve) => outgoing.write('{"half":', resolve));
    await send(port, { method: 'GET' });

    await server.stop();

    assert.equal(service.kept[0]?.body, '{"half":');
  });

  for (const declared of [true, false]) {
    it(`over the limit gets 413 ${declared ? 'by its length' : 'when too much has come'}`, async () => {
      const { port, service } = await startRig({ bodyLimit: 1000 });
      const body = callBody(1, { text: 'x'.repeat(100_000) });
      const headers = declared
        ? { 'content-length': String(body.length) }
        : { 'transfer-encoding': 'chunked' };

      const answer = await send(port, { headers, body });

      assert.equal(answer.status, 413);
      assert.match(answer.json.error?.message ?? '', /over 1000 bytes/);
      assert.deepEqual(service.kept, []);
    });
  }

  it('does not stop the server when keeping it fails: the client gets 500', async () => {
    const { port, service, log } = await startRig();
    service.keepUnreadable = () => Promise.reject(new Error('store is gone'));

    const answer = await send(port, { body: '{' });

    assert.equal(answer.status, 500);
    assert.equal(answer.json.error?.code, -32603);
    assert.match(log.lines.join('\n'), /store is gone/);
    assert.notEqual(await initialize(port), '');
  });
});
