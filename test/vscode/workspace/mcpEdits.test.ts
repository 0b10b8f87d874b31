import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, fileTabs, onDisk, open, put, until } from '../workspaceFiles.ts';

describe('edits by an MCP client', () => {
  let session: McpSession;

  before(async () => {
    session = await connect();
  });

  after(() => session.close());

  afterEach(closeEditors);

  it('edits a closed file on disk before the call returns, without a tab', async () => {
    await put('closed.txt', 'one\ntwo\nthree\n');
    const read = await session.call('be-read', { file: 'closed.txt' });

    const answer = await session.call('be-replace', {
      file: 'closed.txt:2',
      content: 'TWO\n',
      viewed_code_id: read.structured.viewed_code_id,
    });

    assert.equal(answer.isError, false, answer.text);
    assert.equal(await onDisk('closed.txt'), 'one\nTWO\nthree\n');
    assert.deepEqual(fileTabs(), []);
  });

  it('edits the buffer of a file with unsaved changes and says that it was not saved', async () => {
    await put('dirty.txt', 'one\ntwo\nthree\n');
    const editor = await open('dirty.txt');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 3), ' // mine'));
    const read = await session.call('be-read', { file: 'dirty.txt' });

    const answer = await session.call('be-replace', { file: 'dirty.txt:3', content: 'THREE' });

    assert.equal(read.structured.unsaved, true);
    assert.equal(answer.structured.saved, false);
    assert.equal(editor.document.getText(), 'one // mine\ntwo\nTHREE\n');
    assert.equal(await onDisk('dirty.txt'), 'one\ntwo\nthree\n');
  });

  it('makes a new file in a new folder', async () => {
    const answer = await session.call('be-write', {
      file: 'made/new.ts',
      content: 'export const a = 1;\n',
    });

    assert.equal(answer.isError, false, answer.text);
    assert.equal(await onDisk('made/new.ts'), 'export const a = 1;\n');
  });

  it('takes back exactly one call with one Ctrl-Z', async () => {
    await put('undo.txt', 'one\ntwo\nthree\n');
    const editor = await open('undo.txt');
    await session.call('be-replace', { file: 'undo.txt:1', content: 'ONE' });
    await session.call('be-replace', { file: 'undo.txt:2-3', content: 'TWO\nTHREE' });

    await driveUi({
      action: 'focus',
      selector: '.monaco-editor textarea, .monaco-editor .native-edit-context',
    });
    await driveUi({ action: 'press', key: 'Control+Z' });

    await until('one call is undone', () => editor.document.getText() === 'ONE\ntwo\nthree\n');
  });

  it('keeps the bytes of a file with mixed line ends', async () => {
    await put('mixed.txt', 'alpha\r\nbeta\ngamma\r\ndelta');

    await session.call('be-replace', { file: 'mixed.txt:2', content: 'BETA' });

    assert.equal(await onDisk('mixed.txt'), 'alpha\r\nBETA\ngamma\r\ndelta');
  });

  it('takes an edit back with be-trx and leaves later typing alone', async () => {
    await put('trx.txt', 'one\ntwo\nthree\n');
    const edit = await session.call('be-replace', { file: 'trx.txt:2', content: 'TWO' });
    await session.call('be-insert', { file: 'trx.txt:3', content: 'four' });

    const answer = await session.call('be-trx', {
      action: 'rollback',
      event: edit.structured.event_id,
    });

    assert.equal(answer.isError, false, answer.text);
    assert.equal(await onDisk('trx.txt'), 'one\ntwo\nthree\nfour\n');
  });
});
