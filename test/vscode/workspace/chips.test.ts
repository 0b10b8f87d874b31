import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, onDisk, put, until, workspacePath } from '../workspaceFiles.ts';

describe('chips', () => {
  let session: McpSession;

  before(async () => {
    session = await connect();
  });

  after(() => session.close());

  afterEach(closeEditors);

  it('keeps the text of a failing be-write, which the palette command replays after showing the diff', async () => {
    const text = 'a text that took long to write\nand must not be lost\n';
    await put('target.txt', 'one\ntwo\n');
    const failed = await session.call('be-write', { file: '../outside.txt', content: text });
    const id = /^chip:\/\/([0-9a-f]{6})$/.exec(String(failed.structured.chip))?.[1];

    const replay = vscode.commands.executeCommand('chipboard.chip.replay', {
      id,
      file: workspacePath('target.txt'),
      line: 1,
      as: 'content',
    });
    await until('the diff is open', () => diffTabs().length === 1);
    await driveUi({ action: 'waitFor', role: 'button', name: 'Apply Replay' });
    await driveUi({ action: 'click', role: 'button', name: 'Apply Replay' });
    const applied = await replay;

    assert.equal(failed.isError, true);
    assert.equal(applied, true);
    assert.equal(await onDisk('target.txt'), `one\n${text}two\n`);
    assert.deepEqual(diffTabs(), []);
  });

  it('puts deleted text back where it stood, by the keyboard alone', async () => {
    await put('keys.txt', 'one\ntwo\nthree\nfour\n');
    const deleted = await session.call('be-delete', { file: 'keys.txt:2-3' });
    const id = String(deleted.structured['chip']).slice('chip://'.length);

    const replay = vscode.commands.executeCommand('chipboard.chip.replay', { id });
    const title = '.quick-input-widget .quick-input-title';
    await until('the file is asked for', async () => {
      const texts = (await driveUi({ action: 'texts', selector: title })) as string[];
      return texts.some((text) => text.includes('into which file'));
    });
    await driveUi({ action: 'press', key: 'Enter' });
    await driveUi({ action: 'waitFor', selector: 'text=After which line of keys.txt' });
    await driveUi({ action: 'press', key: 'Enter' });
    await until('the diff is open', () => diffTabs().length === 1);
    await driveUi({ action: 'waitFor', role: 'button', name: 'Apply Replay' });
    await vscode.commands.executeCommand('chipboard.replay.apply');

    assert.equal(await replay, true);
    assert.equal(await onDisk('keys.txt'), 'one\ntwo\nthree\nfour\n');
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 1);
  });

  it('makes a failed call again with arguments that the user has edited', async () => {
    await put('again.txt', 'one\ntwo\n');
    const failed = await session.call('be-replace', {
      file: 'again.txt:9',
      content: 'a line that took long to write\n',
    });
    const id = String(failed.structured['chip']).slice('chip://'.length);

    const again = vscode.commands.executeCommand('chipboard.chip.rerun', id);
    await until('the arguments are open', () => argumentDocument() !== undefined);
    await driveUi({ action: 'waitFor', role: 'button', name: 'Apply Replay' });
    await replaceText(argumentDocument(), 'again.txt:9', 'again.txt:2');
    await driveUi({ action: 'click', role: 'button', name: 'Apply Replay' });
    await until('the diff is open', () => diffTabs().length === 1);
    await driveUi({ action: 'waitFor', role: 'button', name: 'Apply Replay' });
    await vscode.commands.executeCommand('chipboard.replay.apply');

    assert.equal(await again, true);
    assert.equal(await onDisk('again.txt'), 'one\na line that took long to write\n');
  });

  it('opens a chip, read-only', async () => {
    await put('opened.txt', 'one\ntwo\n');
    const deleted = await session.call('be-delete', { file: 'opened.txt:2' });
    const id = String(deleted.structured['chip']).slice('chip://'.length);

    await vscode.commands.executeCommand('chipboard.chip.open', id);

    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.getText(), 'two\n');
    assert.match(document?.uri.path ?? '', new RegExp(`chip ${id} opened\\.txt$`));
  });

  it('changes nothing when the replay is cancelled', async () => {
    await put('kept.txt', 'one\ntwo\nthree\n');
    const deleted = await session.call('be-delete', { file: 'kept.txt:2' });
    const id = String(deleted.structured.chip).slice('chip://'.length);

    const replay = vscode.commands.executeCommand('chipboard.chip.replay', {
      id,
      file: workspacePath('kept.txt'),
      line: 1,
      as: 'content',
    });
    await until('the diff is open', () => diffTabs().length === 1);
    await driveUi({ action: 'click', role: 'button', name: 'Cancel Replay' });
    const applied = await replay;

    assert.equal(applied, false);
    assert.equal(await onDisk('kept.txt'), 'one\nthree\n');
  });

  it('does nothing when the file changed after the diff was shown', async () => {
    await put('moved.txt', 'one\ntwo\nthree\n');
    const deleted = await session.call('be-delete', { file: 'moved.txt:2' });
    const id = String(deleted.structured.chip).slice('chip://'.length);

    const replay = vscode.commands.executeCommand('chipboard.chip.replay', {
      id,
      file: workspacePath('moved.txt'),
      line: 1,
      as: 'content',
    });
    const ended = Promise.resolve(replay).then(
      (applied) => applied,
      (cause: unknown) => String(cause),
    );
    await until('the diff is open', () => diffTabs().length === 1);
    await session.call('be-insert', { file: 'moved.txt:0', content: 'zero\n' });
    await driveUi({ action: 'click', role: 'button', name: 'Apply Replay' });

    assert.notEqual(await ended, true);
    assert.equal(await onDisk('moved.txt'), 'zero\none\nthree\n');
  });
});

function argumentDocument(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === 'untitled' ? document : undefined;
}

async function replaceText(
  document: vscode.TextDocument | undefined,
  from: string,
  to: string,
): Promise<void> {
  assert.ok(document);
  const start = document.getText().indexOf(from);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(
    document.positionAt(start),
    document.positionAt(start + from.length),
  );
  edit.replace(document.uri, range, to);
  await vscode.workspace.applyEdit(edit);
}

function diffTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tab.input instanceof vscode.TabInputTextDiff);
}
