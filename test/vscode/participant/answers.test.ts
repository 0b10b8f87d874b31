import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { onDisk, put, until } from '../workspaceFiles.ts';
import { answer, answers, ask, lastAnswer, answerSoFar } from './chat.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say, textOf } from './scriptedProvider.ts';

describe('an answer of @chipboard', () => {
  it('comes from the model the user picked, with what be-read says', async () => {
    await put('facts.txt', 'one\nthe code is 4711\nthree\n');
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [...say('I look into it.'), call('be-read', { file: 'facts.txt' })]
        : say('The code is 4711.');

    const sent = await ask('what is the code?');

    assert.deepEqual(sent, {});
    assert.match(await lastAnswer(), /The code is 4711\./);
    assert.match(resultsOf(provider.requests[1])[0] ?? '', /the code is 4711/);
    assert.deepEqual([...new Set(provider.requests.map(({ model }) => model))], ['wide']);
  });

  it('is shown as it comes', async () => {
    let goOn = (): void => undefined;
    const wait = new Promise<void>((resolve) => (goOn = resolve));
    provider.script = () => [...say('The first half'), wait, ...say(' and the second.')];

    const sending = ask('tell me');
    await until('the first half is there', async () =>
      (await answers()).some((text) => text.includes('The first half')),
    );
    const early = (await answerSoFar()).includes('second');
    goOn();
    await sending;

    assert.equal(early, false);
    assert.match(await lastAnswer(), /The first half and the second\./);
  });

  it('changes a file only after the person allowed it', async () => {
    await put('allowed.txt', 'one\ntwo\n');
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [call('be-replace', { file: 'allowed.txt:2', content: 'TWO', old: 'two' })]
        : say('Done.');

    const { asking } = await ask('change it');
    const before = await onDisk('allowed.txt');
    await answer('allow');
    await until('the model has the result', () => provider.requests.length === 2);

    assert.match(asking ?? '', /be-replace$/);
    assert.equal(before, 'one\ntwo\n');
    assert.equal(await onDisk('allowed.txt'), 'one\nTWO\n');
    assert.match(resultsOf(provider.requests[1])[0] ?? '', /"status":"ok"/);
  });

  it('goes on when the person skips a call, and the model is told', async () => {
    await put('skipped.txt', 'one\ntwo\n');
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [call('be-replace', { file: 'skipped.txt:2', content: 'TWO', old: 'two' })]
        : say('I leave it.');

    await ask('change it');
    await answer('skip');
    await until('the model has the result', () => provider.requests.length === 2);

    assert.equal(await onDisk('skipped.txt'), 'one\ntwo\n');
    assert.match(resultsOf(provider.requests[1])[0] ?? '', /The user did not allow this call/);
  });

  it('finds files and lines by tools that ask nobody', async () => {
    await put('needle.txt', 'hay\nhay needle-93 hay\nhay\n');
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [
            call('workspace-list', { pattern: '**/needle*' }),
            call('workspace-search', { query: 'NEEDLE-\\d+', regex: true }),
            call('workspace-search', { query: '(h+)+$', regex: true, include: '**/slow.txt' }),
          ]
        : say('Found.');
    await put('slow.txt', `${'h'.repeat(60)}!\n`);

    const sent = await ask('where is the needle?');

    const [listed, found, slow] = resultsOf(provider.requests[1]);
    assert.deepEqual(sent, {});
    assert.match(listed ?? '', /Files 1 to 1 of 1[^]*needle\.txt/);
    assert.match(found ?? '', /needle\.txt:2: hay needle-93 hay/);
    assert.match(slow ?? '', /takes too long on slow\.txt/);
  });

  it('says what the provider said when the model fails, and offers to continue', async () => {
    const isShown = until('half of it is shown', async () =>
      (await answerSoFar()).includes('Half'),
    );
    provider.script = () => [...say('Half'), isShown, { error: 'out of tea' }];

    const { error } = await ask('tell me');

    assert.match(error ?? '', /^The model failed: .*out of tea.* Continue tries again/);

    provider.script = () => say('Whole.');
    await driveUi({
      action: 'click',
      selector: '.interactive-session .chat-followups a, .interactive-session-followups a',
    });
    await until('it went on', async () => (await answerSoFar()).includes('Whole.'));
    const sent = provider.requests.at(-1);
    assert.match(sent === undefined ? '' : textOf(sent), /tell me[^]*Half/);
    assert.doesNotMatch(
      sent === undefined ? '' : textOf(sent),
      /\]\nContinue$/m,
      'no other question',
    );
  });

  it('has its blocks counted exactly where the vocabulary of the model is at hand', async () => {
    const journal = new Journal();
    provider.script = () => say('Counted.');

    await ask('count me', 'gpt-4o');

    await until('the counts are in the journal', async () => {
      const { state } = await journal.session();
      return (
        state.order.length === 3 &&
        state.order.every((id) => (state.get(id)?.tokens.exact ?? 0) > 0)
      );
    });
    await journal.close();
  });

  it('tries strict schemas first where the family takes them, and not again once they were refused', async () => {
    provider.script = ({ tools }) =>
      tools.some(({ schema }) => 'additionalProperties' in schema && isStrict(schema))
        ? [{ error: '400 Invalid schema for function' }]
        : say('Plain it is.');

    await ask('one', 'gpt-4o');
    await ask('two', 'gpt-4o');

    const strict = provider.requests.map(({ tools }) =>
      tools.some(({ schema }) => isStrict(schema)),
    );
    assert.deepEqual(strict, [true, false, false]);
    assert.match(await lastAnswer(), /Plain it is\./);
  });
});

/** Whether all properties are required, though the tools have optional ones. */
function isStrict(schema: object): boolean {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  const names = Object.keys(properties);
  return names.length > 3 && required.length === names.length;
}
