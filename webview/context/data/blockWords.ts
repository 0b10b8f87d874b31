import * as l10n from '@vscode/l10n';
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
  exact: l10n.t('exact'),
  provider: l10n.t('provider'),
  estimate: l10n.t('estimate'),
};

/** Tokens, short: an estimate begins with `≈`. */
export function countText({ tokens, by }: BlockTokens): string {
  return `${by === 'estimate' ? '≈ ' : ''}${numberText(tokens)}`;
}

/** Tokens, with who counted them. */
export function tokensWords(count: BlockTokens): string {
  const tokens = numberText(count.tokens);
  switch (count.by) {
    case 'exact':
      return l10n.t`${tokens} tokens, counted exactly by us`;
    case 'provider':
      return l10n.t`${tokens} tokens, counted by the provider`;
    case 'estimate':
      return l10n.t`${tokens} tokens, estimated`;
  }
}

/** How many turns a block has been there at a turn; 0: it came with it; below 0: it came later. */
export function ageAt(row: Pick<RecordedBlockRow, 'turn'>, turn: number): number {
  return turn - row.turn;
}

/** An age in turns for people. */
export function turnsText(age: number): string {
  if (age < 0) {
    return l10n.t('later');
  }
  return age === 0 ? l10n.t('new') : counted(age, 'turn');
}

/** What is the matter with a text that is not whole; undefined for one that is. */
export function fidelityWords(fidelity: RecordedBlockRow['fidelity']): string | undefined {
  switch (fidelity) {
    case 'whole':
      return undefined;
    case 'cut':
      return l10n.t(
        'Only the beginning is recorded; the agent cut the rest before writing it down.',
      );
    case 'lost':
      return l10n.t('The text is not recorded; a note stands in its place.');
    case 'sealed':
      return l10n.t('The text is encrypted by the provider. Only its size is known.');
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
      return l10n.t('in the window');
    case 'left':
      return patch === undefined ? l10n.t('left') : l10n.t`left by ${patchId(patch)}`;
    case 'beside':
      return l10n.t('not in the window');
    case 'later':
      return l10n.t('came later');
  }
}

/** Marks of blocks, in the words that `is:` finds in every language; for each what is shown. */
const markTexts = {
  failed: l10n.t('failed'),
  cut: l10n.t('cut'),
  lost: l10n.t('lost'),
  sealed: l10n.t('sealed'),
  stub: l10n.t('stub'),
  archived: l10n.t('archived'),
  hidden: l10n.t('hidden'),
  'required by the API': l10n.t('required by the API'),
  pinned: l10n.t('pinned'),
  protected: l10n.t('protected'),
  'stub in the view': l10n.t('stub in the view'),
  'artifact kept': l10n.t('artifact kept'),
  'seen before': l10n.t('seen before'),
  'read again': l10n.t('read again'),
  'needed again': l10n.t('needed again'),
} as const;

/** What marks a block that is not as most are, in the words that `is:` finds in every language. */
export type Mark = keyof typeof markTexts;

const visibilityMarks: Readonly<Record<OwnBlockRow['visibility'], readonly Mark[]>> = {
  model: [],
  archived: ['archived'],
  hidden: ['hidden'],
  api_required: ['required by the API'],
};

/** What our runtime says of a block; empty if nothing is special. */
function ownMarks(own: OwnBlockRow | undefined): readonly Mark[] {
  return own === undefined
    ? []
    : [
        ...visibilityMarks[own.visibility],
        ...(own.pinned ? (['pinned'] as const) : []),
        ...(own.protected ? (['protected'] as const) : []),
        ...(own.inline ? [] : (['stub in the view'] as const)),
        ...(own.artifact === '' ? [] : (['artifact kept'] as const)),
      ];
}

const twinMarks = {
  again: 'seen before',
  reread: 'read again',
  lost: 'needed again',
} as const satisfies Record<Twin['why'], Mark>;

/** That a block says what was said before, short. */
export const twinWords: Readonly<Record<Twin['why'], string>> = {
  again: markTexts[twinMarks.again],
  reread: markTexts[twinMarks.reread],
  lost: markTexts[twinMarks.lost],
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
      return l10n.t`It begins like ${of} and is as long: likely the same text again.`;
    case 'reread':
      return l10n.t`The same file, perhaps another part of it, was read in ${of}; no edit is known in between.`;
    case 'lost':
      return l10n.t`${of} said it before and was taken out by ${patchId(twin.patch ?? 0)}, so it came once more.`;
  }
}

/** The marks of a block: of its text, of what our runtime says, of earlier ones. */
export function marksOf({ row, own, twin }: BlockItem): readonly Mark[] {
  return [
    ...(row.failed === true ? (['failed'] as const) : []),
    ...(row.fidelity === 'whole' ? [] : [row.fidelity]),
    ...(row.standsFor === undefined ? [] : (['stub'] as const)),
    ...ownMarks(own),
    ...(twin === undefined ? [] : [twinMarks[twin.why]]),
  ];
}

/** Short words about a block that is not as most are: its marks, as people read them. */
export function markWords(item: BlockItem): readonly string[] {
  return marksOf(item).map((mark) => markTexts[mark]);
}

/** What a block came from: its file, else its tool; empty if neither is known. */
export function sourceText(row: Pick<RecordedBlockRow, 'path' | 'tool'>): string {
  return row.path ?? row.tool ?? '';
}

/** The first words of a block, or that there are none. */
export function firstWords(row: Pick<RecordedBlockRow, 'description'>): string {
  return row.description === '' ? l10n.t('(blank)') : row.description;
}

/** A block in one line, as pictures and screen readers say it. */
export function blockSentence({ id, row, count }: BlockItem): string {
  return l10n.t`${id}, ${kindName(row.kind)}, ${tokensWords(count)}: ${firstWords(row)}`;
}

/** What the request of a turn carried, in one line; `composition` is that of the turn, if it is known. */
export function windowWords(
  { turn, sent, seen }: Pick<BlockStates, 'turn' | 'sent' | 'seen'>,
  composition: CompositionRow | undefined,
  layout: 'narrow' | 'wide',
): string {
  const gone = seen.length - sent.length;
  const parts = [l10n.t`Turn ${turn + 1}: ${counted(sent.length, 'block')}`];
  if (composition !== undefined) {
    const total = numberText(composition.total);
    parts.push(
      composition.measured
        ? l10n.t`${total} tokens by the provider`
        : l10n.t`${total} tokens estimated`,
    );
    if (composition.unattributed > 0 && layout === 'wide') {
      parts.push(l10n.t`${numberText(composition.unattributed)} of them in no block`);
    }
  }
  if (gone > 0 && layout === 'wide') {
    const count = numberText(gone);
    parts.push(
      gone === 1
        ? l10n.t`${count} block seen before is not in it`
        : l10n.t`${count} blocks seen before are not in it`,
    );
  }
  return parts.join(l10n.t(', '));
}
