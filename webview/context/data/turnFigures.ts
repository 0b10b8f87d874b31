import * as l10n from '@vscode/l10n';
import type {
  CompositionRow,
  RecordedBlockKind,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../../src/ports/transcriptRows.ts';
import { kindLooks, kindName } from '../kinds.ts';
import type { CacheFigure } from './cacheRibbon.ts';
import { cacheFigure } from './cacheRibbon.ts';

/** What a column is stacked of: kinds of blocks, what no block accounts for, and what the answer added. */
export type StackLayer = RecordedBlockKind | 'unattributed' | 'answer';

/** All layers, from the bottom up. */
export const stackLayers: readonly StackLayer[] = [
  ...kindLooks.map(({ kind }) => kind),
  'unattributed',
  'answer',
];

/** The name of a layer for people. */
export function layerName(layer: StackLayer): string {
  switch (layer) {
    case 'unattributed':
      return l10n.t('Unattributed');
    case 'answer':
      return l10n.t('Answer');
    default:
      return kindName(layer);
  }
}

/** The figures of one call. Tokens. */
export interface TurnFigure {
  /** Index of the call. */
  readonly index: number;
  /** What the request carried: the sum of `parts` without the answer. */
  readonly total: number;
  /** Whether `total` is the provider's count of this one request. */
  readonly exact: boolean;
  /** The provider's count is of all requests of a question, so that `total` is the sum of our estimates. */
  readonly ofQuestion: boolean;
  /** Tokens of each of `stackLayers`. */
  readonly parts: readonly number[];
  /** Sum of the inputs of all calls up to this one, this one included. */
  readonly sum: number;
  /** Part of `sum` that no provider counted. */
  readonly sumEstimated: number;
  /** Absent where the provider said nothing about its cache. */
  readonly cache?: CacheFigure;
}

/** The lists that figures are made of. */
export interface TurnLists {
  readonly calls: readonly RecordedCallRow[];
  /** One per call, as far as they are there. */
  readonly compositions: readonly CompositionRow[];
  readonly patches: readonly RecordedPatchRow[];
  readonly blocks: readonly RecordedBlockRow[];
}

/** Figures of the calls whose compositions are there, in the order of the session. O(calls). */
export function turnFigures({ calls, compositions }: TurnLists): readonly TurnFigure[] {
  const figures: TurnFigure[] = [];
  let sum = 0;
  let sumEstimated = 0;
  for (const [index, composition] of compositions.entries()) {
    const call = calls[index];
    if (call === undefined) {
      break;
    }
    sum += composition.total;
    sumEstimated += composition.measured ? 0 : composition.total;
    const cache = cacheFigure(calls, index);
    figures.push({
      index,
      ...windowOf(call, composition),
      sum,
      sumEstimated,
      ...(cache !== undefined && { cache }),
    });
  }
  return figures;
}

function windowOf(
  call: RecordedCallRow,
  { total, measured, shares, unattributed }: CompositionRow,
): Pick<TurnFigure, 'total' | 'exact' | 'ofQuestion' | 'parts'> {
  // The sum over several requests is no window: only what the blocks account for may be drawn as one.
  const ofQuestion = measured && call.counts === 'question';
  const tokens = new Map<StackLayer, number>(shares.map((share) => [share.kind, share.tokens]));
  tokens.set('unattributed', ofQuestion ? 0 : unattributed);
  tokens.set('answer', ofQuestion ? 0 : (call.usage?.output ?? 0));
  return {
    total: ofQuestion ? total - unattributed : total,
    exact: measured && !ofQuestion,
    ofQuestion,
    parts: stackLayers.map((layer) => tokens.get(layer) ?? 0),
  };
}

/** The kind with the most tokens in a call's window; undefined if nothing is known of it. */
export function largestLayer({ parts }: TurnFigure): StackLayer | undefined {
  let largest: StackLayer | undefined;
  let most = 0;
  for (const [at, layer] of stackLayers.entries()) {
    const tokens = parts[at] ?? 0;
    if (layer !== 'answer' && tokens > most) {
      most = tokens;
      largest = layer;
    }
  }
  return largest;
}

/**
 * How far our estimate of the blocks is from the provider's count of the same request, as a share of the count: -0.2 =
 * a fifth too low. Blocks that the transcript does not have are part of it. Undefined where there is no such count.
 */
export function estimateError(
  figure: TurnFigure,
  composition: CompositionRow | undefined,
): number | undefined {
  return figure.exact && composition !== undefined && figure.total > 0
    ? (composition.estimate - figure.total) / figure.total
    : undefined;
}

/** Layers that any of the calls has tokens of, from the bottom up. */
export function usedLayers(figures: readonly TurnFigure[]): readonly StackLayer[] {
  return stackLayers.filter((_, at) => figures.some(({ parts }) => (parts[at] ?? 0) > 0));
}
