import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { commands } from '../../../src/manifest/commands.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, put, workspacePath } from '../workspaceFiles.ts';
import { inPage, keys, sidebar, tab, untilText } from './pageDriver.ts';
import { autocompact, samplePath } from './samplePath.ts';

const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  contrast: 'Default High Contrast',
} as const;

describe('the page in the editor', function () {
  this.timeout(60_000);

  let session: McpSession;

  before(async () => {
    session = await connect('claude-code');
    await put(
      'view.py',
      'import os\n\n\ndef load(path):\n    return open(path).read()\n\n\nprint(1)\n',
    );
    await session.call('be-delete', { file: 'view.py', target: 'function:load' });
    await vscode.commands.executeCommand('chipboard.chips.show');
    await inPage(sidebar, 'waitFor', { selector: '.list-line' });
    await inPage(sidebar, 'fill', { selector: '[data-name="search"] input', text: '' });
  });

  after(async () => {
    await vscode.workspace.getConfiguration().update('workbench.colorTheme', undefined, true);
    await session.close();
    await closeEditors();
  });

  for (const [name, theme] of Object.entries(themes)) {
    it(`can be looked at in ${name}: list in the side bar, replay in a tab`, async () => {
      await vscode.workspace.getConfiguration().update('workbench.colorTheme', theme, true);
      await vscode.commands.executeCommand('chipboard.panel.open');
      await inPage(tab, 'waitFor', { selector: '.list-line' });
      await inPage(tab, 'click', { selector: '.list-line[aria-label*="load(path)"]' });
      await inPage(tab, 'click', { selector: '[data-name="replay"]' });
      await inPage(tab, 'waitFor', { selector: 'replay-form .diff-table' });

      const path = join(looksFolder(), `panel-${name}.png`);
      await driveUi({ action: 'screenshot', path });

      assert.ok(statSync(path).size > 10_000);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });

    it(`can be looked at in ${name}: the turn after a compaction, and what it took`, async () => {
      await vscode.workspace.getConfiguration().update('workbench.colorTheme', theme, true);
      await vscode.commands.executeCommand('workbench.action.closeSidebar');
      await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
      await vscode.commands.executeCommand(commands.inspectSession.id, samplePath(autocompact));
      await untilText(tab, '.turn-readout', /^Turn \d+ of 139/);
      await inPage(tab, 'eval', { code: `document.querySelector('.turn-plot').focus()` });
      await keys('6', '2', 'Enter');
      await untilText(tab, '.turn-readout', /^Turn 62 of 139/);
      await inPage(tab, 'click', { selector: '#context-patches' });
      await inPage(tab, 'click', { selector: 'patch-list .list-line' });
      await untilText(tab, 'loss-record', /191 blocks/);

      await inPage(tab, 'eval', {
        code: `document.querySelector('.context-page').scrollTop = 0; getSelection().empty()`,
      });
      const path = join(looksFolder(), `context-${name}.png`);
      await driveUi({ action: 'screenshot', path });

      assert.ok(statSync(path).size > 10_000);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
  }
});

function looksFolder(): string {
  const folder = process.env['CHIPBOARD_LOOKS'] ?? workspacePath('looks');
  mkdirSync(folder, { recursive: true });
  return folder;
}
