import type { CompositionRow, RecordedBlockRow } from '../../../src/ports/transcriptRows.ts';

/**
 * What part of a call's input a block is, from 0 to 1: its estimate, scaled as the call's composition says, over the
 * total. Undefined for a block that is not in the window, and where nothing is known of the input.
 */
export function blockShare(
  row: Pick<RecordedBlockRow, 'tokens'>,
  isInWindow: boolean,
  composition: Pick<CompositionRow, 'scale' | 'total'> | undefined,
): number | undefined {
  return !isInWindow || composition === undefined || composition.total <= 0
    ? undefined
    : Math.min(1, (row.tokens * composition.scale) / composition.total);
}
