import assert from 'node:assert/strict';
import { ContextBench } from '../../../fakes/contextBench.ts';
import { compact } from '../../../fakes/contextOperations.ts';

const call = (id: string) => ({ id, name: 'be-read', arguments: '{}' });

describe('chains of tool calls', () => {
  let bench: ContextBench;

  beforeEach(async () => {
    bench = await ContextBench.begin();
    await bench.user('Read it.');
  });

  function headOf(id: string): string | undefined {
    return bench.block(id).result?.head;
  }

  it('are of the nearest message that made the call, where an id comes again', async () => {
    const one = await bench.assistant('', [call('c')]);
    const first = await bench.result('c', 'one');
    const two = await bench.assistant('', [call('c')]);
    const second = await bench.result('c', 'two');

    assert.deepEqual([headOf(first), headOf(second)], [one, two]);
    await bench.done(compact([one, first]));
    assert.deepEqual(bench.visible.slice(2), [two, second]);
  });

  it('have one answer to each call: another one stands alone', async () => {
    const head = await bench.assistant('', [call('c')]);
    const [first, again] = [await bench.result('c', 'one'), await bench.result('c', 'two')];

    assert.deepEqual([headOf(first), headOf(again)], [head, undefined]);
    const last = bench.session.view().at(-1);
    assert.equal(last?.role, 'user');
    assert.match(last.text, /tool result without its call/);
  });

  it('take an answer for each of several calls of one id', async () => {
    const head = await bench.assistant('', [call('c'), call('c')]);
    const results = [await bench.result('c', 'one'), await bench.result('c', 'two')];
    const third = await bench.result('c', 'three');

    assert.deepEqual(results.map(headOf), [head, head]);
    assert.equal(headOf(third), undefined);
    await bench.done(compact([head, ...results]));
  });

  it('are the same when all comes in at once', async () => {
    const result = (text: string) =>
      ({ kind: 'tool_result', call: 'c', name: 'be-read', text }) as const;

    const [head, ...results] = await bench.session.ingest([
      { kind: 'assistant_message', text: '', calls: [call('c'), call('c')] },
      ...['one', 'two', 'three'].map(result),
    ]);

    const heads = results.map((block) => block.result?.head);
    assert.deepEqual(heads, [head?.id, head?.id, undefined]);
  });

  it('take a late answer in at their place, whatever was said in between', async () => {
    const head = await bench.assistant('', [call('c')]);
    const later = await bench.user('Are you there?');
    const result = await bench.result('c', 'one');

    assert.deepEqual(bench.visible.slice(1), [head, result, later]);
    assert.deepEqual(await bench.broken(compact([head])), ['chain_atomicity']);
  });
});
