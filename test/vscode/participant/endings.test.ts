import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { put, until } from '../workspaceFiles.ts';
import { answerSoFar, ask, lastAnswer, offers, take } from './chat.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say, conversationOf } from './scriptedProvider.ts';

function sent(): string {
  return conversationOf(provider.requests.at(-1));
}

/** Sets a setting of the user; undefined takes it back. */
async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

describe('an answer of @chipboard that ends before its end', () => {
  it('after the most requests says so, and goes on when the person wants', async () => {
    await put('steps.txt', 'the word is heliotrope\n');
    provider.script = () => [call('be-read', { file: 'steps.txt' })];
    await set('chipboard.agent.maxSteps', 2);

    try {
      await ask('read it');
    } finally {
      await set('chipboard.agent.maxSteps', undefined);
    }
    const text = await lastAnswer();
    const offered = await offers();
    provider.script = () => say('It is heliotrope.');
    await take('Continue');
    await until('it went on', async () => (await answerSoFar()).includes('It is heliotrope.'));

    assert.match(text, /Stopped after 2 requests to the model.*chipboard\.agent\.maxSteps/);
    assert.deepEqual(offered, ['Continue', 'Show context']);
    assert.equal(resultsOf(provider.requests.at(-1)).length, 2, 'nothing was lost');
  });

  it('because the window is full says what helps, and offers it', async () => {
    provider.script = () => say('never');

    const { error } = await ask(`what is this? ${'river stone lantern '.repeat(2500)}`, 'narrow');
    const offered = await offers();
    await take('Show context');
    await until('the context is shown', async () => (await answerSoFar()).includes('% full'));

    assert.match(error ?? '', /does not fit into the model’s window.*larger window/);
    assert.deepEqual(offered, ['Show context', 'Make room']);
    assert.equal(provider.requests.length, 0);
  });

  it('because the provider refuses says that another model or time helps, and goes on', async () => {
    provider.script = () => [{ error: 'Quota used up', code: 'Blocked' }];

    const { error } = await ask('tell me');
    const offered = await offers();
    provider.script = () => say('Well.');
    await take('Continue');
    await until('it went on', async () => (await answerSoFar()).includes('Well.'));

    assert.match(
      error ?? '',
      /refused the request: .*Quota used up\. Wait, or choose another model, then Continue/,
    );
    assert.deepEqual(offered, ['Continue', 'Show context']);
    assert.match(sent(), /tell me/);
  });

  it('because the model is gone says to choose another', async () => {
    provider.script = () => [{ error: 'No such model', code: 'NotFound' }];

    const { error } = await ask('tell me');

    assert.match(
      error ?? '',
      /not there any more: .*No such model\. Choose another one, then Continue/,
    );
  });

  it('because the person stopped it goes on with the word Continue, without another question', async () => {
    provider.script = () => [...say('The first half'), new Promise(() => undefined)];
    const sending = ask('tell me');
    await until('half of it is there', async () =>
      (await answerSoFar()).includes('The first half'),
    );
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await sending;

    provider.script = () => say('And the second.');
    await ask('Continue');

    assert.match(sent(), /tell me/);
    assert.doesNotMatch(sent(), /\]\nContinue$/m);
    assert.match(sent(), /The first half/);
    assert.match(await lastAnswer(), /And the second\./);
  });
});
