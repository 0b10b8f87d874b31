import assert from 'node:assert/strict';
import { followThread } from '../../../../src/core/agent/rewind.ts';
import { AgentBench, said, ScriptedModel } from '../../../fakes/agentBench.ts';

/** A session with three answered questions. */
async function threeAnswers(): Promise<AgentBench> {
  const bench = await AgentBench.begin();
  for (const number of [1, 2, 3]) {
    await bench.ask(`question ${number}`, new ScriptedModel([[said(`answer ${number}`)]]));
  }
  return bench;
}

function seen({ context }: AgentBench): readonly string[] {
  return context.session.view().map(({ text }) => text.replace(/^\[block:.*\]\n/, ''));
}

describe('a thread in which the user went back', () => {
  it('is followed: what it does not show any more leaves the view, by a patch that can be taken back', async () => {
    const bench = await threeAnswers();
    await bench.context.user('question 2, better');

    await followThread(bench.context.session, { last: 'assistant_002', later: 0 });

    const [patch] = bench.context.session.state.patches;
    assert.deepEqual(seen(bench), ['question 1', 'answer 1', 'question 2, better']);
    assert.deepEqual([patch?.actor, patch?.kind], ['client', 'archive']);
  });

  it('keeps questions that were cut off and are still shown', async () => {
    const bench = await threeAnswers();
    await bench.context.user('question 4');

    await followThread(bench.context.session, { last: 'assistant_002', later: 1 });

    assert.deepEqual(seen(bench), [
      'question 1',
      'answer 1',
      'question 2',
      'answer 2',
      'question 4',
    ]);
  });

  it('keeps what another window added', async () => {
    const bench = await threeAnswers();
    const foreign = new Set(['user_005', 'assistant_006']);
    await bench.context.user('question 4');

    await followThread(bench.context.session, { last: 'assistant_002', later: 0, foreign });

    assert.deepEqual(seen(bench), [
      'question 1',
      'answer 1',
      'question 3',
      'answer 3',
      'question 4',
    ]);
  });

  it('changes nothing where the thread shows all, or its end is not known here', async () => {
    const bench = await threeAnswers();
    await bench.context.user('question 4');
    const { session } = bench.context;

    await followThread(session, { last: 'assistant_006', later: 0 });
    await followThread(session, { last: 'assistant_099', later: 0 });
    await followThread(session, { last: 'assistant_002', later: 2 });

    assert.equal(session.state.patchCount, 0);
  });
});
