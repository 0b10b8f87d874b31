import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { onDisk, put, until } from '../workspaceFiles.ts';
import { answer, answers, ask, chatReady, newThread } from './chat.ts';
import { resultsOf, ScriptedProvider } from './scriptedProvider.ts';

describe('the chat participant', () => {
  const provider = new ScriptedProvider();

  before(async () => {
    await provider.start();
    await chatReady();
  });

  after(() => provider.stop());

  beforeEach(async () => {
    provider.requests.length = 0;
    await newThread();
  });

  it('answers a question with what be-read says', async () => {
    await put('facts.txt', 'one\nthe code is 4711\nthree\n');
    provider.script = (request) => {
      const [result] = resultsOf(request);
      return result === undefined
        ? [
            { text: 'I look into the file.' },
            { call: { id: 'c1', name: 'be-read', input: { file: 'facts.txt' } } },
          ]
        : [{ text: 'The code ' }, { text: 'is 4711.' }];
    };

    const sent = await ask('what is the code?');

    console.log(JSON.stringify(sent), JSON.stringify(await answers()), provider.requests.length);
    console.log(JSON.stringify(provider.requests[0]?.tools.map(({ name }) => name)));
    console.log(JSON.stringify(provider.requests.at(-1)?.messages));
    await driveUi({ action: 'screenshot', path: '/tmp/w/agent/out/test/chat.png' });
    assert.equal(provider.requests.length, 2);
  });
});
