import type { ArtifactKey } from '../block.ts';
import type { PatchKind, PatchRecord } from '../journalEvent.ts';
import type { Operation, PatchRequest, Rejection } from '../operations.ts';
import { textsOf } from '../texts.ts';
import type { ContextState } from '../contextState.ts';
import { cacheEffectOf, viewOf, type Outline } from '../outline.ts';
import { patchedOutline } from '../patchedOutline.ts';
import type { PatchCause } from '../journalEvent.ts';
import { checkChains } from './chains.ts';
import { collapse } from './collapse.ts';
import { offload, restore } from './payloads.ts';
import type { Refusal } from './refusal.ts';
import { redact, replace } from './rewrite.ts';
import { StagedPatch, type PatchContext } from './stagedPatch.ts';
import { checkTargets } from './targets.ts';
import { undoPatch } from './undo.ts';
import { setVisibility } from './visibility.ts';

/** A patch that may be done. */
export interface PlannedPatch {
  readonly patch: PatchRecord;
  /** Texts that come into being with it. */
  readonly newTexts: ReadonlyMap<ArtifactKey, string>;
  /** The outline after it. */
  readonly after: Outline;
}

/** A patch that may be done, or every reason why not. */
export type PatchPlan =
  { readonly plan: PlannedPatch } | { readonly rejections: readonly Rejection[] };

function carryOut(operation: Operation, staged: StagedPatch): Refusal | undefined {
  if (operation.op === 'restore' && operation.patch !== undefined) {
    return undoPatch(operation.patch, staged);
  }
  const refusal = checkTargets(operation, staged);
  if (refusal !== undefined) {
    return refusal;
  }
  switch (operation.op) {
    case 'compact':
    case 'merge':
    case 'fold':
      return collapse(operation, staged);
    case 'payload_offload':
      return offload(operation, staged);
    case 'restore':
      return restore(operation, staged);
    case 'set_visibility':
      return setVisibility(operation, staged);
    case 'redact':
      return redact(operation, staged);
    case 'replace':
      return replace(operation, staged);
  }
}

function kindOf(operation: Operation): PatchKind {
  switch (operation.op) {
    case 'payload_offload':
      return 'offload';
    case 'restore':
      return operation.patch === undefined ? 'restore' : 'undo';
    case 'set_visibility':
      return operation.visibility === 'model'
        ? 'show'
        : operation.visibility === 'hidden'
          ? 'hide'
          : 'archive';
    case 'compact':
    case 'merge':
    case 'fold':
    case 'redact':
    case 'replace':
      return operation.op;
  }
}

function kindOfAll(operations: readonly Operation[]): PatchKind {
  const kinds = new Set(operations.map(kindOf));
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? only : 'mixed';
}

/** The operation as it is journalled: its texts are artifacts. */
function withoutTexts(operation: Operation): Operation {
  switch (operation.op) {
    case 'compact':
    case 'merge':
    case 'fold':
      return { ...operation, output: { ...operation.output, content: '' } };
    case 'replace':
      return { ...operation, content: '' };
    case 'payload_offload':
      return { ...operation, replaceWith: { description: '', summary: '', hint: '' } };
    case 'restore':
    case 'set_visibility':
    case 'redact':
      return operation;
  }
}

/** The texts that must be at hand to check and do a patch. */
export function textsFor(request: PatchRequest, state: ContextState): readonly ArtifactKey[] {
  const names = new Set<ArtifactKey>();
  const add = (id: string): void => {
    const block = state.get(id);
    if (block !== undefined) {
      names.add(block.content.artifact);
      textsOf(block).forEach((name) => names.add(name));
    }
  };
  for (const operation of request.operations) {
    operation.ids.forEach(add);
    const undone = operation.op === 'restore' ? state.patch(operation.patch ?? '') : undefined;
    for (const { id, content } of undone?.reverse ?? []) {
      add(id);
      if (content !== undefined) {
        names.add(content.artifact);
      }
      if (content?.form === 'offloaded') {
        names.add(content.stub);
      }
    }
  }
  return [...names];
}

interface Draft {
  readonly request: PatchRequest;
  readonly staged: StagedPatch;
  readonly before: Outline;
  readonly after: Outline;
  readonly cause: PatchCause;
}

function recordOf({ request, staged, before, after, cause }: Draft): PatchRecord {
  const { state, actor } = staged.context;
  const { targets } = staged;
  const id = `patch_${String(state.nextPatch).padStart(3, '0')}`;
  const cacheEffect = cacheEffectOf(before, after);
  const erases = staged.erased.size > 0;
  return {
    id,
    requestIndex: state.calls.length,
    actor,
    kind: kindOfAll(request.operations),
    reason: request.reason,
    operations: request.operations.map(withoutTexts),
    targets,
    created: staged.insertions.map(({ block }) => block.id),
    ...staged.changesOf(targets),
    insertions: staged.insertions,
    undoes: staged.undoes,
    erased: [...staged.erased],
    before: viewOf(before),
    after: viewOf(after),
    ...cause,
    reversible: erases ? 'no' : 'yes',
    ...(!erases && { recoverBy: `restore with patch_id ${id}` }),
    ...(cacheEffect !== undefined && { cacheEffect }),
    provenance: 'recorded',
  };
}

/**
 * Checks all operations in order, each against what those before it would leave, and plans the patch; or gives every
 * rejection, and then nothing is to be done. Changes nothing. O(n + targets), and O(n) more for each collapse.
 */
export function planPatch(
  request: PatchRequest,
  context: PatchContext,
  before: Outline,
  cause: PatchCause = {},
): PatchPlan {
  const staged = new StagedPatch(context);
  const rejections: Rejection[] = [];
  for (const [operation, each] of request.operations.entries()) {
    const refusal = carryOut(each, staged);
    if (refusal !== undefined) {
      rejections.push({ operation, ...refusal });
    }
  }
  const all = rejections.length > 0 ? rejections : checkChains(staged);
  if (all.length > 0) {
    return { rejections: all };
  }
  const after = patchedOutline(before, context.state, staged);
  const draft = { request, staged, before, after, cause };
  return { plan: { patch: recordOf(draft), newTexts: staged.newTexts, after } };
}
