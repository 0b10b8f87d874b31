import * as l10n from '@vscode/l10n';
import type { RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import type { TurnLayout } from './turnLayout.ts';
import { patchLetter, patchPhrase } from './patchNames.ts';
import { leftOf } from './turnLayout.ts';

/** Patches that share a mark: one alone, or several that would stand on each other. */
export interface PatchMark {
  /** Place of the first of them, in pixels. */
  readonly x: number;
  /** Index of the first call after the first of them; the number of calls if none came. */
  readonly turn: number;
  /** Indices, in the order of the session. */
  readonly patches: readonly number[];
  /** Letter of the kind; with several `×` and how many, so that it can be read without a key. */
  readonly text: string;
  /** Who did it, where all were done by the same. */
  readonly actor: RecordedPatchRow['actor'] | 'several';
  /** Whether all were written down; else some were told from what the transcript shows. */
  readonly recorded: boolean;
  readonly words: string;
}

/** Pixels between marks, so that each can be read and hit. */
const apart = 26;

/** Marks of patches from left to right; those that would stand on each other are one, with their number. */
export function patchMarks(
  patches: readonly RecordedPatchRow[],
  layout: TurnLayout,
): readonly PatchMark[] {
  const order = patches
    .map((patch, index) => ({ index, x: leftOf(layout, patch.call), call: patch.call }))
    .sort((a, b) => a.call - b.call || a.index - b.index);
  const marks: PatchMark[] = [];
  let group: number[] = [];
  for (const [at, { index }] of order.entries()) {
    group.push(index);
    const first = order[at - group.length + 1];
    const next = order[at + 1];
    if (first !== undefined && (next === undefined || next.x - first.x >= apart)) {
      marks.push(markOf(group, patches, first.x));
      group = [];
    }
  }
  return marks;
}

function markOf(
  group: readonly number[],
  patches: readonly RecordedPatchRow[],
  x: number,
): PatchMark {
  const rows = group.flatMap((index) => patches[index] ?? []);
  const [first] = rows;
  const letters = new Set(rows.map(({ kind }) => patchLetter(kind)));
  const actors = new Set(rows.map(({ actor }) => actor));
  const letter = letters.size === 1 ? [...letters].join('') : '';
  return {
    x,
    turn: first?.call ?? 0,
    patches: group,
    text: group.length === 1 ? letter : `${letter}×${group.length}`,
    actor: actors.size === 1 && first !== undefined ? first.actor : 'several',
    recorded: rows.every(({ provenance }) => provenance === 'recorded'),
    words: wordsOf(rows),
  };
}

/** Lines of a tooltip; as many as are read. */
const mostLines = 6;

function wordsOf(rows: readonly RecordedPatchRow[]): string {
  const lines = rows
    .slice(0, mostLines)
    .map((row) => l10n.t`Before turn ${row.call + 1}: ${patchPhrase(row)}`);
  const left = rows.length - lines.length;
  return [...lines, ...(left > 0 ? [l10n.t`and ${left} more`] : [])].join('\n');
}

/** Calls after patches, ascending, each once; a patch after the last call counts for the last. */
export function patchTurns(patches: readonly RecordedPatchRow[], count: number): number[] {
  const turns = new Set(patches.map(({ call }) => Math.min(call, count - 1)));
  return [...turns].sort((a, b) => a - b);
}
