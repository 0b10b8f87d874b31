import assert from 'node:assert/strict';
import { put, until } from '../workspaceFiles.ts';
import { answerSoFar, ask, lastAnswer, offers, take } from './chat.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say, conversationOf } from './scriptedProvider.ts';

/*
 * The other window is played by a second writer of the same database: the editor itself opens a thread in one window
 * only, and what meets is the journal.
 */
describe('a thread of @chipboard that another window continues', () => {
  const journal = new Journal();

  after(() => journal.close());

  async function writeThere(text: string): Promise<void> {
    await (
      await journal.session()
    ).ingest([
      { kind: 'user_message', text },
      { kind: 'assistant_message', text: `answer to: ${text}` },
    ]);
  }

  async function noteThere(): Promise<void> {
    const session = await journal.session();
    await session.noteEvent({ type: 'metrics', metrics: session.state.metrics });
  }

  function sent(): string {
    return conversationOf(provider.requests.at(-1));
  }

  it('is read anew between two questions, and nothing of both is lost', async () => {
    provider.script = () => say('Here.');
    await ask('asked here');
    await writeThere('asked there');

    const { error } = await ask('asked here again');

    assert.equal(error, undefined);
    assert.match(await lastAnswer(), /continued in another window, and was read anew\.\s+Here\./);
    assert.match(sent(), /asked here\n[^]*asked there[^]*asked here again/);
    assert.match(sent(), /answer to: asked there/);
  });

  it('is gone on with in the middle of an answer, without the question or a call twice', async () => {
    await put('middle.txt', 'the word is heliotrope\n');
    let notes = 0;
    provider.script = (request) => {
      if (resultsOf(request).length === 0) {
        return [call('be-read', { file: 'middle.txt' })];
      }
      notes += 1;
      return notes === 1 ? [noteThere(), ...say('Lost.')] : say('It is heliotrope.');
    };

    const { error } = await ask('what is the word?');

    assert.equal(error, undefined);
    assert.match(await lastAnswer(), /read anew\.\s+It is heliotrope\./);
    assert.equal(sent().match(/what is the word\?/g)?.length, 1);
    assert.equal(resultsOf(provider.requests.at(-1)).length, 1);
    const { state } = await journal.session();
    assert.equal(state.order.filter((id) => id.startsWith('user_')).length, 1);
  });

  it('is left to the other window while that goes on, and the question can be put again', async () => {
    provider.script = () => [noteThere(), ...say('Lost.')];

    const { error } = await ask('the question');
    const offered = await offers();
    provider.script = () => say('Here.');
    await take('Ask again');
    await until('it is answered', async () => (await answerSoFar()).includes('Here.'));

    assert.match(error ?? '', /Another window works in this conversation now/);
    assert.deepEqual(offered, ['Ask again', 'Show context']);
    assert.match(sent(), /\]\nthe question$/m);
  });
});
