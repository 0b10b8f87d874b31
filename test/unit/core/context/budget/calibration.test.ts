import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  calibrate,
  calibrated,
  calibrationPairLimit,
  calibrationPairs,
  uncalibrated,
} from '../../../../../src/core/context/budget/calibration.ts';
import { modelFamily } from '../../../../../src/core/context/budget/modelFamily.ts';
import type { CallRecord } from '../../../../../src/core/context/journalEvent.ts';

function callOf(request: string, estimate: number, other: Partial<CallRecord> = {}): CallRecord {
  return {
    request,
    model: 'acme/writer-3-20250514',
    estimate,
    measured: 'provider',
    visibleBlocks: 1,
    outcome: 'ok',
    viewHash: '',
    ...other,
  };
}

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.constantFrom(NaN, Infinity, -Infinity, 0, -5),
);
const anyPairs = fc.array(fc.record({ estimate: anyNumber, input: anyNumber }), { maxLength: 50 });

/** Points of a line as a session grows, each up to 1 % off. */
const noisyLines = fc
  .record({
    slope: fc.double({ min: 0.6, max: 1.9, noNaN: true }),
    overhead: fc.integer({ min: 0, max: 20_000 }),
    first: fc.integer({ min: 1000, max: 50_000 }),
    step: fc.integer({ min: 1000, max: 5000 }),
    noise: fc.array(fc.double({ min: -0.01, max: 0.01, noNaN: true }), {
      minLength: 16,
      maxLength: 32,
    }),
  })
  .map(({ slope, overhead, first, step, noise }) => {
    const truth = (estimate: number): number => overhead + slope * estimate;
    const pairs = noise.map((off, index) => {
      const estimate = first + index * step;
      return { estimate, input: truth(estimate) * (1 + off) };
    });
    return { truth, pairs };
  });

