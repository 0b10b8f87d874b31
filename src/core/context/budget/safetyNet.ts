import type { PatchTrigger } from '../journalEvent.ts';
import type { Operation } from '../operations.ts';
import type { Budget, LadderRatios } from './ladder.ts';
import { defaultRatios } from './ladder.ts';
import type { NetBlocks, NetChoice } from './netChoice.ts';
import { chooseForNet } from './netChoice.ts';

/** What the safety net looks at. */
export interface NetInput extends NetBlocks {
  readonly budget: Budget;
  /** Tokens of the request per estimated token; see `Calibration`. */
  readonly slope: number;
  readonly ratios?: LadderRatios;
  /** For the gate of the generational layout: requests still to come; unknown: no gate. */
  readonly remainingTurns?: number | undefined;
  /** For the gate: part of the last request that was read from the cache, 0 to 1; unknown: no gate. */
  readonly cachedFraction?: number | undefined;
  /** Highest generation given in the session; that of the blocks if absent. */
  readonly lastGeneration?: number | undefined;
}

/** What the safety net would do, as one patch. */
export interface NetPlan {
  /**
   * `unknown`: no budget, nothing to do. `not_needed`: below soft already. `gated`: waiting is cheaper. `relieved`:
   * below soft afterwards. `not_enough`: all that may go goes, and it is not below soft.
   */
  readonly outcome: 'unknown' | 'not_needed' | 'gated' | 'relieved' | 'not_enough';
  /** For one patch; none is refused by a rule as long as the blocks are as given. */
  readonly operations: readonly Operation[];
  /** Blocks to be offloaded, in the order in which they were chosen. */
  readonly offloaded: readonly string[];
  /** Blocks to be archived, whole chains, oldest first. */
  readonly archived: readonly string[];
  /** Generational layout: generation of each offloaded block, ascending in the order of `offloaded`. */
  readonly generations: ReadonlyMap<string, number>;
  /** Calibrated tokens of the request afterwards; absent where the budget is unknown. */
  readonly usedAfter?: number;
  /** Whether the request fits the room afterwards; true where nothing is known. */
  readonly fits: boolean;
  /** What made it act, for the journal. */
  readonly trigger?: PatchTrigger;
  /** One sentence for people and the journal. */
  readonly why: string;
}

/**
 * Chooses what leaves the view so that the next request is below the soft limit: first the texts of bulky tool results,
 * then old chains and answers as a whole. Where there is something that the model has not seen yet, that and whole chains
 * go only down to the critical limit. Plain layout: largest first, since every change breaks the cache once and few large ones do it least often. Generational
 * layout: oldest first, and below the critical level only if it pays. When to call it is the caller's decision.
 * O(n log n).
 */
export function planSafetyNet(input: NetInput): NetPlan {
  const { budget, ratios = defaultRatios, layout = 'plain' } = input;
  const { used, room, pressure } = budget;
  if (used === undefined || room === undefined || pressure === undefined) {
    return idle('unknown', true, budget.why ?? 'The budget is not known.');
  }
  const trigger = { pressure, threshold: ratios.critical };
  if (pressure < ratios.soft) {
    const plan = idle('not_needed', true, 'The request is below the soft limit.');
    return { ...plan, usedAfter: used };
  }
  // A full window is an error of the provider; no saving is worth one.
  const mayWait = budget.level !== 'critical' && pressure < ratios.critical;
  if (layout === 'generational' && mayWait && !isWorthwhile(input)) {
    const why =
      'Waiting is cheaper: the cache holds most of the request and few requests are left.';
    return { ...idle('gated', true, why), usedAfter: used, trigger };
  }
  const slope = Number.isFinite(input.slope) && input.slope > 0 ? input.slope : 1;
  const isDone = (freed: number): boolean => (used - slope * freed) / room < ratios.soft;
  const isTight = (freed: number): boolean => (used - slope * freed) / room >= ratios.critical;
  const choice = chooseForNet(input, isDone, isTight);
  const usedAfter = Math.max(0, used - slope * choice.freed);
  const done = isDone(choice.freed);
  return {
    ...patchOf(input, choice),
    outcome: done ? 'relieved' : 'not_enough',
    usedAfter,
    fits: usedAfter <= room,
    trigger,
    why: sentence({ done, usedAfter, room }),
  };
}

/**
 * Whether offloading pays for the cache it breaks: what is not cached, summed over the requests to come, is more than
 * one request. True where one of the numbers is not known.
 */
export function isWorthwhile({
  remainingTurns,
  cachedFraction,
}: Pick<NetInput, 'remainingTurns' | 'cachedFraction'>): boolean {
  if (remainingTurns === undefined || cachedFraction === undefined) {
    return true;
  }
  const uncached = 1 - Math.min(1, Math.max(0, cachedFraction));
  return !(Math.max(1, remainingTurns) * uncached <= 1);
}

function patchOf(
  { blocks, layout, lastGeneration }: NetInput,
  { stubs, archived }: NetChoice,
): Pick<NetPlan, 'operations' | 'offloaded' | 'archived' | 'generations'> {
  const operations: Operation[] = stubs.map(({ block, replacement }) => ({
    op: 'payload_offload',
    ids: [block.id],
    replaceWith: replacement,
  }));
  if (archived.length > 0) {
    operations.push({ op: 'set_visibility', ids: archived, visibility: 'archived' });
  }
  const offloaded = stubs.map(({ block }) => block.id);
  const last = blocks.reduce((most, { generation }) => Math.max(most, generation), 0);
  const first = Math.max(last, lastGeneration ?? 0) + 1;
  const numbered = layout === 'generational' ? offloaded : [];
  const generations = new Map(numbered.map((id, index) => [id, first + index]));
  return { operations, offloaded, archived, generations };
}

function idle(outcome: NetPlan['outcome'], fits: boolean, why: string): NetPlan {
  return {
    outcome,
    operations: [],
    offloaded: [],
    archived: [],
    generations: new Map(),
    fits,
    why,
  };
}

function sentence(end: { done: boolean; usedAfter: number; room: number }): string {
  const share = `${Math.round((end.usedAfter / end.room) * 100)} % of ${end.room} tokens`;
  if (end.done) {
    return `The request comes down to ${share}.`;
  }
  const rest = 'what is left is pinned, protected, of the present turn or too small';
  return end.usedAfter <= end.room
    ? `The request stays at ${share}, above the soft limit: ${rest}.`
    : `The request does not fit: it stays at ${share}; ${rest}.`;
}
