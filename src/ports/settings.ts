import type { Event } from './system.ts';

/**
 * `whenClean`: a file is saved unless it had unsaved changes of the user before the edit. `always`: those are saved
 * too. `never`: saving is left to the user.
 */
export type SaveRule = 'whenClean' | 'always' | 'never';

/** The settings the core works with, validated; a bad value has been replaced by its default. */
export interface Settings {
  /** Most chips kept per workspace and kind, pinned ones not counted. */
  readonly maxChips: number;
  /** Arguments of a failing call are kept when their JSON is longer than this many bytes. */
  readonly minChipBytes: number;
  /** The same for single tools, by name. */
  readonly minChipBytesByTool: Readonly<Record<string, number>>;
  /** Days until a chip expires; 0 = never. */
  readonly chipDays: number;
  /** Most bytes of chips kept per workspace, all kinds together, pinned ones not counted. */
  readonly maxChipBytes: number;
  /** Most edits kept for rollback per workspace. */
  readonly maxSnapshots: number;
  /** Most calls kept in the activity record; 0 switches it off. */
  readonly maxCalls: number;
  /** Most bytes of arguments and results kept in the activity record; 0 switches it off. */
  readonly maxCallBytes: number;
  /** Days until a call is dropped from the activity record; 0 = never. */
  readonly callDays: number;
  /** Whether calls are recorded. */
  readonly recordCalls: boolean;
  /** Closed files above this many bytes are edited as bytes, without the editor. */
  readonly editorFileBytes: number;
  /** When files are saved that were edited in the editor. */
  readonly save: SaveRule;
  /** Names of files and folders that are guarded besides the usual ones. */
  readonly guardedFiles: readonly string[];
  /** Whether the user is told when the text of a failed edit was kept. */
  readonly notifySaved: boolean;
  /** Language of the tool descriptions. */
  readonly language: 'en' | 'zh';
}

/** The present settings and their changes. */
export interface SettingsSource {
  readonly current: Settings;
  readonly onDidChange: Event<Settings>;
}
