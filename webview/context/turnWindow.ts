import { messageOf } from '../client.ts';
import type { BlockStates } from './data/blockStates.ts';
import { blockStates } from './data/blockStates.ts';
import type { OpenedSession, SessionLists } from './openedSession.ts';

/** States that were worked out last, by session: several elements look at the same turn. */
const known = new WeakMap<
  SessionLists,
  { readonly version: number; readonly runs: readonly number[]; readonly states: BlockStates }
>();

/** Follows what the request of the chosen turn carried. The last answer stays until the next one is there. */
export class TurnWindow {
  /** Where the blocks are at the turn; undefined until the first answer. */
  states: BlockStates | undefined;
  /** Why the last question had no answer. */
  problem: string | undefined;
  private readonly changed: () => void;
  private lists: SessionLists | undefined;
  private asked: Promise<readonly number[]> | undefined;
  private answer: { readonly turn: number; readonly runs: readonly number[] } | undefined;

  /** `changed` is called when an answer came. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Asks for a turn, if that is not what was asked last; to be called before whatever shows it is drawn. */
  update(session: OpenedSession | undefined, turn: number): void {
    if (session?.lists !== this.lists) {
      Object.assign(this, { states: undefined, asked: undefined, answer: undefined });
      this.lists = session?.lists;
    }
    if (session === undefined) {
      return;
    }
    // Without a call there is only what stands in the window now.
    const call = Math.max(turn, 0);
    const window = session.window(call);
    if (window !== this.asked) {
      this.asked = window;
      void this.take(window, call);
    }
    if (this.answer !== undefined) {
      this.states = statesOf(session, this.answer);
    }
  }

  private async take(window: Promise<readonly number[]>, turn: number): Promise<void> {
    try {
      const runs = await window;
      if (window === this.asked) {
        this.answer = { turn, runs };
        this.problem = undefined;
        this.changed();
      }
    } catch (cause) {
      if (window === this.asked && this.problem !== messageOf(cause)) {
        this.problem = messageOf(cause);
        this.changed();
      }
    }
  }
}

function statesOf(
  { lists, version }: OpenedSession,
  { turn, runs }: { readonly turn: number; readonly runs: readonly number[] },
): BlockStates {
  const last = known.get(lists);
  if (last?.version === version && last.runs === runs && last.states.turn === turn) {
    return last.states;
  }
  const { blocks, patches } = lists;
  const states = blockStates({ blocks, patches, turn, window: runs });
  known.set(lists, { version, runs, states });
  return states;
}
