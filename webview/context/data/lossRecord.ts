import * as l10n from '@vscode/l10n';
import { countOf, indicesOf } from '../../../src/ports/runs.ts';
import type {
  OwnBlockRow,
  RecordedBlockRow,
  RecordedPatchRow,
} from '../../../src/ports/transcriptRows.ts';
import { sumOf, type BlockSum } from './windowDiff.ts';

/** How much of a text can be had again. */
export type Recoverable = 'whole' | 'partly' | 'none';

/** All of it, in the order in which it is listed. */
export const recoverables: readonly Recoverable[] = ['whole', 'partly', 'none'];

/** A block that a patch took out of the window. */
export interface LostBlock {
  /** Index in the session's blocks. */
  readonly block: number;
  readonly row: RecordedBlockRow;
  readonly recoverable: Recoverable;
  /** Where it is, or why it is gone; one phrase. */
  readonly how: string;
  /** Index of the first later patch that brought it back. */
  readonly cameBack?: number;
  /** Index of the block that stands in its place alone: a stub. */
  readonly standIn?: number;
}

/** What a patch took, and what it put there. */
export interface LossRecord {
  /** Index in the session's patches. */
  readonly index: number;
  readonly patch: RecordedPatchRow;
  /** In the order of the window. */
  readonly lost: readonly LostBlock[];
  readonly sum: BlockSum;
  /** The sum, by how much of it can be had again. */
  readonly sums: Readonly<Record<Recoverable, BlockSum>>;
  /** Indices of what the patch made, of what it brought back, and the sums of both. */
  readonly created: readonly number[];
  readonly createdSum: BlockSum;
  readonly back: readonly number[];
  readonly backSum: BlockSum;
}

/** Rows that a loss record is made of. */
export interface LossLists {
  readonly patches: readonly RecordedPatchRow[];
  readonly blocks: readonly RecordedBlockRow[];
  /** Paths that origins count. */
  readonly files: readonly string[];
  readonly own: readonly OwnBlockRow[];
}

/** The record of one patch; undefined while it was not read. Blocks that were not read are left out. O(blocks + runs). */
export function lossRecord(index: number, lists: LossLists): LossRecord | undefined {
  const patch = lists.patches[index];
  if (patch === undefined) {
    return undefined;
  }
  const { blocks } = lists;
  const artifacts = new Map(lists.own.map(({ block, artifact }) => [block, artifact]));
  const created = [...indicesOf(patch.created)];
  const standIns = new Map(created.map((block) => [blocks[block]?.standsFor, block]));
  const returns = returnsAfter(index, lists.patches);
  const lost: LostBlock[] = [];
  for (const block of indicesOf(patch.left)) {
    const row = blocks[block];
    if (row !== undefined) {
      const cameBack = returns.get(block);
      const standIn = standIns.get(block);
      lost.push({
        ...{ block, row },
        ...recoveryOf(row, patch, lists.files, artifacts.get(block) ?? ''),
        ...(cameBack !== undefined && { cameBack }),
        ...(standIn !== undefined && { standIn }),
      });
    }
  }
  const of = (recoverable: Recoverable): BlockSum =>
    sumOf(
      lost.filter((one) => one.recoverable === recoverable).map((one) => one.block),
      blocks,
    );
  const back = [...indicesOf(patch.back)];
  return {
    ...{ index, patch, lost, created, back },
    sum: sumOf(
      lost.map(({ block }) => block),
      blocks,
    ),
    sums: { whole: of('whole'), partly: of('partly'), none: of('none') },
    createdSum: sumOf(created, blocks),
    backSum: sumOf(back, blocks),
  };
}

/** Number of blocks that a patch took out. O(runs). */
export function leftCount({ left }: RecordedPatchRow): number {
  return countOf(left);
}

/** Where a path's last part begins is where people look. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** For each block the first patch after this one that brought it back. */
function returnsAfter(
  index: number,
  patches: readonly RecordedPatchRow[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let at = index + 1; at < patches.length; at++) {
    for (const block of indicesOf(patches[at]?.back ?? [])) {
      if (!found.has(block)) {
        found.set(block, at);
      }
    }
  }
  return found;
}

function recoveryOf(
  { fidelity, overflow, origin }: RecordedBlockRow,
  patch: RecordedPatchRow,
  files: readonly string[],
  artifact: string,
): Pick<LostBlock, 'recoverable' | 'how'> {
  if (patch.recovery === 'none') {
    return { recoverable: 'none', how: l10n.t('erased with the patch') };
  }
  if (artifact !== '') {
    return { recoverable: 'whole', how: l10n.t`kept by Chipboard as ${artifact.slice(0, 12)}` };
  }
  const place = l10n.t`byte ${origin.offset} of ${fileName(files[origin.file] ?? l10n.t('transcript'))}`;
  switch (fidelity) {
    case 'whole':
      return { recoverable: 'whole', how: place };
    case 'cut':
      return overflow === undefined
        ? { recoverable: 'partly', how: l10n.t`its beginning: ${place}` }
        : { recoverable: 'whole', how: l10n.t`in ${overflow} beside the transcript` };
    case 'lost':
      return overflow === undefined
        ? { recoverable: 'none', how: l10n.t`a note in its place: ${place}` }
        : { recoverable: 'whole', how: l10n.t`in ${overflow} beside the transcript` };
    case 'sealed':
      return { recoverable: 'none', how: l10n.t`encrypted: ${place}` };
  }
}
