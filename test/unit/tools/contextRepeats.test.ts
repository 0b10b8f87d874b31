import assert from 'node:assert/strict';
import { ContextBench } from '../../fakes/contextBench.ts';
import { liveBenchEach } from '../../fakes/liveBench.ts';
import { textField, warningsOf } from '../../fakes/workbench.ts';

const compact = {
  op: 'compact',
  ids: ['assistant_003', 'tool_004'],
  output: { description: 'the log', content: 'All is green.' },
  preserve: ['green'],
  drop: [],
};
const call = { reason: 'it was read', operations: [compact] };
const refused = { reason: 'it was read', operations: [{ ...compact, preserve: [] }] };
const from = (session: string, request: number): object => ({ caller: { session, request } });

describe('a context-update that is sent again', () => {
  // system_001, user_002, assistant_003, tool_004
  const on = liveBenchEach(['a line of the log\n'.repeat(300)]);

  const patches = (): number => on().context.session.state.patchCount;

  it('because its answer was lost is refused, with the patch of the first', async () => {
    await on().tools.good('context-update', call, from('c1', 7));
    on().tools.runtime.tools.answerLost?.('c1', 7);

    const answer = await on().tools.bad('already-applied', 'context-update', call, from('c2', 1));

    assert.match(answer.text, /patch_001/);
    assert.equal(patches(), 1);
    await on().tools.good('context-update', { ...call, again: true }, from('c2', 2));
    assert.equal(patches(), 2);
  });

  it('while the first is still running is done once', async () => {
    const first = on().tools.call('context-update', call, from('c1', 7));
    on().tools.runtime.tools.answerLost?.('c1', 7);
    const second = on().tools.call('context-update', call, from('c2', 1));

    const answers = await Promise.all([first, second]);

    assert.equal(answers.filter(({ text }) => text.includes('already-applied')).length, 1);
    assert.equal(patches(), 1);
  });

  it('for another reason is done, with a warning that says how to take it back', async () => {
    await on().tools.good('context-update', call);

    const answer = await on().tools.good('context-update', call);

    assert.match(warningsOf(answer), /equal call was made before, as patch_001.*"patch_id"/);
    assert.equal(patches(), 2);
  });

  it('after the first was taken back is a new one', async () => {
    await on().tools.good('context-update', call, from('c1', 7));
    on().tools.runtime.tools.answerLost?.('c1', 7);
    const back = { op: 'restore', patch_id: 'patch_001' };
    await on().tools.good('context-update', { reason: 'no', operations: [back] });

    const answer = await on().tools.good('context-update', call, from('c1', 8));

    assert.equal(warningsOf(answer), '');
  });

  it('to another conversation is none', async () => {
    await on().tools.good('context-update', call, from('c1', 7));
    on().tools.runtime.tools.answerLost?.('c1', 7);
    on().end();
    const other = await ContextBench.begin('s2');
    await other.system('You help.');
    await other.user('What is wrong?');
    await other.chain('text');
    const live = { session: other.session, budget: () => undefined };
    const added = on().tools.runtime.live.add(live);

    const answer = await on().tools.good('context-update', call, from('c1', 8));

    assert.equal(warningsOf(answer), '');
    added.dispose();
  });

  it('though it was refused is told so, and how often', async () => {
    const refuse = async (): Promise<string> =>
      textField(await on().tools.bad('patch-refused', 'context-update', refused), 'advice');

    const advice = [await refuse(), await refuse(), await refuse()];

    assert.match(advice[0] ?? '', /^Correct what the rejections say/);
    assert.match(advice[1] ?? '', /^The same call was refused 2 times, .*Do not send it again/);
    assert.match(advice[2] ?? '', /^The same call was refused 3 times/);
  });

  it('and is refused for another reason gets the usual advice, and is done where none is left', async () => {
    await on().context.session.pin(['tool_004'], true, 'user');
    await on().tools.bad('patch-refused', 'context-update', call);
    await on().context.session.pin(['assistant_003'], true, 'user');

    const answer = await on().tools.bad('patch-refused', 'context-update', call);

    assert.match(textField(answer, 'advice'), /^Correct what the rejections say/);
    await on().context.session.pin(['assistant_003', 'tool_004'], false, 'user');
    assert.equal(warningsOf(await on().tools.good('context-update', call)), '');
  });
});
