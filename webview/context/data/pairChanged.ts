import type { RecordedBlockRow } from '../../../src/ports/transcriptRows.ts';

/**
 * Why two blocks are taken for one that changed. `stub`: the later stands for the former. `restored`: the former stood
 * for the later. `version`: both stand for the same block. `name`: a system prompt or tools of the same name. `call`:
 * both belong to the same call of a tool. `place`: same kind and tool, right behind the same block.
 */
export type ChangeBy = 'stub' | 'restored' | 'version' | 'name' | 'call' | 'place';

/** A block of the former window, and the one of the later window that it became. Indices. */
export interface ChangedPair {
  readonly before: number;
  readonly after: number;
  readonly by: ChangeBy;
}

/** Two windows as lists of indices, with the place of each index. */
export interface ListedWindows {
  readonly former: readonly number[];
  readonly later: readonly number[];
  readonly fromOf: ReadonlyMap<number, number>;
  readonly toOf: ReadonlyMap<number, number>;
}

/** What only one of the windows has, sorted into pairs and the rest. */
export interface Pairing {
  /** In the order of the later window. */
  readonly pairs: readonly ChangedPair[];
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** Finds what only changed among the blocks that one window has and the other has not. Each is in one pair at most. */
export function pairChanged(windows: ListedWindows, blocks: readonly RecordedBlockRow[]): Pairing {
  const { former, later, fromOf, toOf } = windows;
  const removed = new Set(former.filter((block) => !toOf.has(block)));
  const added = new Set(later.filter((block) => !fromOf.has(block)));
  const pairs = new Map<number, ChangedPair>();
  const take = (before: number | undefined, after: number, by: ChangeBy): void => {
    if (before !== undefined && removed.delete(before)) {
      added.delete(after);
      pairs.set(after, { before, after, by });
    }
  };
  const standIns = indexed(removed, (block) => standsFor(blocks[block]));
  // A stub says itself what it stands for; all else is told from likeness, the surest first.
  for (const after of added) {
    const meant = blocks[after]?.standsFor;
    take(meant, after, 'stub');
    if (added.has(after)) {
      take(standIns.get(String(after)), after, 'restored');
    }
    if (added.has(after) && meant !== undefined) {
      take(standIns.get(String(meant)), after, 'version');
    }
  }
  const likeness: readonly (readonly [ChangeBy, (block: number, window: 0 | 1) => string])[] = [
    ['name', (block) => nameOf(blocks[block])],
    ['call', (block) => callOf(blocks[block])],
    ['place', (block, window) => placeOf(block, windows, window, blocks)],
  ];
  for (const [by, key] of likeness) {
    const keyed = indexed(removed, (block) => key(block, 0));
    for (const after of added) {
      const name = key(after, 1);
      take(name === '' ? undefined : keyed.get(name), after, by);
    }
  }
  const inOrder = later.flatMap((block) => pairs.get(block) ?? []);
  return { pairs: inOrder, added: [...added], removed: [...removed] };
}

/** Blocks by a name; the first of several with one name, none where it is empty. */
function indexed(blocks: Iterable<number>, name: (block: number) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const block of blocks) {
    const key = name(block);
    if (key !== '' && !found.has(key)) {
      found.set(key, block);
    }
  }
  return found;
}

function standsFor(block: RecordedBlockRow | undefined): string {
  return block?.standsFor === undefined ? '' : String(block.standsFor);
}

function nameOf(block: RecordedBlockRow | undefined): string {
  return block?.kind === 'system_prompt' || block?.kind === 'tool_schemas'
    ? `${block.kind} ${block.tool ?? ''}`
    : '';
}

function callOf(block: RecordedBlockRow | undefined): string {
  return block?.call === undefined ? '' : `${block.kind} ${block.call}`;
}

/** Names what a block is and which block that stays stands right before it; empty if none does. */
function placeOf(
  block: number,
  { former, later, fromOf, toOf }: ListedWindows,
  window: 0 | 1,
  blocks: readonly RecordedBlockRow[],
): string {
  const [list, places, others] = window === 0 ? [former, fromOf, toOf] : [later, toOf, fromOf];
  const place = places.get(block) ?? 0;
  const before = list[place - 1];
  const stays = before === undefined || others.has(before);
  const { kind, tool = '', path = '' } = blocks[block] ?? {};
  return stays && kind !== undefined ? `${before ?? 'first'} ${kind} ${tool} ${path}` : '';
}
