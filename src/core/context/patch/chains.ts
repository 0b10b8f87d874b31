import type { Block } from '../block.ts';
import type { Chain } from '../blockList.ts';
import type { Rejection } from '../operations.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { StagedPatch } from './stagedPatch.ts';
import { naming } from './targets.ts';

/** Refuses to take blocks out of a chain whose calls are not all answered: the answers to come would be orphans. */
export function checkOpenChains(
  blocks: readonly Block[],
  staged: StagedPatch,
): Refusal | undefined {
  for (const block of blocks) {
    const chain = staged.context.state.chainOf(block);
    if (chain?.open === true) {
      return refuse(
        'chain_open',
        `${block.id} belongs to tool calls of ${chain.head} that are still being answered. Patch them after all answers are there; payload_offload works now.`,
      );
    }
  }
  return undefined;
}

function isVisible(id: string, staged: StagedPatch): boolean {
  return staged.blocks.get(id)?.visibility === 'model';
}

/**
 * Checks that a patch leaves each chain it touches in view as a whole or not at all: a model API refuses a result
 * without its call, and a call without its result. Chains that it does not touch were whole before.
 */
export function checkChains(staged: StagedPatch): readonly Rejection[] {
  const { state } = staged.context;
  const chains = new Map<string, Chain>();
  for (const id of staged.targets) {
    const block = state.get(id);
    const chain = block === undefined ? undefined : state.chainOf(block);
    if (chain !== undefined) {
      chains.set(chain.head, chain);
    }
  }
  const rejections: Rejection[] = [];
  for (const { head, results } of chains.values()) {
    const members = [head, ...results];
    const visible = members.filter((id) => isVisible(id, staged));
    if (visible.length > 0 && visible.length < members.length) {
      const out = members.filter((id) => !isVisible(id, staged));
      rejections.push({
        operation: -1,
        rule: 'chain_atomicity',
        message: `A tool call and its results stay in view together or leave it together, but ${naming(visible)} would stay and ${naming(out)} would not. Name them together in one operation: ${naming(members)}.`,
      });
    }
  }
  return rejections;
}
