import type { CompositionRow, KindShareRow } from '../../ports/transcriptRows.ts';
import {
  calibrate,
  calibrated,
  calibrationPairLimit,
  type Calibration,
  type CalibrationPair,
} from '../context/budget/calibration.ts';
import { modelFamily } from '../context/budget/modelFamily.ts';
import type { RecordedKind } from './recordedBlock.ts';
import type { RecordedCall, RecordedSession } from './recordedSession.ts';
import { indicesOf, type Runs } from './runs.ts';

/** What one kind of block has in a window. */
export type KindShare = KindShareRow;

/** What a call's input was made of. */
export type Composition = CompositionRow;

/** Works compositions of one session out. The session may grow; what is known of its former part is kept. */
export class SessionShares {
  readonly #session: Pick<RecordedSession, 'blocks' | 'calls'>;
  /** Sum of the estimates of all blocks before each. */
  readonly #sums: number[] = [0];
  #fits = new Map<string, Calibration>();
  #fitted = 0;

  constructor(session: Pick<RecordedSession, 'blocks' | 'calls'>) {
    this.#session = session;
  }

  /** Sum of the estimates of the blocks in a window. O(runs) once they were seen. */
  estimate(runs: Runs): number {
    const { blocks } = this.#session;
    while (this.#sums.length <= blocks.length) {
      const last = this.#sums.length - 1;
      this.#sums.push((this.#sums[last] ?? 0) + (blocks[last]?.tokens ?? 0));
    }
    let sum = 0;
    for (let at = 0; at < runs.length; at += 2) {
      sum += (this.#sums[runs[at + 1] ?? 0] ?? 0) - (this.#sums[runs[at] ?? 0] ?? 0);
    }
    return sum;
  }

  /** How estimates of a model's family become the provider's numbers in this session. */
  calibration(model: string): Calibration {
    const { calls } = this.#session;
    // Fits of a growing session are made anew when it has grown by a quarter.
    if (this.#fitted === 0 || calls.length > this.#fitted * 1.25) {
      this.#fits = new Map();
      this.#fitted = calls.length;
    }
    const family = modelFamily(model);
    let fit = this.#fits.get(family);
    if (fit === undefined) {
      const own = calls.filter((call) => modelFamily(call.model) === family);
      fit = calibrate(spread(own.flatMap((call) => this.#pair(call))));
      this.#fits.set(family, fit);
    }
    return fit;
  }

  /** What a call's input was made of. O(blocks in its window). */
  composition(call: RecordedCall): Composition {
    const estimate = this.estimate(call.window);
    const input = inputOf(call);
    const fit = this.calibration(call.model);
    const measured = input !== undefined && input > 0;
    const total = measured ? input : calibrated(estimate, fit);
    const scale = estimate === 0 ? fit.slope : Math.min(fit.slope, total / estimate);
    const shares = this.#shares(call.window, scale, total);
    const attributed = shares.reduce((sum, share) => sum + share.tokens, 0);
    return {
      total,
      measured: measured && call.inputBy === undefined,
      shares,
      unattributed: total - attributed,
      estimate,
      scale,
    };
  }

  #pair(call: RecordedCall): CalibrationPair[] {
    const input = inputOf(call);
    return input === undefined || call.counts === 'question'
      ? []
      : [{ estimate: this.estimate(call.window), input }];
  }

  #shares(window: Runs, scale: number, total: number): KindShare[] {
    const sums = new Map<RecordedKind, { blocks: number; tokens: number }>();
    for (const index of indicesOf(window)) {
      const block = this.#session.blocks[index];
      if (block !== undefined) {
        const sum = sums.get(block.kind) ?? { blocks: 0, tokens: 0 };
        sum.blocks += 1;
        sum.tokens += block.tokens;
        sums.set(block.kind, sum);
      }
    }
    let left = total;
    return [...sums]
      .map(([kind, { blocks, tokens }]) => ({ kind, blocks, tokens: Math.floor(tokens * scale) }))
      .toSorted((a, b) => b.tokens - a.tokens)
      .map((share) => {
        const tokens = Math.min(share.tokens, left);
        left -= tokens;
        return { ...share, tokens };
      });
  }
}

/** All of a call's input, cached parts included, by the provider's count; undefined if it gave none. */
export function inputOf(call: RecordedCall): number | undefined {
  return call.usage?.input;
}

/** As many pairs as a fit takes, from all over the session. */
function spread(pairs: readonly CalibrationPair[]): readonly CalibrationPair[] {
  const step = pairs.length / calibrationPairLimit;
  return step <= 1
    ? pairs
    : Array.from({ length: calibrationPairLimit }, (_, at) => pairs[Math.floor(at * step)]).filter(
        (pair) => pair !== undefined,
      );
}
