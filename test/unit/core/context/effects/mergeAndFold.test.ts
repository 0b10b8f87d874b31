import assert from 'node:assert/strict';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { fold, merge, show } from '../../../../fakes/contextOperations.ts';

describe('merge', () => {
  it('is a summary that says so, wherever its blocks stand', async () => {
    const bench = await ContextBench.begin();
    const one = await bench.assistant('It is 4.');
    const between = await bench.user('Sure?');
    const two = await bench.assistant('It is 5.');
    const last = await bench.user('So?');

    const { created } = await bench.done(merge([two, one]));

    assert.deepEqual(bench.visible, [...created, between, last]);
    assert.equal(bench.block(created[0] ?? '').description, '[merged] what was read');
    assert.deepEqual(bench.block(created[0] ?? '').sources, [two, one]);
  });

  it('says that a contradiction was resolved', async () => {
    const bench = await ContextBench.begin();
    const ids = [await bench.assistant('It is 4.'), await bench.assistant('It is 5.')];

    const { created, patch } = await bench.done(merge(ids, { resolution: 'contradiction' }));

    const { description } = bench.block(created[0] ?? '');
    assert.equal(description, '[merged (contradiction resolved)] what was read');
    assert.equal(patch.kind, 'merge');
  });
});

describe('fold', () => {
  let bench: ContextBench;

  beforeEach(async () => {
    bench = await ContextBench.begin();
    await bench.user('Read it.');
  });

  it('is a summary that names its scope', async () => {
    const chain = await bench.chain('one', 'two');

    const { created } = await bench.done(fold(chain));

    assert.equal(
      bench.block(created[0] ?? '').description,
      '[folded scope: reading] what was read',
    );
    assert.deepEqual(bench.visible, ['user_001', ...created]);
  });

  it('does not mind what is hidden, archived or a report in between', async () => {
    const one = await bench.assistant('one');
    const hidden = await bench.assistant('hidden');
    await bench.session.ingest([{ kind: 'budget_report', text: 'full' }]);
    const archived = await bench.assistant('archived');
    const two = await bench.assistant('two');
    await bench.done([show([hidden], 'hidden'), show([archived], 'archived')]);

    const { created } = await bench.done(fold([one, two]));

    assert.deepEqual(bench.visible, ['user_001', ...created, 'budget_004']);
  });

  it('sees what operations before it in the patch left in between', async () => {
    const [one, between, two] = [
      await bench.assistant('one'),
      await bench.assistant('between'),
      await bench.assistant('two'),
    ];

    assert.deepEqual(await bench.broken(fold([one, two])), ['fold_range']);
    await bench.done([show([between], 'archived'), fold([one, two])]);

    assert.equal(bench.visible.length, 2);
  });

  it('takes a chain whose result came after something else: in the view it follows its call', async () => {
    const head = await bench.assistant('', [{ id: 'c', name: 'be-read', arguments: '{}' }]);
    const later = await bench.user('Are you there?');
    const result = await bench.result('c', 'text');
    assert.deepEqual(bench.visible, ['user_001', head, result, later]);

    const { created } = await bench.done(fold([head, result]));

    assert.deepEqual(bench.visible, ['user_001', ...created, later]);
  });
});
