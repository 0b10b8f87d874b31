import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { put, until } from '../workspaceFiles.ts';
import { ask, type Sent } from './chat.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say } from './scriptedProvider.ts';

const setting = 'chipboard.context.askBefore';

/** Asks a question whose model changes its context, and answers the question about that in the place of the person. */
async function askAndAnswer(button: string): Promise<Sent> {
  const asked = ask('read it');
  const buttons = '.notifications-center .monaco-button';
  await until(
    'the question is there',
    async () => {
      await vscode.commands.executeCommand('notifications.showList');
      const texts = (await driveUi({ action: 'texts', selector: buttons })) as readonly string[];
      return texts.some((text) => text.trim() === button);
    },
    40_000,
  );
  await driveUi({ action: 'click', selector: `${buttons}:text-is("${button}")` });
  return asked;
}

describe('@chipboard, where the person wants to be asked before it changes its context', () => {
  const journal = new Journal();

  before(() => vscode.workspace.getConfiguration().update(setting, 'always', true));

  after(async () => {
    await vscode.workspace.getConfiguration().update(setting, undefined, true);
    await vscode.commands.executeCommand('notifications.clearAll');
    await journal.close();
  });

  beforeEach(async () => {
    await put('asked.txt', 'a line of the file\n'.repeat(200));
    const replaceWith = { description: 'a file', summary: '200 equal lines' };
    provider.script = (request) =>
      [
        [call('be-read', { file: 'asked.txt' })],
        [
          call('context-update', {
            reason: 'the file was read',
            operations: [{ op: 'payload_offload', ids: ['tool_004'], replace_with: replaceWith }],
          }),
        ],
      ][resultsOf(request).length] ?? say('Done.');
  });

  it('does what the person allows, with who decided in the journal', async () => {
    const { error } = await askAndAnswer('Allow');

    const { state } = await journal.session();
    assert.equal(error, undefined);
    assert.equal(state.get('tool_004')?.content.form, 'offloaded');
    assert.deepEqual(state.patch('patch_001')?.decision, { answer: 'allowed', by: 'user' });
  });

  it('leaves what the person refuses, and goes on with its answer', async () => {
    const { error } = await askAndAnswer('Do Not Allow');

    const { state } = await journal.session();
    assert.equal(error, undefined);
    assert.equal(state.get('tool_004')?.content.form, 'inline');
    assert.equal(state.patchCount, 0);
    const told = resultsOf(provider.requests.at(-1)).at(-1) ?? '';
    assert.match(told, /"declined":\s*true/);
    assert.match(told, /Do not send the same change again/);
  });
});
