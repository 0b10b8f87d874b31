import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../../src/manifest/commands.ts';
import { closeEditors, until } from '../workspaceFiles.ts';
import { inPage, keys, lineLabels, tab, textIn, untilLine, untilText } from './pageDriver.ts';
import { autocompact, samplePath } from './samplePath.ts';

const compacted = 'codex/compacted.jsonl';

/** Opens a transcript in the page, and one of its lists. */
async function inspect(name: string, list: string, turn: RegExp): Promise<void> {
  await vscode.commands.executeCommand(commands.inspectSession.id, samplePath(name));
  await untilText(tab, '.turn-readout', turn);
  await inPage(tab, 'click', { selector: `#context-${list}` });
}

describe('the context of another agent’s session, in the editor', function () {
  this.timeout(120_000);

  after(closeEditors);

  it('shows Claude Code’s compaction: where, what left, the summary, and the original of each block', async () => {
    await inspect(autocompact, 'patches', /^Turn 139 of 139/);
    await untilLine(tab, /Compaction/);
    const patches = await lineLabels(tab);
    await inPage(tab, 'click', { selector: 'patch-list .list-line' });
    await untilText(tab, 'loss-record', /191 blocks, about 12\d,\d{3} tokens, left the window/);
    const record = await untilText(tab, 'loss-record', /Stands there instead summary_192/);

    assert.equal(patches.length, 1);
    assert.match(record, /170,251 tokens counted by the agent/);
    assert.match(record, /36,081 tokens counted by the provider/);
    assert.match(record, /Inferred\. Nobody recorded this patch/);
    await untilText(tab, '.beside section:nth-child(2) pre', /\w{3}/);
    const originals = await eachOriginal();
    assert.equal(originals.length, 191);
    // So many tools answered nothing before the boundary.
    assert.equal(originals.filter(({ text }) => text === '(empty)').length, 4);
    assert.deepEqual(
      originals.filter(({ text }) => text === ''),
      [],
    );
  });

  it('opens the original of what left at its place in the transcript', async () => {
    await inPage(tab, 'eval', {
      code: `document.querySelector('loss-blocks .list-scroll').focus()`,
    });
    await keys('Home', 't');
    const document = (): vscode.TextDocument | undefined =>
      vscode.window.activeTextEditor?.document;
    await until('the transcript is open', () => document()?.fileName === samplePath(autocompact));

    const editor = vscode.window.activeTextEditor;
    const line = editor?.document.lineAt(editor.selection.active.line).text ?? '';
    assert.equal((JSON.parse(line) as { readonly type: string }).type, 'user');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('shows Codex’s compaction, with each count of tokens once', async () => {
    await inspect(compacted, 'patches', /^Turn 28\d of 28\d/);
    await untilLine(tab, /Compaction/);
    const patches = await lineLabels(tab);
    await inPage(tab, 'click', { selector: 'patch-list .list-line' });
    const record = await untilText(tab, 'loss-record', /48,297 tokens counted by the provider/);

    assert.equal(patches.filter((label) => /Compaction/.test(label)).length, 1);
    assert.match(record, /came from the cache/);
    assert.match(record, /22,912/);
  });
});

/** Goes through the blocks that left, one by one, and takes what is shown of each. */
async function eachOriginal(): Promise<readonly { readonly id: string; readonly text: string }[]> {
  await inPage(tab, 'eval', { code: `document.querySelector('loss-blocks .list-scroll').focus()` });
  const seen: { readonly id: string; readonly text: string }[] = [];
  const title = '.beside section .pane-title';
  await keys('Home');
  for (let last = ''; ;) {
    const id = (await textIn(tab, title)).replace('What left ', '');
    if (id === last) {
      return seen;
    }
    // Some are line breaks alone.
    const code = `document.querySelector('.beside pre[aria-label="Text of ${id}"]')?.textContent`;
    let text: unknown;
    await until(`the text of ${id} is there`, async () => {
      text = await inPage(tab, 'eval', { code });
      return typeof text === 'string';
    });
    seen.push({ id, text: String(text) });
    last = id;
    await keys('ArrowDown');
  }
}
