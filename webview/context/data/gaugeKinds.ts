import type { StackLayer, TurnFigure } from './turnFigures.ts';
import { stackLayers } from './turnFigures.ts';

/** What one kind has in a window; `unattributed` is what the count has and no block accounts for. */
export interface KindPart {
  readonly layer: Exclude<StackLayer, 'answer'>;
  /** Estimates scaled to the count; of `unattributed` the rest of the count. */
  readonly tokens: number;
  /** Of the window as sent, from 0 to 1. */
  readonly share: number;
}

/**
 * What a window is made of, in the order in which kinds are stacked; kinds without tokens are left out. The tokens add
 * up to the figure's total.
 */
export function kindParts({
  parts,
  total,
}: Pick<TurnFigure, 'parts' | 'total'>): readonly KindPart[] {
  return stackLayers.flatMap((layer, at) => {
    const tokens = parts[at] ?? 0;
    return layer === 'answer' || tokens <= 0 ? [] : [{ layer, tokens, share: tokens / total }];
  });
}

/** The largest of them, at most `most`, largest first; equal ones as they are stacked. */
export function largestKinds(parts: readonly KindPart[], most: number): readonly KindPart[] {
  return parts.toSorted((a, b) => b.tokens - a.tokens).slice(0, most);
}
