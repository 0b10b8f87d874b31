import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { onDisk, put, until, workspacePath } from '../workspaceFiles.ts';

describe('a file that is renamed in the editor', () => {
  let session: McpSession;

  before(async () => {
    session = await connect();
  });

  after(() => session.close());

  it('keeps its chips and its events', async () => {
    await put('old-name.txt', 'one\ntwo\nthree\n');
    const deleted = await session.call('be-delete', { file: 'old-name.txt:2' });
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(
      vscode.Uri.file(workspacePath('old-name.txt')),
      vscode.Uri.file(workspacePath('new-name.txt')),
    );

    await vscode.workspace.applyEdit(edit);

    await until('the chip has the new name', async () => {
      const list = await session.call('be-insert-chip', { file: 'new-name.txt' });
      return list.structured['total'] === 1;
    });
    const back = await session.call('be-trx', {
      action: 'rollback',
      event: deleted.structured['event_id'],
    });
    assert.equal(back.isError, false, back.text);
    assert.equal(await onDisk('new-name.txt'), 'one\ntwo\nthree\n');
  });
});
