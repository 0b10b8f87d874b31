import { contentText } from '../contentText.ts';
import type { RecordedPatch } from '../recordedSession.ts';
import type { WireItem } from './wireItem.ts';

/** A piece of the window of a thread as it is after its last answer. */
export interface WindowItem {
  readonly key: string;
  readonly block: number;
  readonly kind: WireItem['block']['kind'];
  readonly head: boolean;
  /** The API's id of the call, for calls and results; empty otherwise. */
  readonly call: string;
  readonly length: number;
  /** It came with the last answer, and was not yet sent. */
  readonly own: boolean;
}

/** How a request differs from the window before it. */
export interface WindowDiff {
  /** For each item of the request the index in the window before; -1 if it is new. */
  readonly reused: readonly number[];
  /** Indices in the window before of what is gone. */
  readonly left: readonly number[];
  /** Indices in the request of what is new and stands before something old, or in the place of something gone. */
  readonly made: readonly number[];
}

/** Compares a request with the window before it. Linear. */
export function diffOf(
  before: readonly WindowItem[],
  items: readonly WireItem[],
  keys: readonly string[],
): WindowDiff {
  const places = new Map<string, number[]>();
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const { key } = before[at] ?? { key: '' };
    const list = places.get(key) ?? [];
    list.push(at);
    places.set(key, list);
  }
  const reused = keys.map((key) => places.get(key)?.pop() ?? -1);
  const used = new Set(reused);
  // Many programs send no reasoning back: that it is gone is no change.
  const left = [...before.keys()].filter(
    (at) => !used.has(at) && !(before[at]?.own === true && before[at].kind === 'reasoning_trace'),
  );
  const last = reused.findLastIndex((at, index) => at !== -1 && items[index]?.head === false);
  const hadHead = before.some(({ head }) => head);
  const made = [...items.keys()].filter((index) => {
    const item = items[index];
    const stands =
      index < last ||
      (left.length > 0 && item?.block.kind === 'summary') ||
      (item?.head === true && hadHead);
    return reused[index] === -1 && stands;
  });
  return { reused, left, made };
}

/** What a difference is taken for. */
export type DiffKind = Extract<
  RecordedPatch['kind'],
  'clear' | 'compact' | 'mixed' | 'replace' | 'rewind' | 'truncate'
>;

/** The results that shorter ones with the same call's id stand for: index in the request → index in the window before. */
export function stubsOf(
  before: readonly WindowItem[],
  items: readonly WireItem[],
  { left, made }: WindowDiff,
): Map<number, number> {
  const gone = new Map(
    left.flatMap((at) => {
      const item = before[at];
      return item?.kind === 'tool_result' && item.call !== '' ? [[item.call, at] as const] : [];
    }),
  );
  return new Map(
    made.flatMap((index) => {
      const item = items[index];
      const at = gone.get(item?.block.call ?? '');
      if (item?.block.kind !== 'tool_result' || at === undefined) {
        return [];
      }
      return contentText(item.content).length < (before[at]?.length ?? 0)
        ? [[index, at] as const]
        : [];
    }),
  );
}

/** What a difference is taken for; undefined if the window only grew. */
export function kindOfDiff(
  before: readonly WindowItem[],
  items: readonly WireItem[],
  diff: WindowDiff,
  stubs: ReadonlyMap<number, number>,
): DiffKind | undefined {
  const { reused, left, made } = diff;
  const gone = left.filter((at) => before[at]?.head === false);
  const put = made.filter((index) => items[index]?.head === false);
  if (left.length + made.length === 0 || (left.length === 0 && put.length === 0)) {
    return made.length > 0 ? 'replace' : undefined;
  }
  if (gone.length === 0 && put.length === 0) {
    return 'replace';
  }
  if (gone.length > 0 && gone.length === stubs.size && put.length === stubs.size) {
    return 'clear';
  }
  if (gone.length > 1 && put.some((index) => items[index]?.block.kind === 'summary')) {
    return 'compact';
  }
  if (put.length > 0) {
    return 'mixed';
  }
  // Nothing but the end is gone: what was kept stands before all of it.
  const kept = Math.max(-1, ...reused);
  return gone.every((at) => at > kept) ? 'rewind' : 'truncate';
}
