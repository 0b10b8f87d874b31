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
import type { Runs } from '../../ports/runs.ts';

/** What one kind of block has in a window. */
export type KindShare = KindShareRow;

/** What a call's input was made of. */
export type Composition = CompositionRow;

/** Numbers of blocks of one kind, and sums of their estimates, before each block of the session. */
interface KindSums {
  readonly blocks: number[];
  readonly tokens: number[];
}

/** Works compositions of one session out. The session may grow; what is known of its former part is kept. */
export class SessionShares {
  readonly #session: Pick<RecordedSession, 'blocks' | 'calls'>;
  /** Sum of the estimates of all blocks before each. */
  readonly #sums: number[] = [0];
  readonly #byKind = new Map<RecordedKind, KindSums>();
  #summed = 0;
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

  /** What a call's input was made of. O(runs of its window) once the blocks were seen. */
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

  /** Sums of each kind's blocks, as far as the session goes: a window is summed up by its runs, not by its blocks. */
  #kindSums(): ReadonlyMap<RecordedKind, KindSums> {
    const { blocks } = this.#session;
    for (; this.#summed < blocks.length; this.#summed += 1) {
      const { kind, tokens } = blocks[this.#summed] ?? { kind: 'other', tokens: 0 };
      if (!this.#byKind.has(kind)) {
        const zeros = (): number[] => new Array<number>(this.#summed + 1).fill(0);
        this.#byKind.set(kind, { blocks: zeros(), tokens: zeros() });
      }
      for (const [each, sums] of this.#byKind) {
        sums.blocks.push((sums.blocks[this.#summed] ?? 0) + (each === kind ? 1 : 0));
        sums.tokens.push((sums.tokens[this.#summed] ?? 0) + (each === kind ? tokens : 0));
      }
    }
    return this.#byKind;
  }

  #shares(window: Runs, scale: number, total: number): KindShare[] {
    const found: {
      readonly kind: RecordedKind;
      readonly blocks: number;
      readonly tokens: number;
    }[] = [];
    for (const [kind, sums] of this.#kindSums()) {
      let [blocks, tokens] = [0, 0];
      for (let at = 0; at < window.length; at += 2) {
        const [start = 0, end = 0] = [window[at], window[at + 1]];
        blocks += (sums.blocks[end] ?? 0) - (sums.blocks[start] ?? 0);
        tokens += (sums.tokens[end] ?? 0) - (sums.tokens[start] ?? 0);
      }
      if (blocks > 0) {
        found.push({ kind, blocks, tokens });
      }
    }
    let left = total;
    return found
      .map(({ kind, blocks, tokens }) => ({ kind, blocks, tokens: Math.floor(tokens * scale) }))
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
