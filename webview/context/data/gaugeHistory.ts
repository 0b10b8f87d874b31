import type { RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import type { TurnFigure } from './turnFigures.ts';
import type { TurnLayout } from './turnLayout.ts';
import { peakOf } from './turnLayout.ts';

/** What became of the window over all turns of a session. */
export interface PressureHistory {
  readonly first: TurnFigure;
  readonly last: TurnFigure;
  /** The fullest; the first of equal ones. */
  readonly peak: TurnFigure;
  /** Patches that took blocks out. */
  readonly takers: number;
}

/** The history of a session; undefined before its first call. O(calls + patches). */
export function pressureHistory(
  figures: readonly TurnFigure[],
  patches: readonly Pick<RecordedPatchRow, 'left'>[],
): PressureHistory | undefined {
  const [first, last] = [figures[0], figures.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const peak = figures.reduce((most, figure) => (figure.total > most.total ? figure : most), first);
  return { first, last, peak, takers: patches.filter(({ left }) => left.length > 0).length };
}

/**
 * The line of the history: one point for each column, the fullest of its turns, and along the floor back, so that it
 * can be filled. `top`: tokens at the picture's upper edge; `height` in pixels.
 */
export function historyPath(
  figures: readonly TurnFigure[],
  { columns, columnWidth, width }: TurnLayout,
  { top, height }: { readonly top: number; readonly height: number },
): string {
  const total = (turn: number): number => figures[turn]?.total ?? 0;
  const heights = columns.map((column) => {
    const y = height - (total(peakOf(column, total)) / top) * height;
    return Math.round(y * 100) / 100;
  });
  const points = heights.map(
    (y, at) => `L${Math.round((at + 0.5) * columnWidth * 100) / 100} ${y}`,
  );
  return columns.length === 0
    ? ''
    : `M0 ${height}V${heights[0] ?? height}${points.join('')}H${width}V${height}z`;
}
