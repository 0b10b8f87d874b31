import type { Disposable, Event } from '../../ports/system.ts';
import { Emitter } from '../lifecycle.ts';
import type { Budget } from './budget/ladder.ts';
import type { ContextSession } from './contextSession.ts';

/** A session that somebody is working in now. */
export interface LiveSession {
  readonly session: ContextSession;
  /** Where it stands; undefined before its first request. */
  budget(): Budget | undefined;
}

/** The sessions that are being worked in; only these can be patched and read by tools. */
export class LiveSessions implements Disposable {
  private readonly live = new Map<string, LiveSession>();
  private readonly changed = new Emitter<void>();

  /** A session began or ended to be live. */
  get onDidChange(): Event<void> {
    return this.changed.event;
  }

  /** All of them, the one that was added last at the end. */
  get all(): readonly LiveSession[] {
    return [...this.live.values()];
  }

  get(id: string): LiveSession | undefined {
    return this.live.get(id);
  }

  /** Makes a session live, until what is returned is disposed. */
  add(live: LiveSession): Disposable {
    const { id } = live.session;
    this.live.set(id, live);
    this.changed.fire();
    return {
      dispose: () => {
        if (this.live.get(id) === live) {
          this.live.delete(id);
          this.changed.fire();
        }
      },
    };
  }

  dispose(): void {
    this.live.clear();
    this.changed.dispose();
  }
}
