import type { RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';

/** How a kind of patch is shown. */
export interface PatchLook {
  /** Its letter, in marks. */
  readonly letter: string;
  /** Its name, as a title. */
  readonly name: string;
  /** Name of its icon. */
  readonly icon: string;
}

/** Looks of the kinds of patches; a kind that is not here has its own word. */
export const patchLooks: Readonly<Record<string, PatchLook>> = {
  compact: { letter: 'C', name: 'Compaction', icon: 'archive' },
  offload: { letter: 'O', name: 'Offload', icon: 'cloud-upload' },
  archive: { letter: 'A', name: 'Archive', icon: 'archive' },
  hide: { letter: 'H', name: 'Hide', icon: 'eye-closed' },
  show: { letter: 'S', name: 'Show', icon: 'eye' },
  restore: { letter: 'R', name: 'Restore', icon: 'discard' },
  undo: { letter: 'U', name: 'Undo', icon: 'discard' },
  merge: { letter: 'M', name: 'Merge', icon: 'git-merge' },
  fold: { letter: 'F', name: 'Fold', icon: 'fold' },
  redact: { letter: 'X', name: 'Redaction', icon: 'shield' },
  replace: { letter: 'P', name: 'Replacement', icon: 'replace' },
  clear: { letter: 'L', name: 'Clearing', icon: 'clear-all' },
  truncate: { letter: 'T', name: 'Cut', icon: 'screen-cut' },
  rewind: { letter: 'W', name: 'Rewind', icon: 'history' },
  mixed: { letter: '+', name: 'Several changes', icon: 'list-unordered' },
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
  agent: 'the model',
  runtime: 'Chipboard',
  user: 'the user',
  client: 'the agent’s program',
  provider: 'the provider',
};

/** Who made a patch, as people call them. */
export function actorName(actor: RecordedPatchRow['actor']): string {
  return actors[actor];
}

/** A patch in one phrase: what it was, who did it, and how it is known. */
export function patchPhrase({ kind, actor, provenance }: RecordedPatchRow): string {
  return `${patchName(kind).toLowerCase()} by ${actorName(actor)} (${provenance})`;
}
