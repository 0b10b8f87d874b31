import type { Timer } from '../ports/system.ts';

/** Timers of the platform. */
export const systemTimer: Timer = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};
