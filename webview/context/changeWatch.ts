import { callBefore } from './data/cacheRibbon.ts';
import type { FirstChange } from './data/firstChange.ts';
import { firstChange } from './data/firstChange.ts';
import type { OpenedSession } from './openedSession.ts';

/** Whether the first difference to the window before is known, and what it is. `first`: there is no call before. */
export type KnownChange = 'unknown' | 'first' | { readonly change: FirstChange | undefined };

/** Milliseconds that a turn has to stay chosen before its window is asked for: a drag passes over many. */
const restBefore = 120;

/** Finds where the window of the chosen turn begins to be another one than that of the call before. */
export class ChangeWatch {
  known: KnownChange = 'unknown';
  private readonly changed: () => void;
  private name = '';
  private waiting: number | undefined;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Looks at a turn; calls back when its change is known, unless another one is looked at by then. */
  look(session: OpenedSession, turn: number): void {
    const name = `${session.key} ${session.path.join('.')} ${session.version} ${turn}`;
    if (name === this.name) {
      return;
    }
    this.stop();
    this.name = name;
    const before = callBefore(session.lists.calls, turn);
    this.known = before === undefined ? 'first' : 'unknown';
    if (before === undefined) {
      return;
    }
    this.waiting = window.setTimeout(() => {
      void Promise.all([session.window(before.index), session.window(turn)])
        .then(([former, now]) => {
          if (this.name === name) {
            this.known = { change: firstChange(former, now) };
            this.changed();
          }
        })
        // The next change of the session asks again.
        .catch(() => undefined);
    }, restBefore);
  }

  /** Calls back no more until the next look. */
  stop(): void {
    clearTimeout(this.waiting);
    this.name = '';
  }
}
