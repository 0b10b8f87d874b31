import { pushRun } from '../../../ports/runs.ts';
import type { SessionDraft } from '../sessionDraft.ts';

/** Takes the newest blocks out of the window and returns them as runs, in order. O(runs of them) beside the copy. */
export function dropLast(draft: SessionDraft, count: number): number[] {
  const { window } = draft.state;
  const dropped: (readonly [number, number])[] = [];
  let left = count;
  while (left > 0 && window.length > 0) {
    const [start, end] = [window.at(-2) ?? 0, window.at(-1) ?? 0];
    const from = Math.max(start, end - left);
    dropped.push([from, end]);
    left -= end - from;
    if (from > start) {
      window[window.length - 1] = from;
    } else {
      window.length -= 2;
    }
  }
  const runs: number[] = [];
  for (const [start, end] of dropped.toReversed()) {
    pushRun(runs, start, end);
  }
  return runs;
}
