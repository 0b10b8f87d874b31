import type { RecordedBlockRow, RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import { indicesOf } from '../../../src/ports/runs.ts';

/**
 * That a block says what an earlier one says. `again`: same kind, tool, length and first words. `reread`: the same tool
 * read the same file, maybe another part of it, and no call wrote to it in between. `lost`: one of both, but a patch had taken the earlier one
 * out, so that it was needed again.
 */
export interface Twin {
  readonly why: 'again' | 'reread' | 'lost';
  /** Index of the nearest earlier one. */
  readonly of: number;
  /** With `lost`: index of the patch. */
  readonly patch?: number;
}

/** Characters: shorter texts are alike by chance. */
const shortest = 200;

const reads = /read|view|open|^cat$/i;

/**
 * Finds what was said before; by index of the later block. First words and lengths are compared, not texts, so it is
 * likely and not certain; texts under 200 characters are left out. O(blocks + what patches changed).
 */
export function blockTwins(
  blocks: readonly RecordedBlockRow[],
  patches: readonly Pick<RecordedPatchRow, 'call' | 'left' | 'back'>[],
): ReadonlyMap<number, Twin> {
  const twins = new Map<number, Twin>();
  const leaving = leavingsOf(patches);
  const texts = new Map<string, number>();
  const files = new Map<string, number>();
  for (const [index, block] of blocks.entries()) {
    const { kind, tool = '', path, length, description, fidelity } = block;
    if (path !== undefined && kind === 'tool_call' && !reads.test(tool)) {
      forget(files, path);
    }
    if (length < shortest || fidelity !== 'whole' || block.standsFor !== undefined) {
      continue;
    }
    const isRead = path !== undefined && kind === 'tool_result' && reads.test(tool);
    const text = JSON.stringify([kind, tool, length, description]);
    const file = isRead ? fileKey(path, tool) : undefined;
    const same = texts.get(text);
    const read = file === undefined ? undefined : files.get(file);
    const of = same ?? read;
    if (of !== undefined) {
      const patch = leaving(of, block.turn);
      const why = patch !== undefined ? 'lost' : same === undefined ? 'reread' : 'again';
      twins.set(index, { why, of, ...(patch !== undefined && { patch }) });
    }
    texts.set(text, index);
    if (file !== undefined) {
      files.set(file, index);
    }
  }
  return twins;
}

function fileKey(path: string, tool: string): string {
  return `${path}\n${tool}`;
}

function forget(files: Map<string, number>, path: string): void {
  for (const key of files.keys()) {
    if (key.startsWith(`${path}\n`)) {
      files.delete(key);
    }
  }
}

/** Answers which patch had taken a block out before a turn. */
function leavingsOf(
  patches: readonly Pick<RecordedPatchRow, 'call' | 'left' | 'back'>[],
): (block: number, turn: number) => number | undefined {
  const changes = new Map<number, { readonly patch: number; readonly out: boolean }[]>();
  for (const [patch, { left, back }] of patches.entries()) {
    for (const [runs, out] of [[left, true] as const, [back, false] as const]) {
      for (const block of indicesOf(runs)) {
        const known = changes.get(block);
        if (known === undefined) {
          changes.set(block, [{ patch, out }]);
        } else {
          known.push({ patch, out });
        }
      }
    }
  }
  return (block, turn) => {
    const last = changes.get(block)?.findLast(({ patch }) => (patches[patch]?.call ?? 0) <= turn);
    return last?.out === true ? last.patch : undefined;
  };
}
