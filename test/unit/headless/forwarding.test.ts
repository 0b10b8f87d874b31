import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startRig, stopRigs, textOf } from '../mcp/mcpRig.ts';
import { startForwarding, tellsChange } from './forwardRig.ts';
import { atEnd, call, cleanUp } from './headlessRig.ts';

describe('with a window on its folder the headless server', () => {
  afterEach(async () => {
    await cleanUp();
    await stopRigs();
  });

  it('sends calls there, under the name of its client, and passes answers on unchanged', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url);

    const { result } = await rig.ask(1, 'be-echo', { text: 'hé' });

    assert.deepEqual(result, {
      content: [{ type: 'text', text: 'hé' }],
      structuredContent: { length: 2 },
      isError: false,
    });
    assert.equal(window.service.calls[0]?.caller.client, 'raw-client');
    assert.equal(rig.here.calls.length, 0);
  });

  it('offers the tools that the window offers, and tells when they change', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    window.service.tools = [];
    await rig.announce(window.url);
    rig.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

    const { result } = await rig.until(({ id }) => id === 1);
    await window.service.until(() => window.service.listenerCount === 1);
    window.service.fireToolsChanged();
    await rig.until(tellsChange);

    assert.deepEqual(result, { tools: [] });
  });

  it('passes on what it can not know: a misspelt tool and arguments that are no object', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url);

    const { result } = await rig.ask(1, 'no-such', 'long text');

    assert.equal(textOf(result), 'no tool no-such');
    assert.equal(window.service.calls[0]?.args, 'long text');
  });

  it('works on alone when the window closes, says so, and goes back to it when it is there again', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    const announcement = await rig.announce(window.url);
    await rig.ask(1, 'be-echo', { text: 'a' });

    await window.server.stop();
    await announcement.withdraw();
    await rig.until(tellsChange);
    const alone = await rig.ask(2, 'be-echo', { text: 'b' });
    const again = await window.server.start();
    await rig.announce(again.url);
    const back = await rig.ask(3, 'be-echo', { text: 'c' });

    assert.equal(textOf(alone.result), 'b');
    assert.equal(textOf(back.result), 'c');
    assert.deepEqual(
      rig.here.calls.map(({ args }) => args),
      [{ text: 'b' }],
    );
  });

  it('makes a call itself that found nobody listening, and removes the entry', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await window.server.stop();
    await rig.announce(window.url);

    const { result } = await rig.ask(1, 'be-echo', { text: 'a' });

    assert.equal(textOf(result), 'a');
    assert.equal(rig.here.calls.length, 1);
    const { readdir } = await import('node:fs/promises');
    assert.deepEqual(await readdir(join(rig.storage, 'windows')), []);
  });

  it('answers a call "unknown" whose window was stopped under it, and does not repeat it', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url);
    rig.send(call(1, 'be-hang', {}));
    await window.service.until(() => window.service.calls.length === 1);

    await window.server.stop();
    const { result } = await rig.until(({ id }) => id === 1);

    assert.match(textOf(result), /outcome is unknown/);
    assert.equal(rig.here.calls.length, 0);
  });

  it('answers a call "unknown" whose connection broke, and does not repeat it', async () => {
    const rig = await startForwarding();
    const breaking = createServer((request, response) => {
      request.resume();
      if (request.method === 'GET') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(': open\n\n');
      } else if (request.headers['mcp-session-id'] === undefined) {
        response.setHeader('Mcp-Session-Id', 's');
        response.end('{"jsonrpc":"2.0","id":"forward","result":{}}');
      } else {
        request.on('end', () => request.socket.destroy());
      }
    }).listen(0, '127.0.0.1');
    await once(breaking, 'listening');
    atEnd(() => {
      breaking.closeAllConnections();
      return new Promise((resolve) => breaking.close(resolve));
    });
    await rig.announce(`http://127.0.0.1:${(breaking.address() as AddressInfo).port}/mcp`);

    const { result } = await rig.ask(1, 'be-echo', { text: 'a' });

    assert.match(textOf(result), /outcome is unknown/);
    assert.equal(rig.here.calls.length, 0);
  });

  it('opens a new session where the window has forgotten its own', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url);
    await rig.ask(1, 'be-echo', { text: 'a' });

    await window.server.stop();
    await window.server.start();
    const { result } = await rig.ask(2, 'be-echo', { text: 'b' });

    assert.equal(textOf(result), 'b');
    assert.equal(window.service.calls.length, 2);
  });

  it('passes a cancellation on, and goes on', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url);
    rig.send(call(1, 'be-hang', {}));
    await window.service.until(() => window.service.calls.length === 1);
    const signal = window.service.calls[0]?.signal;
    assert.ok(signal);

    const aborted = once(signal, 'abort');
    const params = { requestId: 1 };
    rig.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await aborted;
    const { result } = await rig.ask(2, 'be-echo', { text: 'b' });

    assert.equal(textOf(result), 'b');
    assert.ok(!rig.received.some(({ id }) => id === 1));
  });

  it('leaves it when it closes the folder', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    const announcement = await rig.announce(window.url);
    await rig.ask(1, 'be-echo', { text: 'a' });

    await announcement.announce({ url: window.url, token: 't', folders: ['/elsewhere'] });
    await rig.ask(2, 'be-echo', { text: 'b' });

    assert.equal(rig.here.calls.length, 1);
  });

  it('does not take one that has a folder above or below open: paths would mean other files', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url, [join(rig.root, '..'), join(rig.root, 'src')]);

    await rig.ask(1, 'be-echo', { text: 'a' });

    assert.equal(window.service.calls.length, 0);
  });

  it('does not send what is no call there', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url);
    await rig.ask(1, 'be-echo', { text: 'a' });
    await window.server.stop();

    rig.send({ jsonrpc: '2.0', id: 2, method: 'ping' });

    assert.deepEqual((await rig.until(({ id }) => id === 2)).result, {});
  });

  it('never logs or tells the token', async () => {
    const [rig, window] = await Promise.all([startForwarding(), startRig()]);
    await rig.announce(window.url);
    await rig.ask(1, 'be-echo', { text: 'a' });
    await window.server.stop();
    await rig.ask(2, 'be-echo', { text: 'a' });

    const said = JSON.stringify([rig.log.lines, rig.received]);

    assert.doesNotMatch(said, /f{64}/);
  });
});
