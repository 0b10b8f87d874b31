import type { Disposable } from '../ports/system.ts';

const hourMs = 60 * 60 * 1000;

/** Does something every hour until it is disposed of. Does not keep the process alive. */
export function hourly(work: () => Promise<void>): Disposable {
  const timer = setInterval(() => void work(), hourMs);
  timer.unref();
  return { dispose: () => clearInterval(timer) };
}
