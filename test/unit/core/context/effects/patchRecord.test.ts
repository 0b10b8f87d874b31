import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../../src/core/context/message.ts';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { compact, offload, replace, restore, show } from '../../../../fakes/contextOperations.ts';

/** Index of the first message that goes out with other bytes; undefined if all of them begin the other list. */
function firstChanged(before: readonly Message[], after: readonly Message[]): number | undefined {
  const index = before.findIndex(
    (message, at) => JSON.stringify(message) !== JSON.stringify(after[at]),
  );
  return index < 0 ? undefined : index;
}

describe('the record of a patch', () => {
  it('of no operations is none: accepted, and nothing happens', async () => {
    const bench = await ContextBench.begin();
    const events = bench.journalled;

    const result = await bench.patch([]);

    assert.deepEqual([result.ok, result.applied, result.patch], [true, 0, undefined]);
    assert.equal(bench.journalled, events);
  });

  it('says who did what, why, and what made the runtime act', async () => {
    const bench = await ContextBench.begin();
    const id = await bench.assistant('a text');
    const trigger = { pressure: 0.97, threshold: 0.95 };
    const request = { reason: 'full', operations: [offload([id])] };

    const { patch } = await bench.session.apply(request, 'runtime', { trigger });

    assert.deepEqual(
      [patch?.id, patch?.actor, patch?.reason, patch?.kind, patch?.trigger, patch?.provenance],
      ['patch_001', 'runtime', 'full', 'offload', trigger, 'recorded'],
    );
    assert.deepEqual([patch?.targets, patch?.recoverBy], [[id], 'restore with patch_id patch_001']);
  });

  it('has the tokens and the hash of the view before it and after it', async () => {
    const bench = await ContextBench.begin();
    const id = await bench.assistant('a text '.repeat(40));
    const before = bench.session.viewHash;
    const tokens = bench.block(id).tokens.estimate;

    const { patch } = await bench.done(show([id], 'archived'));

    assert.deepEqual(patch.before, { tokens, hash: before });
    assert.deepEqual(patch.after, { tokens: 0, hash: bench.session.viewHash });
  });

  it('names targets in the order of the context, whatever the order asked for', async () => {
    const bench = await ContextBench.begin();
    const ids = [await bench.assistant('one'), await bench.assistant('two')];

    const { patch } = await bench.done(offload(ids.toReversed()));

    assert.deepEqual(patch.targets, ids);
  });

  it('names the first message that another request carries otherwise, and what is read anew', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }), async (numbers) => {
        const bench = await ContextBench.begin();
        await bench.user('Read it.');
        const chains = [await bench.chain('one', 'two'), await bench.chain('three')];
        const reply = await bench.assistant('Done.');
        await bench.user('And now?');
        chains.push([reply], await bench.chain('four', 'five', 'six'));
        for (const number of numbers) {
          const chain = chains[number % chains.length] ?? [];
          const one = chain.slice(-1);
          const operation =
            [
              show(chain, 'archived'),
              show(chain, 'model'),
              offload(one),
              restore(one),
              compact(chain),
              replace(one, `text ${number}`),
            ][Math.floor(number / 4) % 6] ?? offload(one);
          const [before, { tokens }] = [bench.session.view(), bench.session.outline];
          const { patch } = await bench.patch(operation);
          const index = firstChanged(before, bench.session.view());
          if (patch !== undefined) {
            assert.equal(patch.cacheEffect?.firstChangedIndex, index);
            const rest = index === undefined ? [] : tokens.slice(index);
            const sum = rest.reduce((total, each) => total + each, 0);
            assert.equal(patch.cacheEffect?.invalidatedTokens ?? 0, sum);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
