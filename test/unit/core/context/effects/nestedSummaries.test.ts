import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Operation } from '../../../../../src/core/context/operations.ts';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { compact, fold, merge } from '../../../../fakes/contextOperations.ts';

/** Short answers and two chains, one of which is answered after something else came in. */
async function filled(): Promise<ContextBench> {
  const bench = await ContextBench.begin();
  await bench.assistant('one');
  await bench.assistant('two');
  await bench.chain('three');
  const call = { id: 'late', name: 'be-read', arguments: '{}' };
  await bench.assistant('four', [call]);
  await bench.assistant('five');
  await bench.result('late', 'six');
  await bench.assistant('seven');
  await bench.assistant('eight');
  return bench;
}

/** Whole chains: a block of one stands for all of it. */
function whole(bench: ContextBench, ids: readonly string[]): readonly string[] {
  const { state } = bench.session;
  const all = ids.flatMap((id) => {
    const chain = state.chainOf(bench.block(id));
    return chain === undefined ? [id] : [chain.head, ...chain.results];
  });
  return [...new Set(all)];
}

/** Which blocks an operation takes: numbers in what is visible then. */
const pick = fc.record({
  op: fc.constantFrom('compact', 'merge', 'fold', 'fold'),
  which: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
});

function operationOf(
  bench: ContextBench,
  { op, which }: { readonly op: string; readonly which: readonly number[] },
): Operation {
  const { visible } = bench;
  const ids = whole(
    bench,
    which.map((each) => visible[each % visible.length] ?? ''),
  );
  return op === 'compact' ? compact(ids) : op === 'merge' ? merge(ids) : fold(ids);
}

describe('summaries of summaries in one patch', () => {
  it('stand where they would if each were a patch of its own, and break the same rules', async () => {
    let deepest = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(pick, { minLength: 3, maxLength: 8 }), async (picks) => {
        const single = await filled();
        const operations: Operation[] = [];
        for (const each of picks) {
          const operation = operationOf(single, each);
          const { rejections } = await single.patch(operation);
          const together = await filled();
          const all = await together.patch([...operations, operation]);
          assert.deepEqual(
            all.rejections.map(({ rule, message }) => [rule, message]),
            rejections.map(({ rule, message }) => [rule, message]),
          );
          if (rejections.length === 0) {
            operations.push(operation);
            assert.deepEqual(together.session.state.order, single.session.state.order);
            assert.deepEqual(together.visible, single.visible);
            assert.equal((await together.reopened()).viewHash, together.session.viewHash);
          }
        }
        deepest = Math.max(deepest, operations.length);
      }),
      { numRuns: 150 },
    );
    assert.ok(deepest >= 4, 'patches of several operations were made');
  });

  it('see that another summary of the same patch lies in between', async () => {
    const bench = await ContextBench.begin();
    const [one, two] = [await bench.assistant('one'), await bench.assistant('two')];

    // What is archived may be summed up again: both summaries stand before the second block.
    const operations = [compact([two]), compact([two]), fold([one, 'summary_004'])];

    assert.deepEqual(await bench.broken(operations), ['fold_range']);
  });

  it('are a run where three levels of them stand side by side', async () => {
    const bench = await ContextBench.begin();
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three', 'four']) {
      ids.push(await bench.assistant(text));
    }
    const [one = '', two = '', three = '', four = ''] = ids;

    const { created } = await bench.done([
      fold([three, four]),
      compact([two]),
      merge(['summary_005', 'summary_006']),
      fold([one, 'summary_007']),
    ]);

    assert.deepEqual(bench.visible, [created[3]]);
    assert.deepEqual(bench.session.state.order, [
      ...[created[3], one],
      ...[created[2], created[1], two],
      ...[created[0], three, four],
    ]);
  });
});
