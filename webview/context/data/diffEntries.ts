import * as l10n from '@vscode/l10n';
import { indicesOf } from '../../../src/ports/runs.ts';
import type { RecordedBlockRow, RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import type { ChangeBy } from './pairChanged.ts';
import type { BlockSum, WindowDiff } from './windowDiff.ts';

/** What may have happened to a block between two turns, in the order in which it is listed. */
export const diffGroups = ['changed', 'removed', 'added', 'moved'] as const;

/** One of it. */
export type DiffGroup = (typeof diffGroups)[number];

/** One block of a comparison. Indices. */
export interface DiffItem {
  readonly group: DiffGroup;
  /** Of the later window where it is there, else of the former. */
  readonly block: number;
  /** For `changed`: what it was, and why the two are taken for one. */
  readonly before?: number;
  readonly by?: ChangeBy;
  /** For `moved`: its places, from 0. */
  readonly from?: number;
  readonly to?: number;
}

/** A line of the list: the title of a group, or a block of it. */
export type DiffEntry =
  | {
      readonly kind: 'group';
      readonly group: DiffGroup;
      readonly count: number;
      readonly open: boolean;
    }
  | { readonly kind: 'item'; readonly item: DiffItem };

/** The blocks of a comparison, group after group. */
export function diffItems({ changed, removed, added, moved }: WindowDiff): readonly DiffItem[] {
  return [
    ...changed.map(({ before, after, by }): DiffItem => ({
      ...{ group: 'changed', block: after, before, by },
    })),
    ...removed.map((block): DiffItem => ({ group: 'removed', block })),
    ...added.map((block): DiffItem => ({ group: 'added', block })),
    ...moved.map(({ block, from, to }): DiffItem => ({ group: 'moved', block, from, to })),
  ];
}

/** Lines of the list: a title for each group that has blocks, and its blocks unless it is closed. */
export function diffEntries(
  items: readonly DiffItem[],
  closed: ReadonlySet<DiffGroup>,
): readonly DiffEntry[] {
  return diffGroups.flatMap((group): readonly DiffEntry[] => {
    const own = items.filter((item) => item.group === group);
    if (own.length === 0) {
      return [];
    }
    const open = !closed.has(group);
    const title: DiffEntry = { kind: 'group', group, count: own.length, open };
    return [title, ...(open ? own.map((item): DiffEntry => ({ kind: 'item', item })) : [])];
  });
}

/** What became of the head of the requests: system prompts and tools among the items. */
export function headItems(
  items: readonly DiffItem[],
  blocks: readonly RecordedBlockRow[],
): readonly DiffItem[] {
  return items.filter(({ block }) => {
    const kind = blocks[block]?.kind;
    return kind === 'system_prompt' || kind === 'tool_schemas';
  });
}

/** Sums of both windows by group: what the table above the list shows. */
export function diffTable({
  sums,
}: WindowDiff): readonly (readonly [string, BlockSum, BlockSum])[] {
  const none: BlockSum = { blocks: 0, tokens: 0 };
  const { same, moved, removed, added, changedBefore, changedAfter } = sums;
  return [
    [l10n.t('Same'), same, same],
    [l10n.t('Moved'), moved, moved],
    [l10n.t('Changed'), changedBefore, changedAfter],
    [l10n.t('Removed'), removed, none],
    [l10n.t('Added'), none, added],
  ];
}

/** Index of the newest patch between two turns (after the former call, not after the later) that took a block out. */
export function patchThatTook(
  block: number,
  calls: readonly [number, number],
  patches: readonly RecordedPatchRow[],
): number | undefined {
  const [first, last] = [Math.min(...calls), Math.max(...calls)];
  for (let at = patches.length - 1; at >= 0; at--) {
    const patch = patches[at];
    if (patch !== undefined && patch.call > first && patch.call <= last) {
      for (const left of indicesOf(patch.left)) {
        if (left === block) {
          return at;
        }
      }
    }
  }
  return undefined;
}

/** Which turn is compared with which: the chosen one, or the one before it. Undefined before the first. */
export function comparedTurns(
  turn: number,
  other: number | undefined,
  calls: number,
): readonly [number, number] | undefined {
  const former = Math.min(other ?? turn - 1, calls - 1);
  return turn < 0 || former < 0 ? undefined : [former, turn];
}
