import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { connectTo, copiedConnection } from '../otherWindow.ts';
import { until } from '../workspaceFiles.ts';

const window = 'reloaded';

describe('a window that is loaded anew', () => {
  before(() => driveUi({ action: 'openWindow', window }));

  after(() => driveUi({ action: 'closeWindow', window }));

  it('keeps address, token, chips and events, and knows that old views are gone', async () => {
    const address = await copiedConnection(window);
    const before = await connectTo(window);
    const read = await before.call('be-read', { file: 'notes.md:1-5' });
    const deleted = await before.call('be-delete', { file: 'notes.md:4' });
    await before.close();

    await driveUi({ action: 'reload', window });

    const after = await connectTo(window);
    const chips = await after.call('be-insert-chip', {});
    const status = await after.call('be-trx', { action: 'status' });
    const stale = await after.call('be-replace', {
      file: 'notes.md:3',
      content: 'x',
      viewed_code_id: read.structured.viewed_code_id,
    });
    await after.close();
    assert.deepEqual(await copiedConnection(window), address);
    assert.match(String(deleted.structured.chip), /^chip:\/\/[0-9a-f]{6}$/);
    assert.ok(JSON.stringify(chips.structured.chips).includes('- second'));
    assert.ok(
      JSON.stringify(status.structured.events).includes(String(deleted.structured.event_id)),
    );
    assert.equal(stale.structured.code, 'view-not-found');
  });

  it('MCP-03 answers a stale session with 404, and an initialize that carries it as a new one', async () => {
    const { url, headers } = await copiedConnection(window);
    const post = (id: string | null, body: object): Promise<Response> =>
      fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(id === null ? {} : { 'mcp-session-id': id }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
      });
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const stale = (await post(null, { method: 'initialize', params })).headers.get(
      'mcp-session-id',
    );
    await driveUi({ action: 'reload', window });
    await copiedConnection(window);

    const list = (): Promise<Response> => post(stale, { method: 'tools/list', params: {} });
    let call = await list();
    // The extension host of before the reload may go on for a moment, and knows its session.
    await until(
      'the former host is gone',
      async () => {
        call = call.status === 404 ? call : await list();
        return call.status === 404;
      },
      60_000,
    );
    const begun = await post(stale, { method: 'initialize', params });

    assert.equal(call.status, 404);
    assert.match(await call.text(), /"error":/);
    assert.equal(begun.status, 200);
    assert.notEqual(begun.headers.get('mcp-session-id'), stale);
  });
});
