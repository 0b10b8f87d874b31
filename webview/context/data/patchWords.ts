import * as l10n from '@vscode/l10n';
import type { RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import { leftCount, type LossRecord, type Recoverable } from './lossRecord.ts';
import type { Figure } from './patchFigures.ts';
import { counted, numberText, turnText } from './numberText.ts';
import { actorName, patchName, provenanceText } from './patchNames.ts';
import type { BlockSum } from './windowDiff.ts';

/** A sum of estimates: `12 blocks, about 3,400 tokens`. */
export function sumText({ blocks, tokens }: BlockSum): string {
  return l10n.t`${counted(blocks, 'block')}, about ${counted(tokens, 'token')}`;
}

const triggers: Readonly<Record<string, string>> = {
  auto: l10n.t('by itself'),
  manual: l10n.t('asked for'),
  '': l10n.t('not said'),
};

/** What set a patch off; the transcript's own word where it is none of ours. */
export function triggerText(trigger: string): string {
  return triggers[trigger] ?? trigger;
}

const recoveries: Readonly<Record<RecordedPatchRow['recovery'], string>> = {
  transcript: l10n.t('all of it'),
  partly: l10n.t('in part'),
  none: l10n.t('not at all'),
};

/** How much of what a patch took can be had again, by the patch. */
export function recoveryText(recovery: RecordedPatchRow['recovery']): string {
  return recoveries[recovery];
}

/** What a screen reader says, and what the icon is, for how much of a block can be had again. */
export const recoverableLooks: Readonly<Record<Recoverable, readonly [string, string]>> = {
  whole: [l10n.t('can be had again'), 'pass'],
  partly: [l10n.t('partly gone'), 'warning'],
  none: [l10n.t('gone'), 'circle-slash'],
};

const counters: Readonly<Record<Figure['by'], string>> = {
  runtime: l10n.t('counted by Chipboard'),
  agent: l10n.t('counted by the agent'),
  provider: l10n.t('counted by the provider'),
  estimate: l10n.t('estimated'),
};

/** Who counted a figure. */
export function counterText(by: Figure['by']): string {
  return counters[by];
}

/** A figure; an estimate has a sign before it. */
export function figureText(figure: Figure | undefined): string {
  if (figure === undefined) {
    return '?';
  }
  return `${figure.by === 'estimate' ? '≈ ' : ''}${numberText(figure.tokens)}`;
}

/** What happened and why, in one or two sentences. */
export function lossSentence({ patch, sum, createdSum, back, backSum }: LossRecord): string {
  const what =
    sum.blocks === 0
      ? l10n.t('Nothing left the window.')
      : l10n.t`${capital(sumText(sum))}, left the window.`;
  const made =
    createdSum.blocks === 0
      ? ''
      : createdSum.blocks === 1
        ? ` ${l10n.t`${capital(sumText(createdSum))}, stands there instead.`}`
        : ` ${l10n.t`${capital(sumText(createdSum))}, stand there instead.`}`;
  const came = back.length === 0 ? '' : ` ${l10n.t`${capital(sumText(backSum))}, came back.`}`;
  return `${patch.reason} ${what}${made}${came}`.trim();
}

/** A patch as a screen reader says it in a list. */
export function patchLabel(patch: RecordedPatchRow, sizes: readonly [string, string]): string {
  return [
    l10n.t`${patchName(patch.kind)} by ${actorName(patch.actor)} before ${turnText(patch.call)}`,
    l10n.t`trigger ${triggerText(patch.trigger)}`,
    l10n.t`from ${sizes[0]} to ${sizes[1]} tokens`,
    l10n.t`${counted(leftCount(patch), 'block')} left`,
    provenanceText(patch.provenance),
    l10n.t`to be had again: ${recoveryText(patch.recovery)}`,
  ].join(l10n.t(', '));
}

/** A text with its first letter large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
