import assert from 'node:assert/strict';
import { ContextBench } from '../../fakes/contextBench.ts';
import { textField, workbenchEach } from '../../fakes/workbench.ts';

describe('the conversation that is meant', () => {
  const on = workbenchEach();
  const args = { reason: 'x', operations: [] };

  it('is none where none is open, which is said with what to do instead', async () => {
    for (const [tool, given] of [
      ['context-update', args],
      ['artifact-get', { uri: 'tool_004' }],
    ] as const) {
      const answer = await on().bad('session-not-found', tool, given);
      assert.match(
        textField(answer, 'message'),
        /No conversation with a managed context is open; .*@chipboard/,
      );
      assert.match(textField(answer, 'advice'), /Go on without/);
    }
  });

  it('is the named one of several; without a name all are named', async () => {
    const { live } = on().runtime;
    const first = await ContextBench.begin();
    const second = await ContextBench.begin('s2');
    const added = [first, second].map(({ session }) =>
      live.add({ session, budget: () => undefined }),
    );

    const answer = await on().bad('ambiguous-session', 'context-update', args);
    assert.match(textField(answer, 'message'), /2 conversations are open: s1, s2\.$/);
    const named = await on().good('context-update', { ...args, session: 's1' });
    assert.equal(named.structured['session'], 's1');
    const unknown = await on().bad('session-not-found', 'context-update', {
      ...args,
      session: 's3',
    });
    assert.match(textField(unknown, 'advice'), /open are s1, s2/);
    added[0]?.dispose();
    const only = await on().good('context-update', args);
    assert.equal(only.structured['session'], 's2');
    await on().bad('session-not-found', 'context-update', { ...args, session: 's1' });
  });

  it('is gone when the runtime is disposed', async () => {
    const { session } = await ContextBench.begin();
    on().runtime.live.add({ session, budget: () => undefined });
    on().runtime.dispose();

    await on().bad('session-not-found', 'context-update', args);
  });
});
