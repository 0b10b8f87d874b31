import type { LimitsRow } from '../../../src/ports/transcriptRows.ts';
import type { LimitLine } from './limitLines.ts';
import { limitLines } from './limitLines.ts';
import type { TurnFigure } from './turnFigures.ts';

/** A line of the gauge, and how far the window is from it. */
export interface GaugeLine extends LimitLine {
  /** Tokens up to it; 0 or less: it was reached. */
  readonly left: number;
}

/** How full a window is. Tokens; while nothing passes the room, `used` + `free` + `buffer` + `output` = `window`. */
export interface WindowGauge {
  readonly used: number;
  /** The limit; absent where nobody tells it, and then there is no share and no room either. */
  readonly window?: number;
  /** Whether the limit is what is usual for such models: the session does not tell it. */
  readonly isUsual: boolean;
  /** `used` of `window`; above 1 where more was sent than should fit. */
  readonly share?: number;
  /** Room for more input; 0 or more. */
  readonly free?: number;
  /** Part of the window that is kept for the answer, and part that is kept free besides; 0 if nothing is told. */
  readonly output: number;
  readonly buffer: number;
  /** Part of `used` that stands where room was kept. */
  readonly over: number;
  /** Marks on the way, highest first: the agent's own trigger, critical, act, soft. */
  readonly lines: readonly GaugeLine[];
  /** Tokens at the gauge's right end. */
  readonly top: number;
}

/** How full the window of a turn is. */
export function windowGauge(
  { total: used }: Pick<TurnFigure, 'total'>,
  limits: LimitsRow | undefined,
): WindowGauge {
  const all = limitLines(limits);
  const limit = all.find(({ id }) => id === 'window');
  const lines = all
    .filter(({ id }) => id !== 'window' && id !== 'room')
    .map((line) => ({ ...line, left: line.tokens - used }));
  const top = Math.max(1, used, ...all.map(({ tokens }) => tokens));
  if (limit === undefined) {
    return { used, lines, top, isUsual: false, output: 0, buffer: 0, over: 0 };
  }
  const { output = 0, buffer = 0 } = limits ?? {};
  const room = limit.tokens - output - buffer;
  return {
    ...{ used, lines, top, output, buffer },
    ...{ window: limit.tokens, isUsual: limit.isUsual },
    share: used / limit.tokens,
    free: Math.max(0, room - used),
    over: Math.max(0, used - room),
  };
}
