import type { LimitsRow } from '../../../ports/transcriptRows.ts';
import type { Budget, LadderRatios } from './ladder.ts';

/** The marks of a session that is live, in tokens of its window. What its budget does not know is absent. */
export function ladderMarks(budget: Budget | undefined, ratios: LadderRatios): LimitsRow {
  const { window, reservedOutput, room } = budget ?? {};
  if (window === undefined) {
    return { known: 'no' };
  }
  const mark = (share: number): number => Math.round(share * (room ?? 0));
  return {
    window,
    ...(reservedOutput !== undefined && { output: reservedOutput }),
    ...(room !== undefined && {
      soft: mark(ratios.soft),
      act: mark(ratios.mustAct),
      critical: mark(ratios.critical),
    }),
    known: 'own',
  };
}
