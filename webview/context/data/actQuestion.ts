import * as l10n from '@vscode/l10n';
import type { OwnBlockRow } from '../../../src/ports/transcriptRows.ts';
import type { ActResult, SessionAct, SessionItem } from '../../../src/protocol/sessions.ts';
import { counted } from './numberText.ts';

/** Name of something that can be done with a session. */
export type ActName = SessionAct['act'];

/** How an act is shown. */
export interface ActLook {
  readonly act: ActName;
  readonly title: string;
  readonly icon: string;
  /** What it does; one sentence. */
  readonly says: string;
}

/** What can be done with blocks, in the order in which it is offered. */
export const blockActs: readonly ActLook[] = [
  {
    ...{ act: 'archive', title: l10n.t('Archive'), icon: 'archive' },
    says: l10n.t('Takes the blocks out of the window; a line says that they are kept.'),
  },
  {
    ...{ act: 'offload', title: l10n.t('Offload'), icon: 'cloud-upload' },
    says: l10n.t('Keeps the texts outside the window; a short note stands for each.'),
  },
  {
    ...{ act: 'restore', title: l10n.t('Restore'), icon: 'discard' },
    says: l10n.t('Brings offloaded or archived texts back into the window.'),
  },
  {
    ...{ act: 'hide', title: l10n.t('Hide'), icon: 'eye-closed' },
    says: l10n.t('Takes the blocks out of the window without a trace in it.'),
  },
  {
    ...{ act: 'show', title: l10n.t('Show'), icon: 'eye' },
    says: l10n.t('Puts hidden blocks back.'),
  },
  {
    ...{ act: 'pin', title: l10n.t('Pin'), icon: 'pin' },
    says: l10n.t('Keeps the blocks: nobody but you can take them out.'),
  },
  {
    ...{ act: 'unpin', title: l10n.t('Unpin'), icon: 'pinned' },
    says: l10n.t('Lets the blocks be taken out.'),
  },
  {
    ...{ act: 'merge', title: l10n.t('Merge'), icon: 'git-merge' },
    says: l10n.t('One text stands for blocks that say the same or contradict each other.'),
  },
  {
    ...{ act: 'fold', title: l10n.t('Fold'), icon: 'fold' },
    says: l10n.t('One text stands for a run of blocks without a gap.'),
  },
  {
    ...{ act: 'compact', title: l10n.t('Compact'), icon: 'collapse-all' },
    says: l10n.t('One summary stands for the blocks.'),
  },
  {
    ...{ act: 'redact', title: l10n.t('Redact'), icon: 'shield' },
    says: l10n.t('Deletes content of tool results for good. This may not be undone.'),
  },
];

/** What can be done with a patch. */
export const patchActs: readonly ActLook[] = [
  {
    ...{ act: 'undo', title: l10n.t('Undo'), icon: 'discard' },
    says: l10n.t('Takes the patch back.'),
  },
  {
    ...{ act: 'redo', title: l10n.t('Redo'), icon: 'redo' },
    says: l10n.t('Makes the patch again.'),
  },
];

/** What a person filled in. */
export interface ActChoice {
  readonly act: ActName;
  /** Who writes the text that stands for blocks. */
  readonly writer: 'person' | 'model';
  readonly summary: string;
  readonly instructions: string;
}

/** Acts for which a call and its results stay together: those that take all of a block out of the view, or back. */
const whole: readonly ActName[] = ['archive', 'hide', 'show', 'merge', 'fold', 'compact'];

/** The blocks that an act is about: with those of their chains, where the act may not tear chains. */
export function withChains(
  act: ActName,
  ids: readonly string[],
  own: readonly Pick<OwnBlockRow, 'id' | 'chain'>[],
): readonly string[] {
  if (!whole.includes(act)) {
    return ids;
  }
  const chosen = new Set(ids);
  const chains = own.filter(({ id }) => chosen.has(id)).flatMap(({ chain }) => chain);
  return [...new Set([...ids, ...chains])];
}

/** Whether an act puts a text in the place of blocks. */
export function needsText(act: ActName): act is 'merge' | 'fold' | 'compact' {
  return act === 'merge' || act === 'fold' || act === 'compact';
}

/** What is asked of the host; a sentence where something is missing yet. */
export function actQuestion(
  { act, writer, summary, instructions }: ActChoice,
  { ids, patch }: { readonly ids: readonly string[]; readonly patch: string },
): SessionAct | string {
  if (act === 'undo' || act === 'redo') {
    return patch === '' ? l10n.t('Choose a patch.') : { act, patch };
  }
  if (ids.length === 0) {
    return l10n.t('Choose a block.');
  }
  if (!needsText(act)) {
    return { act, ids };
  }
  if (act === 'merge' && ids.length < 2) {
    return l10n.t('Choose two blocks or more to merge.');
  }
  if (writer === 'model') {
    return instructions.trim() === ''
      ? l10n.t('Say what the model is to keep.')
      : { act, ids, instructions: instructions.trim() };
  }
  return summary.trim() === ''
    ? l10n.t('Write the text that is to stand there.')
    : { act, ids, summary: summary.trim() };
}

/** What an accepted act comes to, in sentences; `dry`: what it would come to. */
export function actWords(
  result: Extract<ActResult, { accepted: true }>,
  dry: boolean,
): readonly string[] {
  const { freed, invalidated, breakEven, targets, created } = result;
  const size =
    freed === 0
      ? l10n.t('The window stays as large as it is.')
      : freed > 0
        ? leavesWords(counted(freed, 'token'), dry)
        : growsWords(counted(-freed, 'token'), dry);
  const cache =
    invalidated === 0
      ? l10n.t('Nothing that is in the cache has to be paid again.')
      : l10n.t`The next request pays ${counted(invalidated, 'token')} again that the cache has now.`;
  const worth =
    invalidated === 0
      ? []
      : [
          breakEven === undefined
            ? l10n.t('What is freed never makes up for that.')
            : l10n.t`What is freed makes up for that after ${counted(breakEven, 'request')}.`,
        ];
  const changed = targets.length === 0 ? [] : [l10n.t`Changed: ${listed(targets)}.`];
  const made = created.length === 0 ? [] : [l10n.t`Made: ${listed(created)}.`];
  return [size, cache, ...worth, ...changed, ...made];
}

function leavesWords(tokens: string, dry: boolean): string {
  return dry ? l10n.t`${tokens} would leave the window.` : l10n.t`${tokens} left the window.`;
}

function growsWords(tokens: string, dry: boolean): string {
  return dry ? l10n.t`The window would grow by ${tokens}.` : l10n.t`The window grew by ${tokens}.`;
}

/** Whether a session can be changed: it is one of ours, and live. */
export function canAct(key: string, items: readonly SessionItem[]): boolean {
  return key.startsWith('own:') && items.some((item) => item.key === key && item.live);
}

/** The first names, and how many more there are. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(', ');
  return names.length > 6 ? l10n.t`${shown} and ${names.length - 6} more` : shown;
}
