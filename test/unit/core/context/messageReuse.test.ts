import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ContextState } from '../../../../src/core/context/contextState.ts';
import { estimateTokens } from '../../../../src/core/context/estimateTokens.ts';
import { messageTokens } from '../../../../src/core/context/messageTokens.ts';
import { BlockMaker } from '../../../../src/core/context/newBlock.ts';
import { lostText } from '../../../../src/core/context/texts.ts';
import { renderView } from '../../../../src/core/context/view.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';

describe('messages of a view', () => {
  it('are the same objects while nothing of them changes', async () => {
    const bench = await ContextBench.begin();
    await bench.user('q');
    await bench.chain('one', 'two');
    const before = bench.session.view();

    await bench.chain('three');

    const after = bench.session.view();
    before.forEach((message, index) => assert.equal(after[index], message));
  });

  it('are others when their block is', async () => {
    const bench = await ContextBench.begin();
    const [, result = ''] = await bench.chain('one');
    const before = bench.session.view();

    await bench.patch({
      op: 'payload_offload',
      ids: [result],
      replaceWith: { description: 'd', summary: 'short', hint: '' },
    });

    const after = bench.session.view();
    assert.equal(after[0], before[0]);
    assert.match(after[1]?.text ?? '', /\[offloaded payload\] short/);
  });

  it('show a text as soon as it is at hand', () => {
    const state = new ContextState();
    const [made] = new BlockMaker(state).make({ kind: 'user_message', text: 'hello' });
    assert.ok(made);
    state.apply({ type: 'ingest', block: made.block });
    const texts = new Map<string, string>();

    const without = renderView(state, texts)[0]?.text ?? '';
    texts.set(made.block.content.artifact, made.text);

    assert.ok(without.endsWith(lostText));
    assert.ok(renderView(state, texts)[0]?.text.endsWith('hello'));
  });

  it('have tokens that are counted with the arguments of their calls', () => {
    const calls = [{ id: 'c', name: 'n', arguments: '{"file":"a.txt"}' }];

    const tokens = messageTokens({ role: 'assistant', text: 'looking', calls });

    assert.equal(tokens, estimateTokens('looking{"file":"a.txt"}'));
  });
});

describe('a manifest', () => {
  it('has the tokens of its lines, which are about those of its text', async () => {
    const bench = await ContextBench.begin();
    await bench.user('What is the plan?');
    const ids = await bench.chain('alpha beta gamma '.repeat(40), '{"a": 1}');
    await bench.patch({ op: 'set_visibility', ids: [...ids], visibility: 'archived' });
    await bench.chain('delta');

    const manifest = bench.session.manifest();

    const whole = estimateTokens(manifest.text);
    assert.ok(Math.abs(messageTokens(manifest) - whole) <= 0.05 * whole);
  });
});
