import type { Event } from './system.ts';

/** The settings the core works with, validated; a bad value has been replaced by its default. */
export interface Settings {
  /** Most chips kept per workspace and kind, pinned ones not counted. */
  readonly maxChips: number;
  /** Arguments of a failing call are kept when their JSON is longer than this many bytes. */
  readonly minChipBytes: number;
  /** Days until a chip expires; 0 = never. */
  readonly chipDays: number;
  /** Most edits kept for rollback per workspace. */
  readonly maxSnapshots: number;
  /** Most calls kept in the activity record; 0 switches it off. */
  readonly maxCalls: number;
  /** Closed files above this many bytes are edited as bytes, without the editor. */
  readonly editorFileBytes: number;
  /** Language of the tool descriptions. */
  readonly language: 'en' | 'zh';
}

/** The present settings and their changes. */
export interface SettingsSource {
  readonly current: Settings;
  readonly onDidChange: Event<Settings>;
}
