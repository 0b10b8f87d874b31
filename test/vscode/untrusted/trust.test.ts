import assert from 'node:assert/strict';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { onDisk, until } from '../workspaceFiles.ts';

describe('SEC-12 a workspace the user has not trusted', () => {
  let session: McpSession;

  before(async () => {
    session = await connect();
  });

  after(() => session.close());

  it('offers only what changes no file, and refuses an edit whose text it keeps', async () => {
    const { tools } = await session.client.listTools();
    const read = await session.call('be-read', { file: 'notes.md' });
    const write = await session.call('be-write', {
      file: 'notes.md',
      content: 'a whole new text that is long enough to be kept\n',
    });

    assert.deepEqual(
      tools.map((tool) => tool.name),
      [
        ...['be-read', 'be-func-range', 'be-tag-range', 'be-balance'],
        ...['context-update', 'artifact-get'],
      ],
    );
    assert.equal(read.isError, false, read.text);
    assert.equal(write.structured['code'], 'untrusted-workspace');
    assert.match(String(write.structured['chip']), /^chip:/);
    assert.match(await onDisk('notes.md'), /^# Notes/);
  });

  it('offers everything as soon as trust is given, and tells its clients', async () => {
    let told = false;
    session.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      told = true;
    });

    await vscode.commands.executeCommand('workbench.trust.manage');
    await driveUi({ action: 'click', role: 'button', name: '/^Trust$/' });

    await until('the client is told', () => told);
    const { tools } = await session.client.listTools();
    const write = await session.call('be-write', { file: 'notes.md', content: 'new\n' });
    assert.equal(tools.length, 12);
    assert.equal(write.isError, false, write.text);
    assert.equal(await onDisk('notes.md'), 'new\n');
  });
});
