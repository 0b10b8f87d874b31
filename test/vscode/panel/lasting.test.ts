import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { connectTo } from '../otherWindow.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors } from '../workspaceFiles.ts';
import type { PagePlace } from './pageDriver.ts';
import { inPage, lineLabels, sidebar, tab, untilLine } from './pageDriver.ts';

const other = 'pages';
const otherTab: PagePlace = { ...tab, window: other };
const text = (word: string): string => `${word}: a text that fails and is long enough to be kept\n`;

describe('pages that last', function () {
  // Windows are opened and loaded anew.
  this.timeout(180_000);

  let session: McpSession;

  before(async () => {
    session = await connect('gemini-cli');
    await vscode.commands.executeCommand('chipboard.chips.show');
    await inPage(sidebar, 'waitFor', { selector: '.list-line, .lesson' });
    await inPage(sidebar, 'fill', { selector: '[data-name="search"] input', text: '' });
  });

  after(async () => {
    await session.close();
    await closeEditors();
  });

  it('are two at once, each with its own search, and both see a new chip', async () => {
    await vscode.commands.executeCommand('chipboard.panel.open');
    await inPage(tab, 'waitFor', { selector: '.list-line' });
    await inPage(tab, 'fill', { selector: '[data-name="search"] input', text: 'tool:be-write' });

    await session.call('be-write', { file: '../a.md', content: text('quince') });

    await untilLine(sidebar, /quince/);
    await untilLine(tab, /quince/);
    assert.ok((await lineLabels(tab)).every((label) => /be-write/.test(label)));
    assert.ok((await lineLabels(sidebar)).some((label) => !/be-write/.test(label)));
  });

  it('catch up after they were hidden, and are as they were', async () => {
    await inPage(sidebar, 'fill', {
      selector: '[data-name="search"] input',
      text: 'tool:be-write medlar',
    });
    await vscode.commands.executeCommand('workbench.view.explorer');
    await session.call('be-write', { file: '../b.md', content: text('medlar') });

    await vscode.commands.executeCommand('workbench.view.extension.chipboard');

    await untilLine(sidebar, /medlar/);
    assert.equal((await lineLabels(sidebar)).length, 1);
  });

  it('come back with the window and after a restart of the extension host, and see chips of other windows', async () => {
    await driveUi({ action: 'openWindow', window: other });
    const there = await connectTo(other);
    await driveUi({ action: 'press', window: other, key: 'F1' });
    await driveUi({ action: 'type', window: other, text: 'Chipboard: Open Chipboard' });
    const found = '.quick-input-list .monaco-list-row';
    await driveUi({ action: 'waitFor', window: other, selector: found });
    await driveUi({ action: 'press', window: other, key: 'Enter' });
    // The editor may have kept the tab for this folder, and it another of its pages.
    await inPage(otherTab, 'click', { selector: '#tab-chips' });
    await untilLine(otherTab, /be-write/);

    await driveUi({ action: 'reload', window: other });
    await inPage(otherTab, 'click', { selector: '#tab-chips' });
    await untilLine(otherTab, /be-write/, 40_000);
    await session.call('be-write', { file: '../c.md', content: text('damson') });

    await untilLine(otherTab, /damson/);
    await driveUi({ action: 'press', window: other, key: 'F1' });
    await driveUi({ action: 'type', window: other, text: 'Restart Extension Host' });
    await driveUi({ action: 'waitFor', window: other, selector: found });
    await driveUi({ action: 'press', window: other, key: 'Enter' });
    await untilLine(otherTab, /damson/, 40_000);
    await session.call('be-write', { file: '../d.md', content: text('bullace') });
    await untilLine(otherTab, /bullace/, 40_000);

    await there.close();
    await driveUi({ action: 'closeWindow', window: other });
  });

  it('close and open again without anything left waiting', async () => {
    await vscode.commands.executeCommand('chipboard.panel.open');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.commands.executeCommand('chipboard.panel.open');

    await inPage(tab, 'waitFor', { selector: '.list-line' });

    assert.equal(
      await inPage(tab, 'eval', { code: `document.querySelectorAll('.tasks p').length` }),
      0,
    );
  });
});
