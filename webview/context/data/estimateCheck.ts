import type { CompositionRow } from '../../../src/ports/transcriptRows.ts';
import type { TurnFigure } from './turnFigures.ts';
import { estimateError } from './turnFigures.ts';

/** Our estimates against the provider's counts, for the calls that have a count of their own. Tokens. */
export interface EstimateCheck {
  readonly calls: number;
  /** Calls that have none. */
  readonly uncounted: number;
  /** Sums over the calls: what we estimated of their blocks, and what the provider counted. */
  readonly estimate: number;
  readonly counted: number;
  /** Sum of what no block accounts for, after estimates were fitted to the counts. */
  readonly unattributed: number;
  /** Errors as shares of the counts (-0.2 = a fifth too low): the middle one, and the farthest from 0. */
  readonly middle?: number;
  readonly worst?: { readonly error: number; readonly call: number };
}

/** Checks the estimates of a session. O(calls log calls). */
export function estimateCheck(
  figures: readonly TurnFigure[],
  compositions: readonly CompositionRow[],
): EstimateCheck {
  const errors: { readonly error: number; readonly call: number }[] = [];
  let [estimate, counted, unattributed] = [0, 0, 0];
  for (const figure of figures) {
    const composition = compositions[figure.index];
    const error = estimateError(figure, composition);
    if (composition !== undefined && error !== undefined) {
      estimate += composition.estimate;
      counted += composition.total;
      unattributed += composition.unattributed;
      errors.push({ error, call: figure.index });
    }
  }
  errors.sort((a, b) => a.error - b.error);
  const middle = errors[Math.floor(errors.length / 2)];
  const [lowest, highest] = [errors[0], errors.at(-1)];
  const worst =
    lowest && highest && Math.abs(lowest.error) > Math.abs(highest.error) ? lowest : highest;
  return {
    ...{ calls: errors.length, uncounted: figures.length - errors.length },
    ...{ estimate, counted, unattributed },
    ...(middle !== undefined && { middle: middle.error }),
    ...(worst !== undefined && { worst }),
  };
}
