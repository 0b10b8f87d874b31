import type { Clock, Disposable, Timer } from '../../ports/system.ts';

/** Milliseconds between the beginnings of two runs, at least. */
const least = 300;

/** How many times as long as a run took there is none after it. */
const rest = 4;

/** Does something whenever it is asked to, but not more than three times a second, and less often where it takes long. */
export class PacedRuns implements Disposable {
  readonly #run: () => Promise<void>;
  readonly #timer: Timer;
  readonly #clock: Clock;
  #next = Number.NEGATIVE_INFINITY;
  #asked = false;
  #running = false;
  #waiting: Disposable | undefined;
  #disposed = false;

  /** `run` must not reject. */
  constructor(run: () => Promise<void>, parts: { readonly timer: Timer; readonly clock: Clock }) {
    this.#run = run;
    this.#timer = parts.timer;
    this.#clock = parts.clock;
  }

  /** Asks for a run: now, or as soon as one is due. */
  ask(): void {
    this.#asked = true;
    if (this.#running || this.#waiting !== undefined || this.#disposed) {
      return;
    }
    const wait = this.#next - this.#clock.now();
    if (wait <= 0) {
      void this.#start();
    } else {
      this.#waiting = this.#timer.after(wait, () => {
        this.#waiting = undefined;
        void this.#start();
      });
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#waiting?.dispose();
  }

  async #start(): Promise<void> {
    this.#asked = false;
    this.#running = true;
    const start = this.#clock.now();
    await this.#run();
    this.#end(start);
  }

  #end(start: number): void {
    const end = this.#clock.now();
    this.#running = false;
    this.#next = Math.max(start + least, end + (end - start) * rest);
    if (this.#asked) {
      this.ask();
    }
  }
}
