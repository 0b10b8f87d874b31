import assert from 'node:assert/strict';
import { ask, chatReady, lastAnswer } from '../participant/chat.ts';
import {
  call,
  conversationOf,
  resultsOf,
  say,
  ScriptedProvider,
} from '../participant/scriptedProvider.ts';
import { onDisk } from '../workspaceFiles.ts';

describe('@chipboard in a workspace the user has not trusted', () => {
  const provider = new ScriptedProvider();

  before(async () => {
    await provider.start();
    await chatReady();
  });

  after(() => provider.stop());

  it('has no tool that searches or changes files, tells the model so, and the person once', async () => {
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [
            call('workspace-search', { query: 'Notes' }),
            call('be-write', { file: 'notes.md', content: 'other' }),
          ]
        : say('I can not.');

    await ask('change the notes');
    const first = await lastAnswer();
    await ask('and now?');

    const [request] = provider.requests;
    assert.match(conversationOf(request), /has not trusted the workspace yet/);
    assert.deepEqual(request?.tools, []);
    assert.match(resultsOf(provider.requests[1])[1] ?? '', /There is no tool be-write/);
    assert.match(first, /I can not\.[^]*This workspace is not trusted[^]*Manage Workspace Trust/);
    assert.doesNotMatch(await lastAnswer(), /not trusted/);
    assert.match(await onDisk('notes.md'), /^# Notes/);
  });
});
