/** Steps of the ladder, lowest first. `unknown`: nothing can be said, so nothing is done. */
export type BudgetLevel = 'unknown' | 'ok' | 'soft' | 'must_act' | 'critical';

/** Shares of the room for input at which the levels begin; above 0, at most 1, none below the one before. */
export interface LadderRatios {
  /** The model is told. */
  readonly soft: number;
  /** The model is asked to act. */
  readonly mustAct: number;
  /** The runtime acts itself. */
  readonly critical: number;
}

/** What applies where the settings say nothing. */
export const defaultRatios: LadderRatios = { soft: 0.7, mustAct: 0.8, critical: 0.95 };

/** How far below its share a level is left, and how much more pressure makes another report. */
const step = 0.05;

/** Differences of shares such as 0.85 - 0.8 are not exact. */
const rounding = 1e-9;

/** Levels that begin at a share, lowest first. */
const levels = ['ok', 'soft', 'must_act', 'critical'] as const;

/** Where a session stands. Tokens, unless said otherwise; what is not known is absent. */
export interface Budget {
  /** The model's context window. */
  readonly window?: number;
  /** Part of the window kept free for the answer; 0 where the model names none. */
  readonly reservedOutput?: number;
  /** Room for input: window without the reserved part; above 0. */
  readonly room?: number;
  /** Calibrated size of the next request. */
  readonly used?: number;
  /** Used share of the room, from 0; above 1 when the request does not fit. */
  readonly pressure?: number;
  readonly level: BudgetLevel;
  /** For `unknown`: a sentence that says what is missing. */
  readonly why?: string;
}

/** What a budget is reckoned from. Tokens. */
export interface BudgetInput {
  readonly window?: number | undefined;
  readonly reservedOutput?: number | undefined;
  /** Calibrated size of the next request. */
  readonly used?: number | undefined;
  readonly ratios?: LadderRatios;
  /** The level before: it is left only 5 points below its share. */
  readonly previous?: BudgetLevel | undefined;
}

/** Where the session stands now. Without window or room there is no arithmetic at all: no room, no pressure. */
export function measureBudget(input: BudgetInput): Budget {
  const { window, used, ratios = defaultRatios, previous = 'ok' } = input;
  const usedPart = isCount(used) ? { used } : {};
  if (!isCount(window) || window === 0) {
    const why = "The size of the model's context window is not known, so no budget is reckoned.";
    return { ...usedPart, level: 'unknown', why };
  }
  const reservedOutput = isCount(input.reservedOutput) ? input.reservedOutput : 0;
  const known = { window, reservedOutput, ...usedPart };
  if (reservedOutput >= window) {
    const why = `The model's window of ${window} tokens leaves no room for input: ${reservedOutput} are reserved for its answer.`;
    return { ...known, level: 'unknown', why };
  }
  const room = window - reservedOutput;
  if (!isCount(used)) {
    const why = 'The size of the next request is not known, so no pressure is reckoned.';
    return { ...known, room, level: 'unknown', why };
  }
  const pressure = used / room;
  return { ...known, room, pressure, level: levelAt(pressure, ratios, previous) };
}

/**
 * The level at a pressure. A level counts from its share on; one that was reached is left only when the pressure is
 * more than 5 points below, so that a pressure near a share does not go to and fro.
 */
export function levelAt(
  pressure: number,
  ratios: LadderRatios,
  previous: BudgetLevel = 'ok',
): BudgetLevel {
  const reached = rankOf(previous);
  const shares = [0, ratios.soft, ratios.mustAct, ratios.critical];
  const rank = shares.findLastIndex(
    (share, index) => pressure >= (index > 0 && index <= reached ? share - step - rounding : share),
  );
  return levels[Math.max(0, rank)] ?? 'ok';
}

/** Whether a level is another or a higher one; `unknown` is below all. */
export function isAtLeast(level: BudgetLevel, other: BudgetLevel): boolean {
  return rankOf(level) >= rankOf(other);
}

/** The last report that the model can still see. */
export interface ShownReport {
  readonly level: BudgetLevel;
  readonly pressure: number;
}

/**
 * The last report as it counts once the pressure has changed: what was relieved since can be reported again when it
 * comes back.
 */
export function eased(shown: ShownReport | undefined, budget: Budget): ShownReport | undefined {
  const { level, pressure } = budget;
  if (shown === undefined || pressure === undefined || pressure >= shown.pressure) {
    return shown;
  }
  return { level: rankOf(level) < rankOf(shown.level) ? level : shown.level, pressure };
}

/**
 * Whether the model should get a report: from `soft` on, when there is none in the view, the level is above that of
 * the one it has, or the pressure grew by 5 points since.
 */
export function isReportDue(budget: Budget, shown: ShownReport | undefined): boolean {
  const { level, pressure } = budget;
  if (pressure === undefined || !isAtLeast(level, 'soft')) {
    return false;
  }
  return (
    shown === undefined ||
    rankOf(level) > rankOf(shown.level) ||
    pressure >= shown.pressure + step - rounding
  );
}

/** Ratios as set by somebody: one that is no share above 0 is the default; none is below the one before. */
export function ladderRatios(given: Partial<Record<keyof LadderRatios, unknown>>): LadderRatios {
  const soft = shareOr(given.soft, defaultRatios.soft);
  const mustAct = Math.max(soft, shareOr(given.mustAct, defaultRatios.mustAct));
  const critical = Math.max(mustAct, shareOr(given.critical, defaultRatios.critical));
  return { soft, mustAct, critical };
}

function shareOr(value: unknown, other: number): number {
  return typeof value === 'number' && value > 0 && value <= 1 ? value : other;
}

/** From 0 for `ok`; -1 for `unknown`. */
function rankOf(level: BudgetLevel): number {
  return levels.findIndex((name) => name === level);
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}
