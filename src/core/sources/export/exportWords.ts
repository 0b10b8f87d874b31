import type { LimitsRow } from '../../../ports/transcriptRows.ts';
import type { ExportPatch, ExportTurn } from './exportDocument.ts';

/** A number with blanks between its thousands. */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** How a patch is known: written down by us, or told from a transcript. */
export function provenanceText({ provenance, because }: ExportPatch): string {
  return provenance === 'recorded' ? `Recorded. ${because}` : `Inferred: ${because}`;
}

const recoveries: Readonly<Record<ExportPatch['recovery'], string>> = {
  transcript: 'Everything that left can be read again at the places that are named.',
  partly: 'Part of what left can be read again at the places that are named.',
  none: 'What left can not be read again.',
};

/** How what left is to be had again. */
export function recoveryText({ gone, recovery }: ExportPatch): string {
  return gone.length === 0 ? 'Nothing left the window.' : recoveries[recovery];
}

/** Tokens of the window before and after a patch; empty if they are not known. */
export function sizesText({ before, after }: ExportPatch): string {
  return before === undefined || after === undefined
    ? ''
    : `The window had ${grouped(before)} tokens before and ${grouped(after)} after, by the agent's own count.`;
}

/** Who counted the input of a turn. */
export function countedText({ countedBy }: ExportTurn): string {
  return { provider: 'provider', tokenizer: 'tokenizer', estimate: 'estimated' }[countedBy];
}

/** What a turn's input was made of, largest first. */
export function sharesText({ shares, unattributed }: ExportTurn): string {
  return [...shares.map(({ kind, tokens }) => ({ kind: kind.replaceAll('_', ' '), tokens }))]
    .concat({ kind: 'unattributed', tokens: unattributed })
    .filter(({ tokens }) => tokens > 0)
    .map(({ kind, tokens }) => `${kind} ${grouped(tokens)}`)
    .join(', ');
}

/** The model's window, and how it is known. */
export function limitsText({ window, trigger, known }: LimitsRow): string {
  if (window === undefined) {
    return 'The size of the window is not known.';
  }
  const how = { recorded: 'recorded', own: "by Chipboard's settings", usual: 'as usual', no: '' };
  const acts = trigger === undefined ? '' : `; the agent compacts from ${grouped(trigger)} on`;
  return `Window: ${grouped(window)} tokens${acts} (${how[known]}).`;
}
