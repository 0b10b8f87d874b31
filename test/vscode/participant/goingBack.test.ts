import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { until } from '../workspaceFiles.ts';
import { answers, answerSoFar, ask } from './chat.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { say, conversationOf } from './scriptedProvider.ts';

const requests = '.interactive-item-container.interactive-request';

describe('a person who goes back to an earlier question', () => {
  const journal = new Journal();

  after(() => journal.close());

  async function threeQuestions(): Promise<void> {
    for (const word of ['first', 'second', 'third']) {
      provider.script = () => say(`Answer to the ${word}.`);
      await ask(`the ${word} question`);
    }
  }

  function sent(): string {
    return conversationOf(provider.requests.at(-1));
  }

  it('by editing it has a context without what came after it, and without the old words', async () => {
    await threeQuestions();
    provider.script = () => say('A better answer.');

    await driveUi({ action: 'click', selector: `${requests} >> nth=1` });
    await driveUi({ action: 'press', key: 'Control+A' });
    await driveUi({ action: 'type', text: '@chipboard another question' });
    await driveUi({ action: 'press', key: 'Enter' });
    await confirmed();
    await until('it is answered', async () => (await answerSoFar()).includes('A better answer.'));

    assert.equal((await answers()).length, 2);
    assert.match(sent(), /the first question[^]*Answer to the first[^]*another question/);
    assert.doesNotMatch(sent(), /the second question|Answer to the second|third/);
    const { state } = await journal.session();
    const [patch] = state.patches;
    assert.deepEqual([patch?.actor, patch?.kind], ['client', 'archive']);
  });

  it('by having the last one answered again has not the first try in the context', async () => {
    await threeQuestions();
    provider.script = () => say('A better answer.');

    await driveUi({ action: 'click', role: 'button', name: '/^Retry/' });
    await confirmed();
    await until('it is answered', async () => (await answerSoFar()).includes('A better answer.'));

    assert.match(sent(), /Answer to the second[^]*the third question/);
    assert.doesNotMatch(sent(), /Answer to the third/);
    assert.equal(sent().match(/the third question/g)?.length, 1);
  });

  it('by restoring a checkpoint goes on from there with the next question', async () => {
    await threeQuestions();

    await driveUi({ action: 'click', selector: 'text="Restore Checkpoint" >> nth=-1' });
    await confirmed();
    await until('the third is gone', async () => (await answers()).length === 2);
    provider.script = () => say('Well.');
    await ask('the fourth question');

    assert.match(sent(), /Answer to the second[^]*the fourth question/);
    assert.doesNotMatch(sent(), /the third question|Answer to the third/);
  });
});

/** Says yes where the editor asks whether it may go back. */
async function confirmed(): Promise<void> {
  await driveUi({
    action: 'click',
    selector: '.monaco-dialog-box .dialog-buttons .monaco-button >> nth=0',
    timeout: 2000,
  }).catch(() => undefined);
}
