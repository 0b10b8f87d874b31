import type {
  CompositionRow,
  OwnBlockRow,
  RecordedBlockRow,
} from '../../../src/ports/transcriptRows.ts';
import { kindName } from '../kinds.ts';
import type { BlockItem } from './blockItems.ts';
import type { BlockStates } from './blockStates.ts';
import type { BlockTokens } from './blockTokens.ts';
import { counted, numberText } from './numberText.ts';
import type { Twin } from './blockTwins.ts';

/** Who counted tokens, in a word. */
export const counterWords: Readonly<Record<BlockTokens['by'], string>> = {
  exact: 'exact',
  provider: 'provider',
  estimate: 'estimate',
};

/** Tokens, short: an estimate begins with `≈`. */
export function countText({ tokens, by }: BlockTokens): string {
  return `${by === 'estimate' ? '≈ ' : ''}${numberText(tokens)}`;
}

/** Tokens, with who counted them. */
export function tokensWords(count: BlockTokens): string {
  const by = {
    exact: 'counted exactly by us',
    provider: 'counted by the provider',
    estimate: 'estimated',
  }[count.by];
  return `${numberText(count.tokens)} tokens, ${by}`;
}

/** How many turns a block has been there at a turn; 0: it came with it; below 0: it came later. */
export function ageAt(row: Pick<RecordedBlockRow, 'turn'>, turn: number): number {
  return turn - row.turn;
}

/** An age in turns for people. */
export function turnsText(age: number): string {
  if (age < 0) {
    return 'later';
  }
  return age === 0 ? 'new' : age === 1 ? '1 turn' : `${numberText(age)} turns`;
}

/** What is the matter with a text that is not whole; undefined for one that is. */
export function fidelityWords(fidelity: RecordedBlockRow['fidelity']): string | undefined {
  switch (fidelity) {
    case 'whole':
      return undefined;
    case 'cut':
      return 'Only the beginning is recorded; the agent cut the rest before writing it down.';
    case 'lost':
      return 'The text is not recorded; a note stands in its place.';
    case 'sealed':
      return 'The text is encrypted by the provider. Only its size is known.';
  }
}

/** Where the block is at the turn, in a few words. `patchId` names a patch by its index. */
export function presenceWords(
  block: number,
  states: BlockStates,
  patchId: (patch: number) => string,
): string {
  const patch = states.leftBy(block);
  switch (states.presence(block)) {
    case 'in':
      return 'in the window';
    case 'left':
      return patch === undefined ? 'left' : `left by ${patchId(patch)}`;
    case 'beside':
      return 'not in the window';
    case 'later':
      return 'came later';
  }
}

/** What our runtime says of a block, as words; empty if nothing is special. */
export function ownWords(own: OwnBlockRow | undefined): readonly string[] {
  if (own === undefined) {
    return [];
  }
  const visibility = {
    model: undefined,
    archived: 'archived',
    hidden: 'hidden',
    api_required: 'required by the API',
  }[own.visibility];
  return [
    ...(visibility === undefined ? [] : [visibility]),
    ...(own.pinned ? ['pinned'] : []),
    ...(own.protected ? ['protected'] : []),
    ...(own.inline ? [] : ['stub in the view']),
    ...(own.artifact === '' ? [] : ['artifact kept']),
  ];
}

/** That a block says what was said before, short. */
export const twinWords: Readonly<Record<Twin['why'], string>> = {
  again: 'seen before',
  reread: 'read again',
  lost: 'needed again',
};

/** That a block says what was said before, as a sentence. */
export function twinSentence(
  twin: Twin,
  blockId: (block: number) => string,
  patchId: (patch: number) => string,
): string {
  const of = blockId(twin.of);
  switch (twin.why) {
    case 'again':
      return `It begins like ${of} and is as long: likely the same text again.`;
    case 'reread':
      return `The same file, perhaps another part of it, was read in ${of}; no edit is known in between.`;
    case 'lost':
      return `${of} said it before and was taken out by ${patchId(twin.patch ?? 0)}, so it came once more.`;
  }
}

/** Short words about a block that is not as most are: of its text, of what our runtime says, of earlier ones. */
export function markWords({ row, own, twin }: BlockItem): readonly string[] {
  return [
    ...(row.failed === true ? ['failed'] : []),
    ...(row.fidelity === 'whole' ? [] : [row.fidelity]),
    ...(row.standsFor === undefined ? [] : ['stub']),
    ...ownWords(own),
    ...(twin === undefined ? [] : [twinWords[twin.why]]),
  ];
}

/** What a block came from: its file, else its tool; empty if neither is known. */
export function sourceText(row: Pick<RecordedBlockRow, 'path' | 'tool'>): string {
  return row.path ?? row.tool ?? '';
}

/** The first words of a block, or that there are none. */
export function firstWords(row: Pick<RecordedBlockRow, 'description'>): string {
  return row.description === '' ? '(blank)' : row.description;
}

/** A block in one line, as pictures and screen readers say it. */
export function blockSentence({ id, row, count }: BlockItem): string {
  return `${id}, ${kindName(row.kind)}, ${tokensWords(count)}: ${firstWords(row)}`;
}

/** What the request of a turn carried, in one line; `composition` is that of the turn, if it is known. */
export function windowWords(
  { turn, sent, seen }: Pick<BlockStates, 'turn' | 'sent' | 'seen'>,
  composition: CompositionRow | undefined,
  layout: 'narrow' | 'wide',
): string {
  const gone = seen.length - sent.length;
  const parts = [`Turn ${turn + 1}: ${counted(sent.length, 'block')}`];
  if (composition !== undefined) {
    const by = composition.measured ? 'by the provider' : 'estimated';
    parts.push(`${numberText(composition.total)} tokens ${by}`);
    if (composition.unattributed > 0 && layout === 'wide') {
      parts.push(`${numberText(composition.unattributed)} of them in no block`);
    }
  }
  if (gone > 0 && layout === 'wide') {
    const blocks = gone === 1 ? 'block seen before is' : 'blocks seen before are';
    parts.push(`${numberText(gone)} ${blocks} not in it`);
  }
  return parts.join(', ');
}
