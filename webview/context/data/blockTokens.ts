import type {
  OwnBlockRow,
  RecordedBlockRow,
  RecordedCallRow,
} from '../../../src/ports/transcriptRows.ts';

/**
 * Tokens of a block, and who counted them. `exact`: our runtime, with the model's vocabulary. `provider`: the block is
 * all of an answer that the provider counted, and its count is not far from the estimate. `estimate`: told from the length of its text.
 */
export interface BlockTokens {
  readonly tokens: number;
  readonly by: 'exact' | 'provider' | 'estimate';
}

/** Tokens of every answer that is a single block, by the provider's count; by index of the block. O(calls). */
export function countedAnswers(calls: readonly RecordedCallRow[]): ReadonlyMap<number, number> {
  const counted = new Map<number, number>();
  for (const { output, usage, counts } of calls) {
    const [start, end, ...more] = output;
    const isOne = start !== undefined && end === start + 1 && more.length === 0;
    // Reasoning that is counted but not shown would be put down to the block.
    if (isOne && counts === 'call' && usage?.output !== undefined && !usage.reasoning) {
      counted.set(start, usage.output);
    }
  }
  return counted;
}

/** How far a provider's count may be from the estimate; beyond it the answer had parts that are not shown. */
const farthest = 1.5;

/** The best count there is of a block's tokens. `counted`: see `countedAnswers`. */
export function blockTokens(
  index: number,
  row: Pick<RecordedBlockRow, 'tokens' | 'fidelity'>,
  own: Pick<OwnBlockRow, 'exact'> | undefined,
  counted: ReadonlyMap<number, number>,
): BlockTokens {
  if (own?.exact !== undefined) {
    return { tokens: own.exact, by: 'exact' };
  }
  const provider = counted.get(index);
  const isNear =
    provider !== undefined &&
    provider <= row.tokens * farthest &&
    provider * farthest >= row.tokens;
  return isNear && row.fidelity === 'whole'
    ? { tokens: provider, by: 'provider' }
    : { tokens: row.tokens, by: 'estimate' };
}
