import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { connect, connection, openSession } from '../mcpSession.ts';
import { copiedConnection } from '../otherWindow.ts';

const window = 'elsewhere';

describe('MCP-06 two windows with different folders', () => {
  let folder: string;

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'chipboard-window-')));
    writeFileSync(join(folder, 'a.txt'), 'there\n');
    await driveUi({ action: 'openWindow', window, folder });
  });

  after(async () => {
    await driveUi({ action: 'closeWindow', window }).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  it('serve each its own folder on a port of its own, and one goes on when the other closes', async () => {
    const here = await connect();
    await here.call('be-write', { file: 'a.txt', content: 'here\n' });
    const other = await copiedConnection(window);
    const there = await openSession(other, 'window-client');

    const readHere = await here.call('be-read', { file: 'a.txt' });
    const readThere = await there.call('be-read', { file: 'a.txt' });
    const outside = await here.call('be-read', { file: join(folder, 'a.txt') });
    await there.close();
    await driveUi({ action: 'closeWindow', window });
    const after = await here.call('be-read', { file: 'a.txt' });
    await here.close();

    assert.notEqual(new URL(other.url).port, new URL((await connection()).url).port);
    assert.equal(readHere.structured.content, '1\there');
    assert.equal(readThere.structured.content, '1\tthere');
    assert.equal(outside.structured.code, 'outside-workspace');
    assert.equal(after.structured.content, '1\there');
  });
});
