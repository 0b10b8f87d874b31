import type { Disposable, Timer } from '../../src/ports/system.ts';

/** A timer whose time passes when a test says so. */
export class FakeTimer implements Timer {
  private now = 0;
  private readonly waiting = new Set<{ readonly at: number; readonly run: () => void }>();

  after(milliseconds: number, run: () => void): Disposable {
    const entry = { at: this.now + milliseconds, run };
    this.waiting.add(entry);
    return { dispose: () => this.waiting.delete(entry) };
  }

  /** Whether something waits for its time. */
  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  /** Lets time pass: what is due runs in order, also what was asked for meanwhile. */
  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = [...this.waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) {
        break;
      }
      this.waiting.delete(next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}
