import { minus, pushRun, pushRuns, type Runs } from '../../ports/runs.ts';

/** The blocks of a window with indices from `start` to before `end`, in the window's order. O(runs). */
export function within(window: Runs, start: number, end: number): Runs {
  const cut: number[] = [];
  for (let at = 0; at < window.length; at += 2) {
    pushRun(cut, Math.max(window[at] ?? 0, start), Math.min(window[at + 1] ?? 0, end));
  }
  return cut;
}

/** First pair of sorted runs that ends behind an index. */
function pairBehind(runs: Runs, index: number): number {
  let [from, to] = [0, runs.length / 2];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs[middle * 2 + 1] ?? 0) > index) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return from * 2;
}

/**
 * The blocks of a window that are not in `without`, in the window's order; `minus` gives them by index. O(n log n) in
 * the runs of both.
 */
export function leaving(window: Runs, without: Runs): Runs {
  const out = minus(without, []);
  const left: number[] = [];
  for (let at = 0; at < window.length; at += 2) {
    let start = window[at] ?? 0;
    const end = window[at + 1] ?? 0;
    for (let look = pairBehind(out, start); (out[look] ?? end) < end; look += 2) {
      pushRun(left, start, out[look] ?? start);
      start = Math.max(start, out[look + 1] ?? 0);
    }
    pushRun(left, start, end);
  }
  return left;
}

/** One window behind the other. */
export function joined(...windows: readonly Runs[]): Runs {
  const all: number[] = [];
  for (const window of windows) {
    pushRuns(all, window);
  }
  return all;
}
