import type { TaskCall } from './taskCalls.ts';
import type { HistoryMessage, UiCut } from './taskSeeds.ts';

/** A summary or a marker of Roo Code, and the first call that was made with it. */
export interface TaskCut {
  /** Its index in the history. */
  readonly index: number;
  readonly call: number;
  /** What the user was shown of it. */
  readonly ui?: UiCut;
}

/** Messages at the end that Roo Code kept when its summary was the assistant's; later versions keep none. */
const keptBySummary = 3;

/** First index at which rising numbers are above one. */
function firstAbove(rising: readonly number[], number: number): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rising[middle] ?? 0) > number) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return from;
}

/** The numbers, each at least as large as those before. */
function rising(numbers: readonly number[]): number[] {
  let most = -1;
  return numbers.map((number) => (most = Math.max(most, number)));
}

/**
 * When each summary and marker of a history came in: by the time that the user saw it, else by its place and the number
 * of messages that were kept behind it.
 */
export function cutsOf(
  messages: readonly HistoryMessage[],
  calls: readonly TaskCall[],
  uiCuts: readonly UiCut[],
): TaskCut[] {
  const shown = new Map(uiCuts.map((cut) => [cut.id, cut]));
  const hides = new Map<string, number>();
  for (const { truncationParent } of messages) {
    hides.set(truncationParent, (hides.get(truncationParent) ?? 0) + 1);
  }
  const places = rising(calls.map(({ answer }) => answer ?? -1));
  const times = rising(
    calls.map(({ request, answer }) => request?.at ?? messages[answer ?? -1]?.at ?? -1),
  );
  const cuts = messages.flatMap(({ stands, id, role }, index): TaskCut[] => {
    if (stands === undefined) {
      return [];
    }
    const ui = id === '' ? undefined : shown.get(id);
    const first = firstAbove(places, index);
    if (ui !== undefined) {
      return [{ index, call: Math.max(first, firstAbove(times, ui.at)), ui }];
    }
    // Half of the messages go, so about as many stay.
    const byRole = role === 'assistant' ? keptBySummary : 0;
    const kept = stands === 'summary' ? byRole : (hides.get(id) ?? 0);
    return [{ index, call: firstAbove(places, index + kept) }];
  });
  return cuts.toSorted((a, b) => a.call - b.call || a.index - b.index);
}
