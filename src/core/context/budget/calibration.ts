import type { CallRecord } from '../journalEvent.ts';
import { modelFamily } from './modelFamily.ts';

/** What was estimated for a request and what it was. Tokens, both from 1. */
export interface CalibrationPair {
  readonly estimate: number;
  readonly input: number;
}

/** How estimates of a model family become the provider's numbers: `overhead + slope × estimate`. */
export interface Calibration {
  /** Tokens of what estimates leave out, such as tool schemas; 0 or more. */
  readonly overhead: number;
  /** From 0.5 to 2. */
  readonly slope: number;
  /** Number of pairs it rests on. */
  readonly pairs: number;
  /**
   * What was done. `none`: there is no pair; estimates are taken as they are. `line`: both numbers are fitted.
   * `difference`: estimates too alike for a slope, so it is 1 and the rest is overhead. `ratio`: a line would begin
   * below 0, so there is no overhead.
   */
  readonly method: 'none' | 'line' | 'difference' | 'ratio';
}

/** What is used as long as nothing was measured. */
export const uncalibrated: Calibration = { overhead: 0, slope: 1, pairs: 0, method: 'none' };

/** Number of newest pairs that are looked at: old ones are of other tools and of other texts. */
export const calibrationPairLimit = 32;

const minSlope = 0.5;
const maxSlope = 2;

/** Least spread of the estimates, as a share of the largest, from which a slope means something. */
const minSpread = 0.2;

/**
 * Pairs of the calls of a model's family, newest first, at most `calibrationPairLimit`. Only calls whose input is
 * known; of several records of one request the newest. Sums of a tokenizer count only where no provider's number is
 * there. `calls` are in the order in which they were made.
 */
export function calibrationPairs(
  calls: readonly CallRecord[],
  model: string,
  familyOf: (model: string) => string = modelFamily,
): CalibrationPair[] {
  const family = familyOf(model);
  const seen = new Set<string>();
  const measured: CalibrationPair[] = [];
  const counted: CalibrationPair[] = [];
  for (let index = calls.length - 1; index >= 0; index--) {
    const call = calls[index];
    if (call === undefined || measured.length === calibrationPairLimit) {
      break;
    }
    const pair = { estimate: call.estimate, input: call.usage?.input ?? 0 };
    const fits = call.model === model || familyOf(call.model) === family;
    if (fits && isSound(pair) && !seen.has(call.request)) {
      seen.add(call.request);
      (call.measured === 'tokenizer' ? counted : measured).push(pair);
    }
  }
  return measured.length > 0 ? measured : counted.slice(0, calibrationPairLimit);
}

/**
 * Fits the pairs, newest first; those past the limit and those that are no counts of tokens are left out. A request
 * that the provider cut by itself is far below its estimate: such pairs are left out unless most are like that, and
 * medians keep the few others that are off from moving the line.
 */
export function calibrate(pairs: readonly CalibrationPair[]): Calibration {
  const kept = withoutCut(pairs.filter(isSound).slice(0, calibrationPairLimit));
  if (kept.length === 0) {
    return uncalibrated;
  }
  const estimates = kept.map(({ estimate }) => estimate);
  const largest = Math.max(...estimates);
  const fitted = largest - Math.min(...estimates) >= minSpread * largest;
  const slope = fitted ? clampSlope(medianSlope(kept)) : 1;
  const overhead = median(kept.map(({ estimate, input }) => input - slope * estimate));
  if (overhead >= 0) {
    return { overhead, slope, pairs: kept.length, method: fitted ? 'line' : 'difference' };
  }
  const ratio = clampSlope(median(kept.map(({ estimate, input }) => input / estimate)));
  return { overhead: 0, slope: ratio, pairs: kept.length, method: 'ratio' };
}

/**
 * The tokens to expect for an estimate; whole, 0 or more, never less for a larger estimate. A number below 0
 * or none at all counts as 0.
 */
export function calibrated(estimate: number, { overhead, slope }: Calibration): number {
  const sound = estimate > 0 ? Math.min(estimate, Number.MAX_SAFE_INTEGER) : 0;
  return Math.round(overhead + slope * sound);
}

function isSound({ estimate, input }: CalibrationPair): boolean {
  return [estimate, input].every((tokens) => tokens >= 1 && tokens <= Number.MAX_SAFE_INTEGER);
}

/** No line with a slope of 0.5 or more and no negative overhead has such points. */
function withoutCut(pairs: readonly CalibrationPair[]): readonly CalibrationPair[] {
  const whole = pairs.filter(({ estimate, input }) => input >= minSlope * estimate);
  return whole.length * 2 >= pairs.length ? whole : pairs;
}

/** Median of the slopes between all pairs of points. Points that lie far apart weigh more: noise moves them less. */
function medianSlope(points: readonly CalibrationPair[]): number {
  const slopes: { readonly slope: number; readonly weight: number }[] = [];
  let total = 0;
  for (const [index, a] of points.entries()) {
    for (const b of points.slice(index + 1)) {
      const weight = Math.abs(a.estimate - b.estimate);
      if (weight > 0) {
        slopes.push({ slope: (a.input - b.input) / (a.estimate - b.estimate), weight });
        total += weight;
      }
    }
  }
  slopes.sort((a, b) => a.slope - b.slope);
  let passed = 0;
  for (const { slope, weight } of slopes) {
    passed += weight;
    if (passed * 2 >= total) {
      return slope;
    }
  }
  return 1;
}

function clampSlope(slope: number): number {
  return Math.min(maxSlope, Math.max(minSlope, slope));
}

/** The middle one, or the mean of the two in the middle. At least one number. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}
