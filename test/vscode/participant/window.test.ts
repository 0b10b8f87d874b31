import assert from 'node:assert/strict';
import { ask, lastAnswer } from './chat.ts';
import { DocumentReader, putDocuments, type BuriedFact } from './documents.ts';
import { Journal, partsOf } from './journal.ts';
import { provider } from './rig.ts';

/** Characters for each token of the scripted models, and the tokens of the one whose window is small. */
const perToken = 4;
const smallWindow = 9000;

describe('documents that are larger than the window', () => {
  const journal = new Journal();

  after(() => journal.close());

  /** Has the facts looked for; answers those that the answer lacks. */
  async function lookFor(
    facts: readonly BuriedFact[],
    updates: boolean,
  ): Promise<readonly string[]> {
    const reader = new DocumentReader(facts, updates);
    provider.script = (request) => reader.answer(request);
    await ask('what are the codes of the documents?', 'narrow');
    const answer = await lastAnswer();
    return facts.map(({ fact }) => fact).filter((fact) => !answer.includes(fact));
  }

  function largestRequest(): number {
    const sizes = provider.requests.map(({ messages }) => JSON.stringify(messages).length);
    return Math.max(...sizes) / perToken;
  }

  it('are all read by a model that puts aside what it has used, and its patches are in the journal', async () => {
    const facts = await putDocuments('aside', 7);

    const missing = await lookFor(facts, true);

    const { state } = await journal.session();
    const patches = [...state.patches].filter(({ actor }) => actor === 'agent');
    assert.deepEqual(missing, []);
    assert.equal(patches.length, facts.length);
    assert.ok(largestRequest() < smallWindow);
  });

  it('are all read by one that does not, because the safety net puts results aside', async () => {
    const facts = await putDocuments('net', 9);

    const missing = await lookFor(facts, false);

    const { state } = await journal.session();
    const patches = [...state.patches].filter(({ trigger }) => trigger !== undefined);
    assert.deepEqual(missing, []);
    assert.ok(patches.length > 0, 'the net acted');
    assert.ok(patches.every(({ actor }) => actor === 'runtime'));
    assert.ok(largestRequest() < smallWindow);
    assert.ok(state.metrics.fallbacks > 0);
  });

  it('leave a journal that gives the views of all requests again', async () => {
    const facts = await putDocuments('replayed', 4);
    await lookFor(facts, true);

    const replayed = await journal.replay();

    assert.equal(replayed.length, provider.requests.length);
    for (const [index, { call, hash, parts }] of replayed.entries()) {
      const request = provider.requests[index];
      assert.equal(hash, call.viewHash, `view ${index}`);
      assert.deepEqual(request === undefined ? [] : partsOf(request).slice(0, parts.length), parts);
      assert.equal(call.measured, 'tokenizer');
    }
  });
});
