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
}

/** What the safety net would do, as one patch. */
export interface NetPlan {
  /**
   * `unknown`: no budget, nothing to do. `not_needed`: below soft already. `relieved`:
   * below soft afterwards. `not_enough`: all that may go goes, and it is not below soft.
   */
  readonly outcome: 'unknown' | 'not_needed' | 'relieved' | 'not_enough';
  /** For one patch; none is refused by a rule as long as the blocks are as given. */
  readonly operations: readonly Operation[];
  /** Blocks to be offloaded, in the order in which they were chosen. */
  readonly offloaded: readonly string[];
  /** Blocks to be archived, whole chains, oldest first. */
  readonly archived: readonly string[];
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
 * layout: oldest first. When to call it is the caller's decision.
 * O(n log n).
 */
export function planSafetyNet(input: NetInput): NetPlan {
  const { budget, ratios = defaultRatios } = input;
  const { used, room, pressure } = budget;
  if (used === undefined || room === undefined || pressure === undefined) {
    return idle('unknown', true, budget.why ?? 'The budget is not known.');
  }
  const trigger = { pressure, threshold: ratios.critical };
  if (pressure < ratios.soft) {
    const plan = idle('not_needed', true, 'The request is below the soft limit.');
    return { ...plan, usedAfter: used };
  }
  const slope = Number.isFinite(input.slope) && input.slope > 0 ? input.slope : 1;
  const isDone = (freed: number): boolean => (used - slope * freed) / room < ratios.soft;
  const isTight = (freed: number): boolean => (used - slope * freed) / room >= ratios.critical;
  const choice = chooseForNet(input, isDone, isTight);
  const usedAfter = Math.max(0, used - slope * choice.freed);
  const done = isDone(choice.freed);
  return {
    ...patchOf(choice),
    outcome: done ? 'relieved' : 'not_enough',
    usedAfter,
    fits: usedAfter <= room,
    trigger,
    why: sentence({ done, usedAfter, room }),
  };
}

function patchOf({
  stubs,
  archived,
}: NetChoice): Pick<NetPlan, 'operations' | 'offloaded' | 'archived'> {
  const operations: Operation[] = stubs.map(({ block, replacement }) => ({
    op: 'payload_offload',
    ids: [block.id],
    replaceWith: replacement,
  }));
  if (archived.length > 0) {
    operations.push({ op: 'set_visibility', ids: archived, visibility: 'archived' });
  }
  return { operations, offloaded: stubs.map(({ block }) => block.id), archived };
}

function idle(outcome: NetPlan['outcome'], fits: boolean, why: string): NetPlan {
  return {
    outcome,
    operations: [],
    offloaded: [],
    archived: [],
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
