/* Rows of sessions for tests of figures: what a test does not say is as plain as can be. */
import type {
  CompositionRow,
  RecordedBlockKind,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../../../src/ports/transcriptRows.ts';
import type { TurnLists } from '../../../../webview/context/data/turnFigures.ts';

/** A session without anything. */
export const noLists: TurnLists = { calls: [], compositions: [], patches: [], blocks: [] };

/** A call of one model on one branch, a second after the one before. */
export function madeCall(index: number, more: Partial<RecordedCallRow> = {}): RecordedCallRow {
  return {
    ...{ index, native: '', model: 'm', at: index * 1000, question: 1, counts: 'call', branch: 0 },
    ...{ outcome: 'ok', windowBlocks: 0, estimate: 0, output: [] },
    ...more,
  };
}

/** What a call's input was made of, with the total that its shares give. */
export function madeComposition(
  shares: readonly (readonly [RecordedBlockKind, number])[],
  more: Partial<Pick<CompositionRow, 'measured' | 'unattributed' | 'estimate'>> = {},
): CompositionRow {
  const attributed = shares.reduce((sum, [, tokens]) => sum + tokens, 0);
  const { unattributed = 0, measured = true, estimate = attributed } = more;
  return {
    total: attributed + unattributed,
    shares: shares.map(([kind, tokens]) => ({ kind, blocks: 1, tokens })),
    ...{ measured, unattributed, estimate, scale: 1 },
  };
}

/** A compaction that a transcript shows. */
export function madePatch(call: number, more: Partial<RecordedPatchRow> = {}): RecordedPatchRow {
  return {
    ...{ id: `patch_${call}`, kind: 'compact', actor: 'client', call, trigger: '', reason: '' },
    ...{ provenance: 'inferred', because: '', left: [], back: [], created: [], recovery: 'none' },
    ...more,
  };
}

/** A block of a kind that came after so many calls. */
export function madeBlock(kind: RecordedBlockKind, turn: number): RecordedBlockRow {
  return {
    ...{ id: `${kind}_${turn}`, kind, native: '', turn, length: 4, tokens: 1, description: '' },
    ...{ fidelity: 'whole', origin: { file: 0, offset: 0, bytes: 1, path: [] } },
  };
}
