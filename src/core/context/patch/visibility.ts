import type { Visibility } from '../block.ts';
import { textsOf } from '../texts.ts';
import type { Operation } from '../operations.ts';
import { checkOpenChains } from './chains.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { StagedPatch } from './stagedPatch.ts';
import { checkQuestion, targetsOf } from './targets.ts';

type SetVisibility = Extract<Operation, { readonly op: 'set_visibility' }>;

const allowed: readonly Visibility[] = ['model', 'archived', 'hidden'];

function checkLeaving(operation: SetVisibility, staged: StagedPatch): Refusal | undefined {
  const blocks = targetsOf(operation, staged);
  const kept = blocks.find((block) => block.protected);
  if (operation.visibility === 'hidden' && kept !== undefined) {
    return refuse(
      'protected_hidden',
      `${kept.id} is protected and cannot be hidden. Use "archived": then it stays named and can be taken back.`,
    );
  }
  return checkQuestion(blocks, staged) ?? checkOpenChains(blocks, staged);
}

function checkComing(operation: SetVisibility, staged: StagedPatch): Refusal | undefined {
  const { actor, state } = staged.context;
  for (const block of targetsOf(operation, staged)) {
    if (actor !== 'user' && state.isHiddenByUser(block.id)) {
      return refuse(
        'patch_foreign',
        `${block.id} was hidden by the user; only the user brings it back. Leave it out of "ids".`,
      );
    }
    const lost = textsOf(block).find((artifact) => staged.texts.get(artifact) === undefined);
    if (lost !== undefined) {
      return refuse(
        'artifact_missing',
        `The text of ${block.id} (${lost}) is gone from the store; it cannot come back into view.`,
      );
    }
  }
  return undefined;
}

/** Checks and does set_visibility. */
export function setVisibility(operation: SetVisibility, staged: StagedPatch): Refusal | undefined {
  const { visibility } = operation;
  if (visibility.trim() === '') {
    return refuse(
      'visibility_missing',
      'set_visibility needs "visibility": "model" (in view), "archived" (out, can be taken back) or "hidden" (out, not named).',
    );
  }
  const wanted = allowed.find((each) => each === visibility);
  if (wanted === undefined) {
    return refuse(
      'visibility_unknown',
      `${JSON.stringify(visibility)} is no visibility that can be set. Use "model", "archived" or "hidden".`,
    );
  }
  const refusal =
    wanted === 'model' ? checkComing(operation, staged) : checkLeaving(operation, staged);
  if (refusal !== undefined) {
    return refusal;
  }
  for (const block of targetsOf(operation, staged)) {
    if (block.visibility !== wanted) {
      staged.change(block.id, { visibility: wanted });
    }
  }
  return undefined;
}
