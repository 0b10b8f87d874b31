import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { JournalSession } from '../../../src/core/sources/chipboard/journalSession.ts';
import type { ToolAnswer } from '../../../src/tools/toolService.ts';
import { liveBenchEach } from '../../fakes/liveBench.ts';

const log = 'a line of the log\n'.repeat(300);
const offload = {
  reason: 'it was read',
  operations: [
    {
      op: 'payload_offload',
      ids: ['tool_004'],
      replace_with: { description: 'a log', summary: 'all green' },
    },
  ],
};

describe('a change of a context that the user wants to be asked about', () => {
  // system_001, user_002, assistant_003, tool_004, tool_005
  const on = liveBenchEach([log, 'short']);
  const update = (args: object = offload): Promise<ToolAnswer> =>
    on().tools.good('context-update', args);
  const isOffloaded = (): boolean =>
    on().context.session.state.get('tool_004')?.content.form === 'offloaded';
  /** The newest patch as the journal tells it to people. */
  const newest = async (): Promise<readonly unknown[]> => {
    const { session, store } = on().context;
    const journal = new JournalSession();
    (await store.sessionEvents(session.id, 0, 1000)).forEach((event) => journal.take(event));
    const row = { id: 's1', source: 'chipboard', workspace: '', title: '', created: 0 };
    const { patches } = journal.session({ ...row, updated: 0, events: 0 });
    const last = patches.at(-1);
    return [last?.kind, last?.actor, last?.because];
  };

  it('is done without a question as long as they did not say so', async () => {
    await update();

    assert.ok(isOffloaded());
    assert.deepEqual(on().tools.patchConsent.questions, []);
  });

  it('is asked about with the numbers of the dry run, and done when they allow it', async () => {
    const { patchConsent } = on().tools;
    patchConsent.askBefore = 'always';
    patchConsent.asked = () => assert.ok(!isOffloaded());

    const answer = await update();

    const [question] = patchConsent.questions;
    const patch = on().context.session.state.patch('patch_001');
    const freed = (patch?.before.tokens ?? 0) - (patch?.after.tokens ?? 0);
    assert.ok(isOffloaded() && freed > 500);
    assert.equal(question?.freed, freed);
    assert.equal(question.share, freed / (patch?.before.tokens ?? 0));
    assert.equal(question.invalidated, patch?.cacheEffect?.invalidatedTokens);
    assert.deepEqual(
      question.blocks.map(({ id }) => id),
      ['tool_004'],
    );
    assert.deepEqual([question.kind, question.reason], ['offload', 'it was read']);
    assert.equal(answer.structured['freed_tokens'], freed);
    assert.deepEqual(patch?.decision, { answer: 'allowed', by: 'user' });
    const [kind, actor, because] = await newest();
    assert.deepEqual([kind, actor], ['offload', 'agent']);
    assert.match(String(because), /The user was asked before, and allowed it\.$/);
  });

  it('is not done when they refuse, and the model is told what to do, without an error', async () => {
    const { patchConsent } = on().tools;
    patchConsent.askBefore = 'always';
    patchConsent.answer = 'refused';

    const { structured } = await update();

    assert.ok(!isOffloaded());
    assert.deepEqual(
      [structured['status'], structured['declined'], structured['applied']],
      ['ok', true, 0],
    );
    assert.match(String(structured['note']), /refused it.*Do not send the same change again/);
    assert.deepEqual(await newest(), [
      ...['refused', 'agent', 'The user was asked before, and refused it.'],
    ]);
  });

  it('is not done without an answer in two minutes, whatever the answer is later', async () => {
    const { patchConsent } = on().tools;
    patchConsent.askBefore = 'always';
    mock.timers.enable({ apis: ['setTimeout'] });
    let allow: (answer: 'allowed') => void = () => undefined;
    patchConsent.answer = new Promise((resolve) => (allow = resolve));
    patchConsent.asked = () => setImmediate(() => mock.timers.tick(120_000));
    const { structured } = await update().finally(() => mock.timers.reset());
    allow('allowed');
    await new Promise((resolve) => setImmediate(resolve));

    assert.ok(!isOffloaded());
    assert.match(String(structured['note']), /did not answer in time/);
    assert.match(String((await newest())[2]), /did not answer in time, so it was not done\.$/);
  });

  it('is done where nobody can be asked', async () => {
    const { patchConsent } = on().tools;
    patchConsent.askBefore = 'always';
    patchConsent.answer = 'unavailable';

    await update();

    assert.ok(isOffloaded());
    assert.equal(on().context.session.state.patch('patch_001')?.decision, undefined);
  });

  it('is asked about only from a tenth of what is in view on, where they want that', async () => {
    const { patchConsent } = on().tools;
    patchConsent.askBefore = 'large';
    const chain = ['assistant_003', 'tool_004', 'tool_005'];
    const [step] = offload.operations;

    await update({ ...offload, operations: [{ ...step, ids: ['tool_005'] }] });
    const before = patchConsent.questions.length;
    await update({ reason: 'used', operations: [{ op: 'set_visibility', ids: chain }] });

    assert.equal(before, 0);
    assert.equal(patchConsent.questions.length, 1);
    assert.ok((patchConsent.questions[0]?.share ?? 0) >= 0.1);
  });

  it('is not asked about when it breaks rules, or a person wants it', async () => {
    const { tools } = on();
    tools.patchConsent.askBefore = 'always';
    const operations = [{ op: 'set_visibility', ids: ['system_001'], visibility: 'hidden' }];
    const { structured } = await tools.call('context-update', { reason: 'x', operations });

    assert.equal(structured['code'], 'patch-refused');
    await tools.good('context-update', offload, { caller: { person: true } });
    assert.ok(isOffloaded());
    assert.deepEqual(tools.patchConsent.questions, []);
  });

  it('is not done when the context became another one while they were asked', async () => {
    const { patchConsent } = on().tools;
    patchConsent.askBefore = 'always';
    patchConsent.asked = () => on().context.user('Something else.');

    const { structured } = await update();

    assert.ok(!isOffloaded());
    assert.match(String(structured['note']), /became another one while they were asked/);
  });
});
