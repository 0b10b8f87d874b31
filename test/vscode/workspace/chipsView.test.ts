import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, put, until, workspacePath } from '../workspaceFiles.ts';

const rows = '.pane-body .monaco-list-row';
const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  contrast: 'Default High Contrast',
} as const;

describe('the Chips view', () => {
  let session: McpSession;

  before(async () => {
    session = await connect();
    await put(
      'view.py',
      'import os\n\n\ndef load(path):\n    return open(path).read()\n\n\nprint(1)\n',
    );
    await session.call('be-delete', { file: 'view.py', target: 'function:load' });
    await session.call('be-write', {
      file: '../elsewhere.md',
      content: '# Release notes\n\nThe text of a long answer that must not be lost.\n',
    });
    await session.call('be-replace', {
      file: 'view.py:40-44',
      content: 'def main():\n    print(load("a"))\n    return 0\n',
    });
    await vscode.commands.executeCommand('chipboard.chips.show');
  });

  after(async () => {
    await vscode.workspace.getConfiguration().update('workbench.colorTheme', undefined, true);
    await session.close();
    await closeEditors();
  });

  it('lists chips by tool or by file, newest first, with file and age', async () => {
    await vscode.commands.executeCommand('chipboard.chips.groupByTool');
    await until('the tools are shown', async () => (await shown()).includes('be-replace'));
    const byTool = await shown();
    await vscode.commands.executeCommand('chipboard.chips.groupByFile');
    await until('the files are shown', async () => /view\.py ?2/.test(await shown()));

    assert.match(byTool, /be-replace[\s\S]*def main\(\)[\s\S]*(now|\d+ min) · view\.py/);
    assert.match(byTool, /be-delete[\s\S]*def load\(path\)/);
    await vscode.commands.executeCommand('chipboard.chips.groupByTool');
  });

  it('is told to screen readers as what it is', async () => {
    await until('the tools are shown', async () => (await shown()).includes('be-replace'));

    const labels = await driveUi({
      action: 'eval',
      code: `[...document.querySelectorAll('${rows}')].map((row) => row.getAttribute('aria-label') ?? '')`,
    });

    assert.match(JSON.stringify(labels), /failed call of be-replace, view\.py/);
  });

  for (const [name, theme] of Object.entries(themes)) {
    it(`can be looked at in ${name}, with the diff of a replay`, async () => {
      const folder = join(process.env['CHIPBOARD_LOOKS'] ?? workspacePath('looks'));
      mkdirSync(folder, { recursive: true });
      await vscode.workspace.getConfiguration().update('workbench.colorTheme', theme, true);
      const list = await session.call('be-insert-chip', { words: 'def load' });
      const [chip] = list.structured['chips'] as readonly { readonly id: string }[];

      const replay = vscode.commands.executeCommand('chipboard.chip.replay', {
        id: chip?.id,
        file: workspacePath('view.py'),
        line: 3,
        as: 'content',
      });
      await driveUi({ action: 'waitFor', role: 'button', name: 'Apply Replay' });
      const inserted = '.diffOverview, .line-insert';
      await driveUi({ action: 'waitFor', selector: inserted, state: 'attached' });
      const picture = await driveUi({
        action: 'screenshot',
        path: join(folder, `chips-${name}.png`),
      });
      await vscode.commands.executeCommand('chipboard.replay.cancel');

      assert.equal(await replay, false);
      assert.equal(picture, join(folder, `chips-${name}.png`));
    });
  }
});

async function shown(): Promise<string> {
  const texts = (await driveUi({ action: 'texts', selector: rows })) as string[];
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
}