describe('calibrated estimates', () => {
  it('recover a line under noise, also with one request that the provider cut', () => {
    fc.assert(
      fc.property(noisyLines, fc.nat(), fc.boolean(), ({ truth, pairs }, at, cut) => {
        const outlier = pairs[at % pairs.length];
        if (cut && outlier !== undefined) {
          outlier.input *= 0.1;
        }

        const fit = calibrate(pairs);

        const estimates = pairs.map(({ estimate }) => estimate);
        const largest = Math.max(...estimates);
        for (const estimate of [Math.min(...estimates), largest, largest * 1.1]) {
          const far = Math.abs(calibrated(estimate, fit) - truth(estimate)) / truth(largest);
          assert.ok(far < 0.1, `${far} off at ${estimate}: ${JSON.stringify(fit)}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('find a line without noise exactly', () => {
    const pairs = [1000, 5000, 9000].map((estimate) => ({
      estimate,
      input: 3000 + 1.2 * estimate,
    }));

    const fit = calibrate(pairs);

    assert.equal(fit.method, 'line');
    assert.ok(Math.abs(fit.slope - 1.2) < 1e-9 && Math.abs(fit.overhead - 3000) < 1e-6);
    assert.equal(calibrated(10_000, fit), 15_000);
  });

  it('find it also when some requests are off', () => {
    const pairs = Array.from({ length: 10 }, (_, index) => {
      const estimate = 1000 * (index + 1);
      const off = index === 6 || index === 8 ? 0.7 : 1;
      return { estimate, input: off * (3000 + 1.2 * estimate) };
    });

    const fit = calibrate(pairs);

    assert.ok(Math.abs(fit.slope - 1.2) < 1e-9 && Math.abs(fit.overhead - 3000) < 1e-6);
  });

  it('are finite, bounded and grow with the estimate, whatever the pairs', () => {
    fc.assert(
      fc.property(anyPairs, anyNumber, anyNumber, (pairs, a, b) => {
        const fit = calibrate(pairs);

        const inputs = pairs.map(({ input }) => input).filter((input) => Number.isFinite(input));
        assert.ok(fit.slope >= 0.5 && fit.slope <= 2);
        assert.ok(fit.overhead >= 0 && fit.overhead <= Math.max(0, ...inputs));
        const [low = 0, high = 0] = [a, b].map((one) => (one > 0 ? one : 0)).sort((x, y) => x - y);
        assert.ok(calibrated(low, fit) <= calibrated(high, fit));
        assert.ok(Number.isFinite(calibrated(a, fit)) && calibrated(a, fit) >= 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('are taken as they are while nothing was measured', () => {
    assert.deepEqual(calibrate([]), uncalibrated);
    assert.equal(calibrated(1234, uncalibrated), 1234);
    assert.equal(calibrated(NaN, uncalibrated), 0);
  });

  it('take the difference as overhead with one pair, or with estimates too alike', () => {
    const one = calibrate([{ estimate: 1000, input: 4000 }]);
    const alike = calibrate([
      { estimate: 1000, input: 4000 },
      { estimate: 1100, input: 4200 },
    ]);

    assert.deepEqual(one, { overhead: 3000, slope: 1, pairs: 1, method: 'difference' });
    assert.deepEqual(alike, { overhead: 3050, slope: 1, pairs: 2, method: 'difference' });
  });

  it('take the ratio where the provider counted less than estimated', () => {
    const fit = calibrate([{ estimate: 1000, input: 800 }]);

    assert.deepEqual(fit, { overhead: 0, slope: 0.8, pairs: 1, method: 'ratio' });
  });

  it('keep the slope within its bounds', () => {
    const steep = calibrate([
      { estimate: 1000, input: 5000 },
      { estimate: 2000, input: 10_000 },
    ]);
    const flat = calibrate([{ estimate: 1000, input: 10 }]);

    assert.deepEqual([steep.slope, flat.slope], [2, 0.5]);
  });

  it('leave out a request that the provider cut, even among few', () => {
    const pairs = [
      { estimate: 30_000, input: 12_000 },
      { estimate: 20_000, input: 22_600 },
      { estimate: 10_000, input: 11_600 },
    ];

    const fit = calibrate(pairs);

    assert.equal(fit.pairs, 2);
    assert.equal(calibrated(30_000, fit), 33_600);
  });

  it('follow the provider once most requests are cut', () => {
    const cut = [40_000, 41_000, 42_000].map((estimate) => ({ estimate, input: estimate * 0.3 }));

    const fit = calibrate([...cut, { estimate: 30_000, input: 31_000 }]);

    assert.equal(fit.slope, 0.5);
    assert.equal(fit.overhead, 0);
  });

  it('rest on the newest pairs alone', () => {
    const pairs = Array.from({ length: 100 }, (_, index) => ({
      estimate: 1000 * (index + 1),
      input: 1000 * (index + 1) * (index < calibrationPairLimit ? 1.5 : 0.7),
    }));

    const fit = calibrate(pairs);

    assert.equal(fit.pairs, calibrationPairLimit);
    assert.ok(Math.abs(fit.slope - 1.5) < 1e-9);
  });
});

describe('pairs of estimate and usage', () => {
  it('are those of calls of the family with a known input, newest first', () => {
    const calls = [
      callOf('a', 100, { usage: { input: 110 } }),
      callOf('b', 200),
      callOf('c', 300, { usage: { output: 5 } }),
      callOf('d', 400, { usage: { input: 0 } }),
      callOf('e', 500, { usage: { input: 600 }, model: 'other' }),
      callOf('f', 600, { usage: { input: 700 }, model: 'Writer-3-latest' }),
      callOf('g', NaN, { usage: { input: 700 } }),
    ];

    assert.deepEqual(calibrationPairs(calls, 'writer-3'), [
      { estimate: 600, input: 700 },
      { estimate: 100, input: 110 },
    ]);
  });

  it('have one pair for a request, the newest', () => {
    const calls = [
      callOf('a', 100, { usage: { input: 110 } }),
      callOf('a', 100, { usage: { input: 120 } }),
    ];

    assert.deepEqual(calibrationPairs(calls, 'writer-3'), [{ estimate: 100, input: 120 }]);
  });

  it("leave sums of a tokenizer out where there is a provider's number", () => {
    const counted = callOf('a', 100, { usage: { input: 110 }, measured: 'tokenizer' });
    const measured = callOf('b', 100, { usage: { input: 150 } });

    assert.deepEqual(calibrationPairs([counted], 'writer-3'), [{ estimate: 100, input: 110 }]);
    assert.deepEqual(calibrationPairs([measured, counted], 'writer-3'), [
      { estimate: 100, input: 150 },
    ]);
  });

  it('are no more than the limit', () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      callOf(`r${index}`, index + 1, { usage: { input: index + 1 } }),
    );

    const pairs = calibrationPairs(calls, 'writer-3');

    assert.equal(pairs.length, calibrationPairLimit);
    assert.equal(pairs[0]?.estimate, 100);
  });
});

describe('the family of a model', () => {
  it('is its name without vendor and date', () => {
    const names = [
      ['acme/Writer-3-20250514', 'writer-3'],
      ['writer-3-2025-05-14', 'writer-3'],
      ['writer-3-latest', 'writer-3'],
      ['writer-3@20250514', 'writer-3'],
      ['writer-3', 'writer-3'],
      ['writer-3-mini', 'writer-3-mini'],
      ['', ''],
      ['@x', '@x'],
    ];

    assert.deepEqual(
      names.map(([name = '']) => modelFamily(name)),
      names.map(([, family]) => family),
    );
  });
});
