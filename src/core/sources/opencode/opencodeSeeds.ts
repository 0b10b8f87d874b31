import type { CoverageSum } from '../coverage.ts';
import type { BlockSeed } from '../blockSeed.ts';
import type { RecordedUsage } from '../recordedSession.ts';
import type { Place } from '../transcriptFormat.ts';

/** What is kept of a session's record. */
export interface SessionSeed {
  readonly id: string;
  /** Empty for a session that no other started. */
  readonly parent: string;
  readonly title: string;
  readonly folder: string;
  readonly version: string;
  readonly started?: number;
  readonly updated?: number;
  /** The message from which on the user took the conversation back; empty if none. */
  readonly revert: string;
}

/** What is kept of a message's record. */
export interface MessageSeed {
  readonly id: string;
  readonly session: string;
  readonly role: 'user' | 'assistant';
  readonly model: string;
  /** Folder it worked in; empty if unknown. */
  readonly folder: string;
  readonly at?: number;
  readonly completed?: number;
  /** Its text is the summary of a compaction. */
  readonly summary: boolean;
  readonly outcome: 'ok' | 'failed' | 'cancelled' | 'unknown';
  readonly usage?: RecordedUsage;
}

/** What is kept of a part's record. */
export interface PartSeed {
  readonly id: string;
  readonly session: string;
  readonly message: string;
  readonly type: string;
  readonly place: Place;
  /** What it puts into the window with its message. */
  readonly blocks: readonly BlockSeed[];
  /** What it puts there behind the answer: the result of a tool. */
  readonly results: readonly BlockSeed[];
  /** Text of the user's own, and not one that opencode put in. */
  readonly asked: boolean;
  /** When the result's text was taken out of the window. */
  readonly compacted?: number;
  /** For `step-finish`. */
  readonly usage?: RecordedUsage;
  /** For `compaction`: what set it off, and the message that the kept end begins with (empty if none was kept). */
  readonly trigger: string;
  readonly tail: string;
  /** For a tool that started a subagent: its session's id; empty otherwise. */
  readonly child: string;
}

/** All that a reader of opencode's records knows. May be cloned. */
export interface OpencodeState {
  readonly sessions: Map<string, SessionSeed>;
  readonly messages: Map<string, MessageSeed>;
  readonly parts: Map<string, PartSeed>;
  /** By session; the empty id has what belongs to none. */
  readonly coverage: Map<string, CoverageSum>;
  /** Folder of opencode's storage in which each file lies; empty if its path does not tell. */
  readonly folders: Map<number, string>;
  /** Files of which a record was counted: one that comes again is that of a row that was changed. */
  readonly counted: Set<number>;
}
