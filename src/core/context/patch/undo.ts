import { textsOf } from '../texts.ts';
import type { Block } from '../block.ts';
import type { BlockChange, PatchRecord } from '../journalEvent.ts';
import { checkOpenChains } from './chains.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { StagedPatch } from './stagedPatch.ts';
import { checkQuestion } from './targets.ts';

/** Fields of a change that say what the block is; counts may have come in since. */
function isAsLeft(block: Block, change: BlockChange): boolean {
  const now = block as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(change).every(
    ([name, value]) =>
      name === 'tokens' ||
      name === 'description' ||
      JSON.stringify(now[name]) === JSON.stringify(value),
  );
}

function checkPatch(id: string, staged: StagedPatch): Refusal | PatchRecord {
  const { state, actor } = staged.context;
  const patch = state.patch(id);
  if (patch === undefined) {
    return refuse(
      'patch_unknown',
      `There is no patch ${JSON.stringify(id)} in this session. The answer to a patch gives its id, such as "patch_003".`,
    );
  }
  const by = state.undoer(id);
  if (by !== undefined) {
    return refuse('patch_undone', `${id} was taken back by ${by} already.`);
  }
  if (actor === 'agent' && patch.actor === 'user') {
    return refuse('patch_foreign', `${id} was made by the user; only the user takes it back.`);
  }
  return patch;
}

/** The first block that is no longer as the patch left it. */
function overlaid(patch: PatchRecord, staged: StagedPatch): string | undefined {
  const changed = patch.changes.find((change) => {
    const block = staged.blocks.get(change.id);
    return block === undefined || !isAsLeft(block, change);
  });
  const made = patch.insertions.find(
    ({ block }) => staged.blocks.get(block.id)?.visibility !== block.visibility,
  );
  return changed?.id ?? made?.block.id;
}

function checkReturn(after: Block, staged: StagedPatch): Refusal | undefined {
  const lost = textsOf(after).find((artifact) => staged.texts.get(artifact) === undefined);
  return lost === undefined
    ? undefined
    : refuse(
        'artifact_missing',
        `The text of ${after.id} (${lost}) is gone from the store; the patch cannot be taken back.`,
      );
}

function checkLeaving(before: Block, after: Block, staged: StagedPatch): Refusal | undefined {
  const leaves = before.visibility === 'model' && after.visibility !== 'model';
  const shrinks = before.content.form === 'inline' && after.content.form === 'offloaded';
  if (before.pinned && (leaves || shrinks)) {
    return refuse(
      'protected_pin',
      `${before.id} is pinned: its text must stay in view. The user can unpin it.`,
    );
  }
  return leaves
    ? (checkQuestion([before], staged) ?? checkOpenChains([before], staged))
    : undefined;
}

/** What taking a patch back sets: the former fields; blocks that the patch made become hidden. */
function settings(patch: PatchRecord): readonly BlockChange[] {
  return [
    ...patch.reverse,
    ...patch.insertions.map(({ block }) => ({ id: block.id, visibility: 'hidden' as const })),
  ];
}

/** Checks and takes a whole patch back. */
export function undoPatch(id: string, staged: StagedPatch): Refusal | undefined {
  const patch = checkPatch(id, staged);
  if ('rule' in patch) {
    return patch;
  }
  const touched = overlaid(patch, staged);
  if (touched !== undefined) {
    return refuse(
      'patch_overlaid',
      `${touched} was changed again after ${id}. Take the later patch back first.`,
    );
  }
  if (patch.erased.length > 0) {
    return refuse(
      'artifact_missing',
      `${id} deleted what it redacted for good, as the settings ask; it cannot be taken back.`,
    );
  }
  const changes = settings(patch);
  for (const { id: target, ...fields } of changes) {
    const before = staged.blocks.get(target);
    if (before !== undefined) {
      const after = { ...before, ...fields };
      const isIn = after.visibility === 'model' || after.visibility === 'api_required';
      const refusal =
        (isIn ? checkReturn(after, staged) : undefined) ?? checkLeaving(before, after, staged);
      if (refusal !== undefined) {
        return refusal;
      }
    }
  }
  for (const { id: target, ...fields } of changes) {
    staged.change(target, fields);
  }
  staged.undoes.push(id);
  return undefined;
}
