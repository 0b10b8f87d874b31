import { describe, type Block } from '../block.ts';
import { estimateBlock } from '../renderBlock.ts';
import type { CollapseOutput, Operation } from '../operations.ts';
import { checkOpenChains } from './chains.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { StagedPatch } from './stagedPatch.ts';
import { checkQuestion, naming, targetsOf } from './targets.ts';

type Collapse = Extract<Operation, { readonly op: 'compact' | 'merge' | 'fold' }>;

const example = '"output": {"description": "what it is", "content": "the summary"}';

function isFilled(output: CollapseOutput): boolean {
  return output.description.trim() !== '' && output.content.trim() !== '';
}

function checkFields(operation: Collapse): Refusal | undefined {
  switch (operation.op) {
    case 'compact':
      if (!isFilled(operation.output)) {
        return refuse('compact_output', `compact needs a summary: ${example}.`);
      }
      return operation.preserve.some((entry) => entry.trim() !== '')
        ? undefined
        : refuse(
            'compact_policy',
            'compact needs "preserve": a list of what the summary keeps, such as ["the user wants CSV"]. "drop" may be empty.',
          );
    case 'merge':
      if (!isFilled(operation.output)) {
        return refuse('merge_output', `merge needs the merged text: ${example}.`);
      }
      if (operation.ids.length < 2) {
        return refuse(
          'merge_arity',
          'merge needs at least two blocks. Name more, or use compact for one.',
        );
      }
      return operation.resolution === 'update' || operation.resolution === 'contradiction'
        ? undefined
        : refuse(
            'merge_resolution',
            'merge needs "resolution": "update" where the later text renews the earlier, "contradiction" where they disagree.',
          );
    case 'fold':
      if (!isFilled(operation.output)) {
        return refuse('fold_output', `fold needs a summary: ${example}.`);
      }
      return operation.scope.trim() === ''
        ? refuse(
            'fold_scope',
            'fold needs "scope_label": what the run is about, such as "reading the parser".',
          )
        : undefined;
  }
}

function checkState(blocks: readonly Block[], staged: StagedPatch): Refusal | undefined {
  const state = blocks.find((block) => block.kind === 'task_state');
  if (state !== undefined) {
    return refuse(
      'protected_state',
      `${state.id} is the state of the task. Leave it out of "ids".`,
    );
  }
  const refusal = checkQuestion(blocks, staged);
  if (refusal !== undefined) {
    return refusal;
  }
  const hidden = blocks.find((block) => block.visibility === 'hidden');
  return hidden === undefined
    ? undefined
    : refuse('hidden_target', `${hidden.id} is hidden; there is nothing of it to collapse.`);
}

/** The earliest of some blocks. */
function earliest(ids: readonly string[], staged: StagedPatch): string {
  let [first = ''] = ids;
  let least = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const place = staged.placeOf(id);
    if (place < least) {
      [first, least] = [id, place];
    }
  }
  return first;
}

/**
 * Blocks that the view shows between the first and the last target and that are no targets. Reports of the runtime do
 * not count.
 */
function gapsOf(ids: readonly string[], staged: StagedPatch): readonly string[] {
  const wanted = new Set(ids);
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const id of ids) {
    const place = staged.shownAt(id);
    first = Math.min(first, place);
    last = Math.max(last, place);
  }
  return staged
    .between(first, last)
    .filter(
      ({ id, kind, visibility }) =>
        visibility === 'model' &&
        kind !== 'budget_report' &&
        !wanted.has(id) &&
        staged.shownAt(id) >= first &&
        staged.shownAt(id) <= last,
    )
    .map((block) => block.id);
}

function prefixOf(operation: Collapse): string {
  switch (operation.op) {
    case 'compact':
      return '';
    case 'merge':
      return operation.resolution === 'contradiction'
        ? '[merged (contradiction resolved)] '
        : '[merged] ';
    case 'fold':
      return `[folded scope: ${operation.scope.trim()}] `;
  }
}

/** Checks and does compact, merge and fold: the targets are archived, and one summary stands where the first stood. */
export function collapse(operation: Collapse, staged: StagedPatch): Refusal | undefined {
  const blocks = targetsOf(operation, staged);
  const refusal =
    checkFields(operation) ?? checkState(blocks, staged) ?? checkOpenChains(blocks, staged);
  if (refusal !== undefined) {
    return refusal;
  }
  if (operation.op === 'fold') {
    const gaps = gapsOf(operation.ids, staged);
    if (gaps.length > 0) {
      return refuse(
        'fold_range',
        `fold takes a run without gap, but ${naming(gaps)} ${gaps.length === 1 ? 'lies' : 'lie'} in between. Name them too, or use compact.`,
      );
    }
  }
  const id = staged.nextId('summary');
  const artifact = `${id}@v1`;
  const { output } = operation;
  staged.newTexts.set(artifact, output.content.toWellFormed());
  const summary: Block = {
    id,
    role: 'assistant',
    kind: 'summary',
    content: { form: 'inline', artifact },
    description: describe(prefixOf(operation), output.description),
    tokens: { estimate: 1 },
    visibility: 'model',
    retention: 'session',
    protected: false,
    pinned: false,
    version: 1,
    sources: operation.ids,
    turn: staged.context.state.calls.length,
    generation: 0,
  };
  staged.insert(
    { ...summary, tokens: { estimate: estimateBlock(summary, staged.texts) } },
    earliest(operation.ids, staged),
  );
  for (const block of blocks) {
    if (block.visibility !== 'archived') {
      staged.change(block.id, { visibility: 'archived' });
    }
  }
  return undefined;
}
