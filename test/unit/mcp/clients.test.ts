import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  callBody,
  clientTransport,
  connect,
  initialize,
  openRequest,
  openStream,
  send,
  startRig,
  stopRigs,
  textOf,
} from './mcpRig.ts';

describe('MCP clients', () => {
  afterEach(stopRigs);

  it('learn name, version and instructions, and can ping', async () => {
    const { url } = await startRig();

    const client = await connect(url);

    assert.deepEqual(client.getServerVersion(), {
      name: 'chipboard',
      title: 'Chipboard',
      version: '1.2.3',
    });
    assert.match(client.getInstructions() ?? '', /be-read/);
    assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: true } });
    await client.ping();
  });

  it('list the tools with title, schema and annotations', async () => {
    const { url, service } = await startRig();

    const { tools } = await (await connect(url)).listTools();

    assert.deepEqual(tools, service.tools);
  });

  it('get text, structured content and isError of a call', async () => {
    const { url, service } = await startRig();
    const client = await connect(url, 'some-agent');

    const result = await client.callTool({ name: 'be-echo', arguments: { text: 'hé' } });

    assert.deepEqual(result, {
      content: [{ type: 'text', text: 'hé' }],
      structuredContent: { length: 2 },
      isError: false,
    });
    assert.equal(service.calls[0]?.caller.client, 'some-agent');
  });

  it('get an error result for an unknown tool, from the service', async () => {
    const { url } = await startRig();

    const result = await (await connect(url)).callTool({ name: 'no-such' });

    assert.equal(result.isError, true);
    assert.equal(textOf(result), 'no tool no-such');
  });

  it('reach the service with arguments that are no object, so that their text is not lost', async () => {
    const { port, service } = await startRig();
    const session = await initialize(port);

    await send(port, {
      headers: { 'mcp-session-id': session },
      body: callBody(1, 'long text', 'x'),
    });

    assert.equal(service.calls[0]?.args, 'long text');
  });

  it('can pass an argument of 10 MB', async () => {
    const { url, service } = await startRig();
    const text = 'zeile\n"é\\'.repeat(1_100_000);

    const result = await (await connect(url)).callTool({ name: 'be-echo', arguments: { text } });

    assert.equal(textOf(result).length, text.length);
    assert.deepEqual(service.calls[0]?.args, { text });
  });

  it('work side by side: each of 20 interleaved calls is answered to its asker', async () => {
    const { url, service } = await startRig();
    const clients = await Promise.all([connect(url, 'one'), connect(url, 'two')]);

    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const [one, two] = await Promise.all(
          clients.map((client, c) =>
            client.callTool({ name: 'be-echo', arguments: { text: `${c}:${n}` } }),
          ),
        );
        return [textOf(one), textOf(two)];
      }),
    );

    assert.deepEqual(
      texts,
      Array.from({ length: 20 }, (_, n) => [`0:${n}`, `1:${n}`]),
    );
    const callers = new Set(
      service.calls.map(({ caller }) => `${caller.client} ${caller.session}`),
    );
    assert.equal(callers.size, 2);
  });

  it('go on when another one ends its session', async () => {
    const { url, service } = await startRig();
    const leaving = clientTransport(url);
    const one = await connect(url);
    const two = new Client({
      name: 'b',
      version: '0',
    });
    await two.connect(leaving);

    await leaving.terminateSession();
    await two.close();
    const result = await one.callTool({ name: 'be-echo', arguments: { text: 'still here' } });
    const three = await connect(url);

    assert.equal(textOf(result), 'still here');
    assert.equal(service.listenerCount, 2);
    await three.ping();
  });

  it('are told over their event stream that the tools changed', async () => {
    const { url, service } = await startRig();
    let opened: () => void = () => undefined;
    const streamOpen = new Promise<void>((resolve) => (opened = resolve));
    const client = new Client({ name: 'listener', version: '0' });
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    const watchedFetch: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method === 'GET') {
        opened();
      }
      return answer;
    };
    await client.connect(clientTransport(url, watchedFetch));
    await streamOpen;

    service.fireToolsChanged();

    await told;
  });

  it('with two event streams get each message once, on the newer one', async () => {
    const { port, service } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };
    const older = await openStream(port, headers);
    const newer = await openStream(port, headers);

    service.fireToolsChanged();
    const [chunk] = (await once(newer, 'data')) as [Buffer];

    assert.match(String(chunk), /list_changed/);
    assert.equal(older.read(), null);
  });

  it('can cancel a call; its signal is aborted and its POST ends', async () => {
    const { url, service, undelivered } = await startRig();
    const client = await connect(url);
    const abort = new AbortController();
    const call = client.callTool({ name: 'be-hang' }, undefined, { signal: abort.signal });
    await service.until(() => service.calls.length === 1);
    const signal = service.calls[0]?.signal;
    assert.ok(signal);

    const aborted = once(signal, 'abort');
    abort.abort();

    await assert.rejects(call);
    await aborted;
    await client.ping();
    assert.equal(undelivered.length, 1);
  });

  it('can cancel a request with the id 0, and its POST ends without an answer', async () => {
    const { port, service } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };
    const call = send(port, { headers, body: callBody(0, {}, 'be-hang') });
    await service.until(() => service.calls.length === 1);

    const body = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 0 },
    });
    await send(port, { headers, body });

    assert.equal((await call).status, 202);
    assert.equal(service.calls[0]?.signal.aborted, true);
  });

  it('that disconnect in mid-call cancel it, and the lost answer is reported', async () => {
    const { port, service, undelivered } = await startRig();
    const outgoing = openRequest(port, { headers: { 'mcp-session-id': await initialize(port) } });
    outgoing.on('error', () => undefined);
    outgoing.end(callBody(7, {}, 'be-hang'));
    await service.until(() => service.calls.length === 1);
    const signal = service.calls[0]?.signal;
    assert.ok(signal);

    const aborted = once(signal, 'abort');
    outgoing.destroy();

    await aborted;
    assert.deepEqual(undelivered, ['7']);
  });

  it('of one session may use the same id at once and each gets its own answer', async () => {
    const { port } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };

    const answers = await Promise.all(
      ['a', 'b'].map((text) => send(port, { headers, body: callBody(5, { text }) })),
    );

    assert.deepEqual(
      answers.map(({ json }) => [json.id, textOf(json.result)]),
      [
        [5, 'a'],
        [5, 'b'],
      ],
    );
  });

  it('of 2025-03-26 may send batches and get one array back', async () => {
    const { port } = await startRig();
    const headers = { 'mcp-session-id': await initialize(port) };
    const body = `[${callBody('x', { text: '1' })},{"jsonrpc":"2.0","method":"notifications/initialized"},${callBody(2, { text: '2' })}]`;

    const answer = await send(port, { headers, body });

    const answers = JSON.parse(answer.text) as { id: unknown; result: unknown }[];
    assert.deepEqual(
      answers.map(({ id, result }) => [id, textOf(result)]),
      [
        ['x', '1'],
        [2, '2'],
      ],
    );
  });

  it('get a JSON-RPC internal error for a fault in a call, and the server goes on', async () => {
    const { url, log } = await startRig();
    const client = await connect(url);

    await assert.rejects(client.callTool({ name: 'be-fault' }), { code: -32603 });

    await client.ping();
    assert.match(log.lines.join('\n'), /a fault/);
  });
});
