import type { RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import { leftCount, type LossRecord, type Recoverable } from './lossRecord.ts';
import type { Figure } from './patchFigures.ts';
import { counted, numberText, turnText } from './numberText.ts';
import { actorName, patchName } from './patchNames.ts';
import type { BlockSum } from './windowDiff.ts';

/** A sum of estimates: `12 blocks, about 3,400 tokens`. */
export function sumText({ blocks, tokens }: BlockSum): string {
  return `${counted(blocks, 'block')}, about ${counted(tokens, 'token')}`;
}

const triggers: Readonly<Record<string, string>> = {
  auto: 'by itself',
  manual: 'asked for',
  '': 'not said',
};

/** What set a patch off; the transcript's own word where it is none of ours. */
export function triggerText(trigger: string): string {
  return triggers[trigger] ?? trigger;
}

const recoveries: Readonly<Record<RecordedPatchRow['recovery'], string>> = {
  transcript: 'all of it',
  partly: 'in part',
  none: 'not at all',
};

/** How much of what a patch took can be had again, by the patch. */
export function recoveryText(recovery: RecordedPatchRow['recovery']): string {
  return recoveries[recovery];
}

/** What a screen reader says, and what the icon is, for how much of a block can be had again. */
export const recoverableLooks: Readonly<Record<Recoverable, readonly [string, string]>> = {
  whole: ['can be had again', 'pass'],
  partly: ['partly gone', 'warning'],
  none: ['gone', 'circle-slash'],
};

const counters: Readonly<Record<Figure['by'], string>> = {
  runtime: 'counted by Chipboard',
  agent: 'counted by the agent',
  provider: 'counted by the provider',
  estimate: 'estimated',
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
    sum.blocks === 0 ? 'Nothing left the window.' : `${capital(sumText(sum))}, left the window.`;
  const made =
    createdSum.blocks === 0
      ? ''
      : ` ${capital(sumText(createdSum))}, ${createdSum.blocks === 1 ? 'stands' : 'stand'} there instead.`;
  const came = back.length === 0 ? '' : ` ${capital(sumText(backSum))}, came back.`;
  return `${patch.reason} ${what}${made}${came}`.trim();
}

/** A patch as a screen reader says it in a list. */
export function patchLabel(patch: RecordedPatchRow, sizes: readonly [string, string]): string {
  return [
    `${patchName(patch.kind)} by ${actorName(patch.actor)} before ${turnText(patch.call)}`,
    `trigger ${triggerText(patch.trigger)}`,
    `from ${sizes[0]} to ${sizes[1]} tokens`,
    `${counted(leftCount(patch), 'block')} left`,
    patch.provenance,
    `to be had again: ${recoveryText(patch.recovery)}`,
  ].join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
