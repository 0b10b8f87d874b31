import * as l10n from '@vscode/l10n';
import type { RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';

/** How a kind of patch is shown. */
interface PatchLook {
  /** Its letter, in marks. */
  readonly letter: string;
  /** Its name, as a title. */
  readonly name: string;
  /** Name of its icon. */
  readonly icon: string;
}

/** Looks of the kinds of patches; a kind that is not here has its own word. */
const patchLooks: Readonly<Record<string, PatchLook>> = {
  compact: { letter: 'C', name: l10n.t('Compaction'), icon: 'archive' },
  offload: { letter: 'O', name: l10n.t('Offload'), icon: 'cloud-upload' },
  archive: { letter: 'A', name: l10n.t('Archive'), icon: 'archive' },
  hide: { letter: 'H', name: l10n.t('Hide'), icon: 'eye-closed' },
  show: { letter: 'S', name: l10n.t('Show'), icon: 'eye' },
  restore: { letter: 'R', name: l10n.t('Restore'), icon: 'discard' },
  undo: { letter: 'U', name: l10n.t('Undo'), icon: 'discard' },
  merge: { letter: 'M', name: l10n.t('Merge'), icon: 'git-merge' },
  fold: { letter: 'F', name: l10n.t('Fold'), icon: 'fold' },
  redact: { letter: 'X', name: l10n.t('Redaction'), icon: 'shield' },
  replace: { letter: 'P', name: l10n.t('Replacement'), icon: 'replace' },
  clear: { letter: 'L', name: l10n.t('Clearing'), icon: 'clear-all' },
  truncate: { letter: 'T', name: l10n.t('Cut'), icon: 'screen-cut' },
  rewind: { letter: 'W', name: l10n.t('Rewind'), icon: 'history' },
  mixed: { letter: '+', name: l10n.t('Several changes'), icon: 'list-unordered' },
};

/** What a kind of patch is called. */
export function patchName(kind: string): string {
  return patchLooks[kind]?.name ?? kind;
}

/** Name of the icon of a kind of patch. */
export function patchIcon(kind: string): string {
  return patchLooks[kind]?.icon ?? 'edit';
}

/** The letter of a kind of patch. */
export function patchLetter(kind: string): string {
  return patchLooks[kind]?.letter ?? '?';
}

const actors: Readonly<Record<RecordedPatchRow['actor'], string>> = {
  agent: l10n.t('the model'),
  runtime: 'Chipboard',
  user: l10n.t('the user'),
  client: l10n.t('the agent’s program'),
  provider: l10n.t('the provider'),
};

/** Who made a patch, as people call them. */
export function actorName(actor: RecordedPatchRow['actor']): string {
  return actors[actor];
}

/** Whether somebody wrote a patch down, or it is told from what the transcript shows; in a word. */
export function provenanceText(provenance: RecordedPatchRow['provenance']): string {
  return provenance === 'recorded' ? l10n.t('recorded') : l10n.t('inferred');
}

/** A patch in one phrase: what it was, who did it, and how it is known. */
export function patchPhrase({ kind, actor, provenance }: RecordedPatchRow): string {
  return l10n.t`${patchName(kind).toLowerCase()} by ${actorName(actor)} (${provenanceText(provenance)})`;
}
