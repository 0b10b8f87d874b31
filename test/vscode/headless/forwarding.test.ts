import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, onDisk, open, put, until } from '../workspaceFiles.ts';
import type { ConnectedClaude, StdioSession } from './connected.ts';
import { connectClaude, startLauncher, storageOf } from './connected.ts';

describe('an agent on stdio beside a window', () => {
  let claude: ConnectedClaude;
  let session: StdioSession;
  let windows: string;

  before(async () => {
    claude = await connectClaude();
    const launcher = await claude.launcher();
    windows = join(storageOf(launcher), 'windows');
    await announced();
    session = await startLauncher(launcher);
  });

  after(async () => {
    await session.client.close();
    await claude.dispose();
  });

  afterEach(closeEditors);

  function announced(): Promise<void> {
    return until('the window is announced', async () => (await readdir(windows)).length === 1);
  }

  /** Opens a file with a change of the user's that is not saved. */
  async function openDirty(name: string): Promise<vscode.TextEditor> {
    await put(name, 'one\ntwo\nthree\n');
    const editor = await open(name);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 3), ' // mine'));
    return editor;
  }

  it('edits the open buffer with its unsaved changes', async () => {
    const editor = await openDirty('stdio.txt');

    const read = await session.call('be-read', { file: 'stdio.txt' });
    const answer = await session.call('be-replace', {
      file: 'stdio.txt:3',
      content: 'THREE',
      viewed_code_id: read.structured.viewed_code_id,
    });

    assert.equal(read.structured.unsaved, true);
    assert.equal(answer.isError, false, answer.text);
    assert.equal(editor.document.getText(), 'one // mine\ntwo\nTHREE\n');
  });

  it('goes on alone when the window is not there any more, and comes back to it', async () => {
    await put('alone.txt', 'one\n');
    for (const name of await readdir(windows)) {
      await rm(join(windows, name));
    }

    const alone = await session.call('be-insert', { file: 'alone.txt:1', content: 'two' });
    const editor = await openDirty('back.txt');
    await vscode.commands.executeCommand('chipboard.mcp.restart');
    await announced();
    const back = await session.call('be-replace', { file: 'back.txt:3', content: 'THREE' });

    assert.equal(alone.isError, false, alone.text);
    assert.equal(await onDisk('alone.txt'), 'one\ntwo\n');
    assert.equal(back.isError, false, back.text);
    assert.equal(editor.document.getText(), 'one // mine\ntwo\nTHREE\n');
  });

  it('takes back through the window what it did alone', async () => {
    await put('undo.txt', 'one\n');
    const [name = ''] = await readdir(windows);
    await rm(join(windows, name));
    const alone = await session.call('be-delete', { file: 'undo.txt:1' });
    await vscode.commands.executeCommand('chipboard.mcp.restart');
    await announced();

    const back = await session.call('be-trx', {
      action: 'rollback',
      event: alone.structured.event_id,
    });

    assert.equal(back.isError, false, back.text);
    assert.equal(await onDisk('undo.txt'), 'one\n');
  });
});
