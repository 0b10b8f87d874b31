import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { put, until } from '../workspaceFiles.ts';
import { answers, answerSoFar, isThreadKept } from './chat.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say, textOf } from './scriptedProvider.ts';

const window = 'again';
const input = '.interactive-session .interactive-input-part .monaco-editor';

/** Has the participant's name put into the chat's input, from the list of those that are known. */
async function addressParticipant(): Promise<boolean> {
  const row = '.suggest-widget .monaco-list-row[aria-label*="@chipboard"]';
  await driveUi({ action: 'press', key: 'Control+Alt+I', window });
  await driveUi({ action: 'click', selector: input, window, timeout: 3000 });
  // The participant is sticky: its name stands there after the first question.
  await driveUi({ action: 'press', key: 'Control+A', window });
  await driveUi({ action: 'type', text: '@chipb', window });
  await driveUi({ action: 'click', selector: row, window, timeout: 3000 });
  return true;
}

/** Asks in the chat of the window, as a person does. */
async function askThere(question: string): Promise<void> {
  const addressed = (): Promise<boolean> => addressParticipant().catch(() => false);
  await until('the participant is known', addressed, 40_000);
  await driveUi({ action: 'type', text: question, window });
  await driveUi({ action: 'press', key: 'Enter', window });
}

describe('a thread of @chipboard whose window is loaded anew', () => {
  const journal = new Journal();

  before(() => driveUi({ action: 'openWindow', window }));

  after(async () => {
    await driveUi({ action: 'closeWindow', window });
    await journal.close();
  });

  it('goes on from the journal, also where its only answer was cancelled', async function () {
    // The editor writes its threads down once a minute.
    this.timeout(180_000);
    await put('before.txt', 'the word is heliotrope\n');
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [call('be-read', { file: 'before.txt' })]
        : [...say('The word begins with h'), new Promise(() => undefined)];
    await askThere('what is the word?');
    await until(
      'half of the answer is there',
      async () => (await answerSoFar(window)).includes('begins with h'),
      40_000,
    );
    await driveUi({ action: 'press', key: 'Control+Escape', window });
    await until('the model is let go', () => provider.abandoned > 0);
    const id = await journal.newest();
    await until(
      'the end is in the journal',
      async () => (await journal.session()).state.calls.at(-1)?.outcome === 'cancelled',
    );

    await until('the editor keeps the thread', () => isThreadKept('begins with h'), 80_000);
    await driveUi({ action: 'reload', window });
    provider.script = () => say('It was heliotrope.');
    await askThere('and what was it?');
    await until(
      'the next answer is there',
      async () => (await answerSoFar(window)).includes('It was heliotrope.'),
      40_000,
    );

    const sent = provider.requests.at(-1);
    assert.equal(await journal.newest(), id);
    assert.match(resultsOf(sent)[0] ?? '', /the word is heliotrope/);
    assert.match(
      sent === undefined ? '' : textOf(sent),
      /what is the word\?[^]*The word begins with h[^]*and what was it\?/,
    );
    assert.equal(
      (await answers(window)).some((text) => text.includes('chipboard-session')),
      false,
    );
  });
});
