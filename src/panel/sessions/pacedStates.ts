import type { Disposable, Timer } from '../../ports/system.ts';
import type { TranscriptState } from '../../ports/transcripts.ts';

/** Milliseconds within which states of one session are told once: some eight times a second. */
const pace = 125;

/**
 * One state for two that follow each other: the newer one, with what changed since before the older. Whoever was told
 * neither must not keep rows that only the older one said are others.
 */
export function joinedStates(older: TranscriptState, newer: TranscriptState): TranscriptState {
  if (older.generation !== newer.generation) {
    return newer;
  }
  const known = new Map(older.sessions.map((counts) => [counts.session.join('.'), counts]));
  return {
    ...newer,
    sessions: newer.sessions.map((counts) => {
      const { changedCalls = Infinity, changedPatches = Infinity } =
        known.get(counts.session.join('.')) ?? {};
      return {
        ...counts,
        changedCalls: Math.min(counts.changedCalls, changedCalls),
        changedPatches: Math.min(counts.changedPatches, changedPatches),
      };
    }),
  };
}

/** Tells the states of a page's sessions, gathered, while somebody sees the page. */
export class PacedStates implements Disposable {
  readonly #tell: (state: TranscriptState) => void;
  readonly #timer: Timer;
  readonly #waiting = new Map<string, TranscriptState>();
  #due: Disposable | undefined;
  #visible: boolean;

  constructor(tell: (state: TranscriptState) => void, timer: Timer, visible: boolean) {
    this.#tell = tell;
    this.#timer = timer;
    this.#visible = visible;
  }

  /** Takes a state; it is told at most `pace` later, or when the page is seen again. */
  take(state: TranscriptState): void {
    const { transcript } = state;
    const older = this.#waiting.get(transcript);
    this.#waiting.set(transcript, older === undefined ? state : joinedStates(older, state));
    this.#tellLater();
  }

  /** Tells nothing more of a session. */
  forget(transcript: string): void {
    this.#waiting.delete(transcript);
  }

  /** Whether the page is seen. What waits is told at once when it is seen again. */
  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (visible) {
      this.#tellNow();
    }
  }

  dispose(): void {
    this.#due?.dispose();
    this.#waiting.clear();
    this.#visible = false;
  }

  #tellLater(): void {
    if (this.#visible) {
      this.#due ??= this.#timer.after(pace, () => this.#tellNow());
    }
  }

  #tellNow(): void {
    this.#due?.dispose();
    this.#due = undefined;
    if (this.#visible) {
      const states = [...this.#waiting.values()];
      this.#waiting.clear();
      states.forEach((state) => this.#tell(state));
    }
  }
}
