import assert from 'node:assert/strict';
import type { Block } from '../../../../../src/core/context/block.ts';
import { tokensOf } from '../../../../../src/core/context/block.ts';
import { generationalOrder } from '../../../../../src/core/context/budget/generationalOrder.ts';
import { measureBudget } from '../../../../../src/core/context/budget/ladder.ts';
import { budgetReport } from '../../../../../src/core/context/budget/report.ts';
import { planSafetyNet } from '../../../../../src/core/context/budget/safetyNet.ts';
import { headOf, resultOf } from './blocks.ts';

function blocksOf(count: number): readonly Block[] {
  return Array.from({ length: count / 2 }, (_, index) => [
    headOf(`a${index}`, [`t${index}`]),
    resultOf(`t${index}`, `a${index}`, 200 + ((index * 7919) % 5000)),
  ]).flat();
}

/** Fastest of some runs, in milliseconds: slower ones say more about the machine. */
function fastest(action: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    action();
    return performance.now() - started;
  });
  return Math.min(...times);
}

const actions: Record<string, (blocks: readonly Block[], used: number) => void> = {
  report: (blocks, used) => budgetReport({ blocks, budget: measureBudget({ window: used, used }) }),
  'generational order': (blocks) => generationalOrder(blocks),
  'safety net': (blocks, used) =>
    // A twentieth of the room: everything goes.
    planSafetyNet({
      blocks,
      budget: measureBudget({ window: used / 20, used }),
      slope: 1,
      requests: 1,
      beginningOf: () => 'x'.repeat(1000),
    }),
};

describe('the budget of a long session', () => {
  for (const [name, action] of Object.entries(actions)) {
    it(`takes a time nearly linear to the number of blocks: ${name}`, () => {
      const timeOf = (count: number): number => {
        const blocks = blocksOf(count);
        const used = blocks.reduce((total, block) => total + tokensOf(block), 0);
        return fastest(() => {
          action(blocks, used);
        });
      };
      timeOf(1000);
      const small = timeOf(1000);
      const large = timeOf(20_000);

      // Twenty times the blocks: a quadratic way takes 400 times as long, a busy machine spoils a factor of ten.
      assert.ok(large < 200 * Math.max(small, 0.2), `${small} ms, then ${large} ms`);
    });
  }
});
