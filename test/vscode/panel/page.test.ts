import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, onDisk, open, put, until } from '../workspaceFiles.ts';
import { inPage, keys, lineLabels, sidebar, untilLine } from './pageDriver.ts';

const lost = 'def rescued(text):\n    # words that only the text has: marmalade\n    return text\n';

describe('the page in the side bar', function () {
  this.timeout(60_000);

  let session: McpSession;

  before(async () => {
    session = await connect('claude-code');
    await vscode.commands.executeCommand('chipboard.chips.show');
    await inPage(sidebar, 'waitFor', { selector: '.list-line, .lesson' });
  });

  after(async () => {
    await session.close();
    await closeEditors();
  });

  it('shows the chip of a failing call at once', async () => {
    await put('rescue.py', 'import os\n\nprint(1)\n');
    const failed = await session.call('be-replace', { file: 'rescue.py:40-44', content: lost });

    const took = await untilLine(sidebar, /failed call of be-replace, rescue\.py/);

    // A figure for who reads it: how long a test's own machine takes says nothing about the page.
    process.stdout.write(`      seen ${took} ms after the answer\n`);
    assert.equal(failed.isError, true);
  });

  it('finds it by words that only its text has', async () => {
    await session.call('be-write', {
      file: '../outside.md',
      content: '# Another text that fails and is long enough to be kept\n',
    });
    await untilLine(sidebar, /be-write/);

    await inPage(sidebar, 'fill', { selector: '[data-name="search"] input', text: 'marmalade' });
    await until('one line is left', async () => (await lineLabels(sidebar)).length === 1);

    assert.match((await lineLabels(sidebar))[0] ?? '', /rescue\.py/);
  });

  it('previews, applies, and Ctrl+Z takes it back', async () => {
    const before = await onDisk('rescue.py');
    await open('rescue.py');
    await inPage(sidebar, 'click', { selector: '.list-line' });
    await inPage(sidebar, 'click', { selector: '[data-name="replay"]' });
    await inPage(sidebar, 'waitFor', { selector: 'replay-form .diff-table' });
    const shown = String(await inPage(sidebar, 'text', { selector: 'replay-form .diff-table' }));

    await inPage(sidebar, 'click', { selector: '[data-name="apply"]' });
    await until('the text is in the file', async () =>
      (await onDisk('rescue.py')).includes('marmalade'),
    );
    const after = await onDisk('rescue.py');
    await until('it is an event', async () =>
      /be-insert-chip/.test((await session.call('be-trx', { action: 'status' })).text),
    );
    await open('rescue.py');
    await keys('Control+Z');
    await until(
      'the text is gone from the editor',
      () => !(vscode.window.activeTextEditor?.document.getText() ?? '').includes('marmalade'),
    );

    assert.match(shown, /\+\s*def rescued\(text\):/);
    assert.equal(after, lost + before);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), before);
  });

  it('marks it as put back, and keeps the search', async () => {
    await until('it is marked', async () => /replayed/.test((await lineLabels(sidebar)).join()));

    assert.equal((await lineLabels(sidebar)).length, 1);
  });

  it('shows every call as it happens, and takes an edit back from there', async () => {
    await put('taken.md', 'one\ntwo\nthree\n');
    await vscode.commands.executeCommand('chipboard.activity.show');
    await session.call('be-replace', { file: 'taken.md:2', content: 'TWO' });
    await untilLine(sidebar, /be-replace by claude-code, taken\.md:2, ok/);

    await inPage(sidebar, 'click', { selector: '.list-line' });
    await inPage(sidebar, 'click', { selector: '[data-name="reverse"]' });
    await inPage(sidebar, 'waitFor', { selector: 'call-detail .diff-table' });
    await inPage(sidebar, 'click', { selector: '[data-name="apply"]' });
    await until(
      'the file is as it was',
      async () => (await onDisk('taken.md')) === 'one\ntwo\nthree\n',
    );

    await inPage(sidebar, 'waitFor', { role: 'button', name: 'Make Again…' });
  });

  it('opens the editor’s own diff of a preview', async () => {
    await inPage(sidebar, 'click', { role: 'button', name: 'Make Again…' });
    await inPage(sidebar, 'click', { role: 'button', name: 'Open in the Diff Editor' });

    await until('a diff is open', () =>
      vscode.window.tabGroups.all.some((group) =>
        group.tabs.some((one) => one.input instanceof vscode.TabInputTextDiff),
      ),
    );
  });

  it('says why a text can not be put back, and changes nothing', async () => {
    await vscode.commands.executeCommand('chipboard.chips.show');
    await inPage(sidebar, 'fill', {
      selector: '[data-name="search"] input',
      text: 'tool:be-write',
    });
    await untilLine(sidebar, /be-write/);
    await inPage(sidebar, 'click', { selector: '.list-line' });
    await inPage(sidebar, 'click', { selector: '[data-name="replay"]' });

    await inPage(sidebar, 'click', { selector: 'input[value="call"]' });
    await until('the problem is shown', async () =>
      /outside the workspace/.test(
        String(await inPage(sidebar, 'text', { selector: 'replay-form' })),
      ),
    );
  });
});
