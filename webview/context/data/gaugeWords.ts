import * as l10n from '@vscode/l10n';
import { countOf, indicesOf } from '../../../src/ports/runs.ts';
import type {
  LimitsRow,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../../src/ports/transcriptRows.ts';
import type { GaugeLine, WindowGauge } from './gaugeWindow.ts';
import type { KindPart } from './gaugeKinds.ts';
import type { PressureHistory } from './gaugeHistory.ts';
import { capital, sumText } from './patchWords.ts';
import type { TurnFigure } from './turnFigures.ts';
import { layerName } from './turnFigures.ts';
import { sumOf } from './windowDiff.ts';
import { patchPhrase } from './patchNames.ts';
import { numberText, percentText, turnText } from './numberText.ts';

/** Tokens of a window; those that the provider did not count begin with `≈`. */
export function usedText({ total, exact }: Pick<TurnFigure, 'total' | 'exact'>): string {
  return `${exact ? '' : '≈ '}${numberText(total)}`;
}

/** What follows the tokens: of how many, and what share that is; that nobody tells the limit, where it is so. */
export function limitText({ window, share }: WindowGauge, limits: LimitsRow | undefined): string {
  if (window === undefined || share === undefined) {
    return limits === undefined ? l10n.t('tokens') : l10n.t('tokens; the limit is unknown');
  }
  return l10n.t`of ${numberText(window)} tokens, ${percentText(share)}`;
}

/** Who counted what was used. */
export function counterSentence(
  figure: TurnFigure,
  call: Pick<RecordedCallRow, 'inputBy'> | undefined,
): string {
  if (figure.exact) {
    return l10n.t('Counted by the provider.');
  }
  if (figure.ofQuestion) {
    return l10n.t('Estimated by us: the provider counted the whole question, which is no window.');
  }
  return call?.inputBy === 'tokenizer'
    ? l10n.t('Counted by a tokenizer in the editor, not by the provider.')
    : l10n.t('Estimated by us: the provider gave no count.');
}

/** Who counted the total of a window, in a word for a cell. */
export function counterWord(
  { exact }: Pick<TurnFigure, 'exact'>,
  call: Pick<RecordedCallRow, 'inputBy'> | undefined,
): string {
  return exact
    ? l10n.t('provider')
    : call?.inputBy === 'tokenizer'
      ? l10n.t('tokenizer')
      : l10n.t('estimate');
}

/** How the limits are known; empty before they were read. */
export function limitsSentence(limits: LimitsRow | undefined): string {
  switch (limits?.known) {
    case undefined:
      return '';
    case 'recorded':
      return l10n.t('The session tells its limit.');
    case 'own':
      return l10n.t('The limits are those of Chipboard’s own agent.');
    case 'usual':
      return l10n.t('The limits are usual for such models; the session does not tell them.');
    case 'no':
      return l10n.t('This session does not tell its limits, and none are known for its model.');
  }
}

/** How far a line is, for people: `60,940 to go`, `reached, ≈ 1,200 over`. */
export function lineText({ left }: Pick<GaugeLine, 'left'>, exact: boolean): string {
  const tokens = usedText({ total: Math.abs(left), exact });
  return left > 0
    ? l10n.t`${tokens} to go`
    : left === 0
      ? l10n.t('reached')
      : l10n.t`reached, ${tokens} over`;
}

/** The name of a line, and that it is only usual where the session does not tell it. */
export function lineName({ name, isUsual }: Pick<GaugeLine, 'name' | 'isUsual'>): string {
  return isUsual ? l10n.t`${name}, usually` : name;
}

/** All that the gauge shows, as a screen reader says it in place of the picture. */
export function gaugeText(
  gauge: WindowGauge,
  figure: TurnFigure,
  limits: LimitsRow | undefined,
): string {
  const { free, buffer, output, over, lines } = gauge;
  const part = (tokens: number | undefined, words: string): readonly string[] =>
    tokens === undefined || tokens === 0 ? [] : [`${words} ${numberText(tokens)}`];
  return [
    `${usedText(figure)} ${limitText(gauge, limits)}`,
    ...part(free, l10n.t('free')),
    ...part(over, l10n.t('beyond the room for input')),
    ...part(buffer, l10n.t('buffer')),
    ...part(output, l10n.t('kept for the answer')),
    ...lines.map(
      (line) =>
        l10n.t`${lineName(line)} at ${numberText(line.tokens)}, ${lineText(line, figure.exact)}`,
    ),
  ].join(l10n.t('; '));
}

/** One kind of a window in a few words. */
export function kindText({ layer, share }: KindPart): string {
  return `${layerName(layer)} ${percentText(share)}`;
}

/** A patch in one sentence: what, by whom, how it is known, when, and what it took and gave. O(blocks of the patch). */
export function patchSentence(
  patch: RecordedPatchRow,
  blocks: readonly RecordedBlockRow[],
): string {
  const sum = (runs: readonly number[]): string => sumText(sumOf(indicesOf(runs), blocks));
  const { left, back, created } = patch;
  const parts = [
    ...(left.length === 0 ? [] : [l10n.t`${sum(left)}, left the window`]),
    ...(created.length === 0
      ? []
      : [
          countOf(created) === 1
            ? l10n.t`${sum(created)}, stands there instead`
            : l10n.t`${sum(created)}, stand there instead`,
        ]),
    ...(back.length === 0 ? [] : [l10n.t`${sum(back)}, came back`]),
  ];
  const what = parts.length === 0 ? l10n.t('nothing left the window') : parts.join(l10n.t('; '));
  return l10n.t`${capital(patchPhrase(patch))} before ${turnText(patch.call)}: ${what}.`;
}

/** One turn of the history: `Turn 12: 45,000 tokens, 22 % of the limit`. `window` is the limit, where it is known. */
export function pressureText(figure: TurnFigure, window: number | undefined): string {
  const share =
    window === undefined ? '' : l10n.t`, ${percentText(figure.total / window)} of the limit`;
  return l10n.t`Turn ${numberText(figure.index + 1)}: ${usedText(figure)} tokens${share}`;
}

/** The history in words: what the line shows. `window` is the limit, where it is known. */
export function historyText(
  { first, last, peak, takers }: PressureHistory,
  window: number | undefined,
): string {
  const at = (figure: TurnFigure): string =>
    l10n.t`${usedText(figure)} in ${turnText(figure.index)}`;
  const share =
    window === undefined ? '' : l10n.t`, ${percentText(peak.total / window)} of the limit`;
  const fell =
    takers === 0
      ? l10n.t('No patch')
      : takers === 1
        ? l10n.t('1 patch')
        : l10n.t`${numberText(takers)} patches`;
  return l10n.t`From ${at(first)} to ${at(last)}; at most ${at(peak)}${share}. ${fell} took blocks out.`;
}
