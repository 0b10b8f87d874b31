import * as l10n from '@vscode/l10n';
import type { CompositionRow, RecordedCallRow } from '../../../src/ports/transcriptRows.ts';
import type { MissCause } from './cacheRibbon.ts';
import type { FirstChange } from './firstChange.ts';
import { numberText, percentText } from './numberText.ts';
import type { TurnFigure } from './turnFigures.ts';
import { estimateError, largestLayer, layerName, stackLayers } from './turnFigures.ts';

/** A total with how it is known. */
export function totalText({ total, exact, ofQuestion }: TurnFigure): string {
  if (exact) {
    return l10n.t`${numberText(total)} tokens, counted by the provider`;
  }
  const why = ofQuestion ? l10n.t('; the provider counted the whole question') : '';
  return l10n.t`about ${numberText(total)} tokens, estimated${why}`;
}

/** How far our estimate is from the provider's count; empty where there is no count to check it against. */
export function errorText(figure: TurnFigure, composition: CompositionRow | undefined): string {
  const error = estimateError(figure, composition);
  if (error === undefined || composition === undefined) {
    return '';
  }
  const sign = error < 0 ? '−' : '+';
  const by = `${sign}${percentText(Math.abs(error))}`;
  return l10n.t`our estimate of its blocks: ${numberText(composition.estimate)} (${by})`;
}

/** The inputs of all calls up to one, added up, and who counted them. Never what is in the window. */
export function inputsText({ sum, sumEstimated }: TurnFigure): string {
  const part =
    sumEstimated === 0
      ? l10n.t('counted')
      : l10n.t`of which ${numberText(sumEstimated)} are estimated`;
  return l10n.t`${numberText(sum)} tokens of input, ${part}`;
}

/** What the cache did for a call, as shares of its input. */
export function cacheText({ cache }: TurnFigure): string {
  if (cache === undefined) {
    return l10n.t('no count by the provider');
  }
  const share = (tokens: number): string =>
    cache.input === 0 ? '0 %' : percentText(tokens / cache.input);
  const [read, missed] = [share(cache.read), share(cache.missed)];
  return cache.written === undefined
    ? l10n.t`read ${read}, missed ${missed}`
    : l10n.t`read ${read}, written ${share(cache.written)}, missed ${missed}`;
}

const tellers: Readonly<Record<'whole' | 'short', Readonly<Record<MissCause['told'], string>>>> = {
  whole: { provider: l10n.t('the provider says'), us: l10n.t('as we see it') },
  short: { provider: l10n.t('provider'), us: l10n.t('ours') },
};

/** Why a call missed, with who says so. `short` is for a cell. */
export function causesText(
  causes: readonly MissCause[],
  length: 'whole' | 'short' = 'whole',
): string {
  const who = tellers[length];
  return causes.map(({ told, words }) => l10n.t`${who[told]}: ${words}`).join(l10n.t('; '));
}

/** The first block that is another one than before. `id` names a block by its index. */
export function changeText(change: FirstChange | undefined, id: (block: number) => string): string {
  if (change === undefined) {
    return l10n.t('none; the window only grew at its end');
  }
  const { position, was, is } = change;
  const place = l10n.t`block ${position + 1} of the window`;
  if (is === undefined) {
    return was === undefined ? place : l10n.t`${place}: ends where ${id(was)} stood`;
  }
  return was === undefined
    ? l10n.t`${place}: ${id(is)}`
    : l10n.t`${place}: ${id(is)} where ${id(was)} stood`;
}

/** What a screen reader says of the chosen turn. */
export function turnValueText(
  figure: TurnFigure,
  {
    count,
    call,
    causes,
    patches,
  }: {
    readonly count: number;
    readonly call: RecordedCallRow | undefined;
    readonly causes: readonly MissCause[];
    readonly patches: readonly string[];
  },
): string {
  const largest = largestLayer(figure);
  const tokens = largest === undefined ? 0 : (figure.parts[stackLayers.indexOf(largest)] ?? 0);
  return [
    l10n.t`Turn ${figure.index + 1} of ${count}`,
    call === undefined || call.question === 0 ? '' : l10n.t`question ${call.question}`,
    totalText(figure),
    largest === undefined ? '' : l10n.t`most of it ${layerName(largest)}, ${numberText(tokens)}`,
    ...patches.map((words) => l10n.t`after ${words}`),
    figure.cache?.isMiss === true ? l10n.t`cache missed, ${causesText(causes)}` : '',
  ]
    .filter(Boolean)
    .join(l10n.t(', '));
}
