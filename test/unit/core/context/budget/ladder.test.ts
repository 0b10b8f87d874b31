import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BudgetLevel } from '../../../../../src/core/context/budget/ladder.ts';
import {
  defaultRatios,
  eased,
  isAtLeast,
  isReportDue,
  ladderRatios,
  levelAt,
  measureBudget,
} from '../../../../../src/core/context/budget/ladder.ts';

const levels: readonly BudgetLevel[] = ['unknown', 'ok', 'soft', 'must_act', 'critical'];
const anyLevel = fc.constantFrom(...levels);
const anyPressure = fc.oneof(
  fc.double({ min: 0, max: 1.5, noNaN: true }),
  fc.integer({ min: 0, max: 150 }).map((percent) => percent / 100),
);
const anyRatios = fc
  .tuple(anyPressure, anyPressure, anyPressure)
  .map(([soft, mustAct, critical]) => ladderRatios({ soft, mustAct, critical }));
const anySize = fc.option(
  fc.oneof(fc.integer({ min: -5, max: 300_000 }), fc.constantFrom(NaN, Infinity)),
  { nil: undefined },
);

describe('the budget ladder', () => {
  it('reckons with the room, which is the window without the reserved output', () => {
    const budget = measureBudget({ window: 200_000, reservedOutput: 20_000, used: 90_000 });

    assert.deepEqual(budget, {
      window: 200_000,
      reservedOutput: 20_000,
      room: 180_000,
      used: 90_000,
      pressure: 0.5,
      level: 'ok',
    });
  });

  it('reaches each level at its share exactly', () => {
    const at = (used: number): BudgetLevel => measureBudget({ window: 1000, used }).level;

    assert.deepEqual([699, 700, 799, 800, 949, 950, 1000, 5000].map(at), [
      'ok',
      'soft',
      'soft',
      'must_act',
      'must_act',
      'critical',
      'critical',
      'critical',
    ]);
  });

  it('leaves a level only more than 5 points below its share', () => {
    const from = (previous: BudgetLevel, used: number): BudgetLevel =>
      measureBudget({ window: 1000, used, previous }).level;

    assert.equal(from('critical', 900), 'critical');
    assert.equal(from('critical', 899), 'must_act');
    assert.equal(from('must_act', 750), 'must_act');
    assert.equal(from('must_act', 749), 'soft');
    assert.equal(from('soft', 650), 'soft');
    assert.equal(from('soft', 649), 'ok');
    assert.equal(from('critical', 100), 'ok');
    assert.equal(from('soft', 949), 'must_act');
  });

  it('does not change its mind about a pressure that stays', () => {
    fc.assert(
      fc.property(anyPressure, anyRatios, anyLevel, (pressure, ratios, previous) => {
        const level = levelAt(pressure, ratios, previous);

        assert.equal(levelAt(pressure, ratios, level), level);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not go to and fro while the pressure moves by less than 5 points', () => {
    const moves = fc.array(fc.double({ min: 0, max: 0.0499, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(anyPressure, moves, (base, steps) => {
        const seen: BudgetLevel[] = [];
        let level: BudgetLevel = 'ok';
        for (const move of steps) {
          level = levelAt(base + move, defaultRatios, level);
          seen.push(level);
        }

        const falls = seen.filter((one, index) => !isAtLeast(one, seen[index - 1] ?? 'ok'));
        assert.deepEqual(falls, []);
      }),
      { numRuns: 2000 },
    );
  });

  it('never ranks more pressure lower', () => {
    fc.assert(
      fc.property(anyPressure, anyPressure, anyRatios, anyLevel, (a, b, ratios, previous) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];

        assert.ok(isAtLeast(levelAt(high, ratios, previous), levelAt(low, ratios, previous)));
      }),
    );
  });

  it('says what is missing where there is nothing to reckon with', () => {
    const noWindow = measureBudget({ used: 500 });
    const noRoom = measureBudget({ window: 8000, reservedOutput: 8000, used: 500 });
    const noUse = measureBudget({ window: 8000, reservedOutput: 1000 });

    assert.deepEqual(
      [noWindow, noRoom, noUse].map(({ level, pressure, room }) => [level, pressure, room]),
      [
        ['unknown', undefined, undefined],
        ['unknown', undefined, undefined],
        ['unknown', undefined, 7000],
      ],
    );
    assert.match(noWindow.why ?? '', /window is not known/);
    assert.match(noRoom.why ?? '', /8000 tokens leaves no room/);
    assert.match(noUse.why ?? '', /size of the next request is not known/);
  });

  it('has a finite pressure or none, and then says why', () => {
    fc.assert(
      fc.property(anySize, anySize, anySize, anyLevel, (window, reservedOutput, used, previous) => {
        const budget = measureBudget({ window, reservedOutput, used, previous });

        const numbers = [budget.window, budget.reservedOutput, budget.room, budget.used];
        for (const number of [...numbers, budget.pressure]) {
          assert.ok(number === undefined || (Number.isFinite(number) && number >= 0));
        }
        assert.equal(budget.level === 'unknown', budget.pressure === undefined);
        assert.equal(budget.level === 'unknown', budget.why !== undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes ratios from settings and puts wrong ones right', () => {
    assert.deepEqual(ladderRatios({}), defaultRatios);
    assert.deepEqual(ladderRatios({ soft: '0.5', mustAct: NaN, critical: 2 }), defaultRatios);
    assert.deepEqual(ladderRatios({ soft: 0.9 }), { soft: 0.9, mustAct: 0.9, critical: 0.95 });
    assert.deepEqual(ladderRatios({ soft: 0.5, mustAct: 0.6, critical: 0.7 }), {
      soft: 0.5,
      mustAct: 0.6,
      critical: 0.7,
    });
  });
});

describe('a budget report', () => {
  const due = (used: number, shown?: { level: BudgetLevel; pressure: number }): boolean =>
    isReportDue(measureBudget({ window: 1000, used }), shown);

  it('is due from the soft limit on when none is in the view', () => {
    assert.equal(due(699), false);
    assert.equal(due(700), true);
    assert.equal(isReportDue(measureBudget({ used: 5 }), undefined), false);
  });

  it('is due again when the level rises or the pressure grew by 5 points', () => {
    assert.equal(due(749, { level: 'soft', pressure: 0.7 }), false);
    assert.equal(due(750, { level: 'soft', pressure: 0.7 }), true);
    assert.equal(due(800, { level: 'soft', pressure: 0.79 }), true);
    assert.equal(due(850, { level: 'must_act', pressure: 0.8 }), true);
    assert.equal(due(720, { level: 'must_act', pressure: 0.8 }), false);
  });

  it('is due again when what was relieved comes back', () => {
    const shown = { level: 'must_act', pressure: 0.9 } as const;
    const relieved = measureBudget({ window: 1000, used: 760 });
    const back = measureBudget({ window: 1000, used: 830 });

    const after = eased(shown, relieved);

    assert.deepEqual(after, { level: 'soft', pressure: 0.76 });
    assert.deepEqual([isReportDue(back, shown), isReportDue(back, after)], [false, true]);
  });

  it('counts as it was while the pressure grows or is not known', () => {
    const shown = { level: 'soft', pressure: 0.72 } as const;

    assert.equal(eased(shown, measureBudget({ window: 1000, used: 750 })), shown);
    assert.equal(eased(shown, measureBudget({ used: 750 })), shown);
    assert.equal(eased(undefined, measureBudget({ window: 1000, used: 750 })), undefined);
  });
});
