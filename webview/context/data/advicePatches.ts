/*
 * Advice about what patches did.
 */
import * as l10n from '@vscode/l10n';
import { indicesOf } from '../../../src/ports/runs.ts';
import type { Advice, AdviceInput } from './advice.ts';
import { countedBy, tokensOf } from './advice.ts';
import type { BlockItem } from './blockItems.ts';
import { patchName } from './patchNames.ts';
import { counted, numberText, turnText } from './numberText.ts';

/** Tokens that had to come once more. */
const leastLost = 2000;
/** Tokens that a summary is larger than what it replaced. */
const leastGrowth = 200;

/** Patches that took out what was needed again. */
export function lostAgainAdvice({ items, lists }: AdviceInput): readonly Advice[] {
  const again = items.filter(({ twin }) => twin?.why === 'lost' && twin.patch !== undefined);
  const groups = Map.groupBy(again, ({ twin }) => twin?.patch ?? 0);
  return [...groups].flatMap(([index, blocks]) => {
    const patch = lists.patches[index];
    const tokens = tokensOf(blocks);
    if (patch === undefined || tokens < leastLost) {
      return [];
    }
    const [largest] = blocks.toSorted((a, b) => b.count.tokens - a.count.tokens);
    return {
      ...({ rule: 'lost', key: `lost ${patch.id}`, tokens, by: countedBy(blocks) } as const),
      title: l10n.t`What ${patch.id} took out was needed again.`,
      why: l10n.t`${counted(blocks.length, 'block')} with ${numberText(tokens)} tokens came once more after the ${patchName(patch.kind).toLowerCase()} before ${turnText(patch.call)}${largest === undefined ? '' : l10n.t`; the largest is ${largest.id}`}. Pin such blocks, or name them in the instructions of the next compaction.`,
      known: l10n.t(
        'Inferred: the same file was read again, or a text with the same beginning and length came again.',
      ),
      ways: [
        { to: 'patch', patch: index },
        ...(largest === undefined ? [] : [{ to: 'block', block: largest.index } as const]),
      ],
    };
  });
}

/** Summaries that are larger than what they stand for. */
export function summaryAdvice({ items, lists }: AdviceInput): readonly Advice[] {
  return lists.patches.flatMap((patch, index) => {
    const taken = blocksOf(patch.left, items);
    const made = blocksOf(patch.created, items);
    const [before, after] = [tokensOf(taken), tokensOf(made)];
    const hasSummary = made.some(({ row }) => row.kind === 'summary');
    // Blocks whose texts are not recorded have no size to compare with.
    const isWhole = taken.every(({ row }) => row.fidelity === 'whole');
    const tokens = after - before;
    if (!hasSummary || !isWhole || before === 0 || tokens < leastGrowth) {
      return [];
    }
    return {
      ...({ rule: 'summary', key: `summary ${patch.id}`, tokens } as const),
      by: countedBy([...taken, ...made]),
      title: l10n.t`The summary of ${patch.id} is larger than what it replaced.`,
      why: l10n.t`${counted(taken.length, 'block')} with ${numberText(before)} tokens left before ${turnText(patch.call)}, and ${numberText(after)} came instead: the window grew by ${numberText(tokens)}.`,
      known:
        patch.provenance === 'recorded'
          ? l10n.t('Told from the sizes of the blocks; the patch is recorded.')
          : l10n.t('Told from the sizes of the blocks; the patch is inferred.'),
      ways: [
        { to: 'patch', patch: index },
        { to: 'undo', patch: index },
      ],
    };
  });
}

function blocksOf(runs: readonly number[], items: readonly BlockItem[]): readonly BlockItem[] {
  return [...indicesOf(runs)].flatMap((index) => items[index] ?? []);
}
