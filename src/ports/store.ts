import type { SessionStore, SessionWrite } from './sessions.ts';
import type { TranscriptStore, TranscriptWrite } from './transcriptStore.ts';

/** Key of a stored payload: a keyed hash of its content. */
export type PayloadKey = string;

/** What a chip keeps: the arguments of a failed call, deleted text, or text that could not be written. */
export type ChipKind = 'call' | 'deleted' | 'unwritten';

/** A chip as stored. Times are milliseconds since the epoch. */
export interface ChipRow {
  /** Hexadecimal, 6 or 12 characters. */
  readonly id: string;
  readonly kind: ChipKind;
  readonly tool: string;
  /** The chip's arguments as JSON; deleted text stands as `{"_content": text}`. */
  readonly payload: PayloadKey;
  /** Length of the payload in bytes. */
  readonly bytes: number;
  /** The first words of the kept text, one line. */
  readonly excerpt: string;
  /** Folder whose server made the chip. Agents see only the chips of their own folders. */
  readonly workspace: string;
  /** Absolute path of the file the call was for, where it named one; follows renames. */
  readonly file?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly session?: string;
  /** The event (edit) that removed the text, if one did. */
  readonly event?: string;
  readonly created: number;
  readonly expires?: number;
  readonly pinned: boolean;
  /** When it was last put back. */
  readonly replayed?: number;
}

/** A chip to be stored; the store finds its id and payload key. */
export interface NewChip extends Omit<ChipRow, 'id' | 'payload' | 'bytes' | 'pinned'> {
  /** Candidates for the id, tried in order; the last one is used even if all are taken, by replacing that chip. */
  readonly ids: readonly string[];
  readonly content: Uint8Array;
  /** Most unpinned chips of this workspace and kind to keep; the oldest others are evicted, never this one. */
  readonly limit: number;
  /** Most bytes of unpinned chips of this workspace, all kinds together; the oldest others are evicted. */
  readonly limitBytes?: number;
}

/**
 * A chip from elsewhere. It gets the first of `ids` that is free and replaces none; limits are left to the next new
 * chip.
 */
export interface ImportedChip extends Omit<NewChip, 'limit' | 'limitBytes'> {
  readonly pinned: boolean;
}

/** States of an edit: written ahead, done, taken back, ended by commit, or found not to have happened. */
export type SnapshotState = 'pending' | 'applied' | 'rolled-back' | 'committed' | 'dropped';

/** One file's part in one event. Rows of one event are put together, in the plan's order. */
export interface SnapshotRow {
  readonly event: string;
  readonly file: string;
  readonly tool: string;
  readonly workspace: string;
  readonly session?: string;
  readonly state: SnapshotState;
  /** What the edit did to the lines, as JSON (see `core/edit/change.ts`). */
  readonly change: PayloadKey;
  readonly encoding: string;
  /** Permission bits before the edit. */
  readonly mode?: number;
  readonly created: number;
  /** For a rollback or redo: the event it took back or did again. */
  readonly of?: string;
}

/** A snapshot to be stored. */
export interface NewSnapshot extends Omit<SnapshotRow, 'change'> {
  readonly content: Uint8Array;
}

/** One tool call. */
export interface CallRow {
  readonly id: string;
  readonly tool: string;
  readonly client: string;
  readonly session?: string;
  readonly workspace: string;
  readonly file?: string;
  /** The lines of the file that the call was about, like `12-40`. */
  readonly lines?: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Milliseconds. */
  readonly duration: number;
  /** `ok`, or the failure's code. */
  readonly outcome: string;
  readonly arguments?: PayloadKey;
  readonly result?: PayloadKey;
  readonly chip?: string;
  readonly event?: string;
}

/** A call to be stored, with the texts to keep for it. */
export interface NewCall extends Omit<CallRow, 'arguments' | 'result'> {
  readonly argumentsContent?: Uint8Array;
  readonly resultContent?: Uint8Array;
  /** Most calls to keep; the oldest are dropped. With 0 this one is not stored either. */
  readonly limit: number;
  /** Most bytes of arguments and results of all calls to keep; the oldest others are dropped, never this one. */
  readonly limitBytes?: number;
  /** Calls that started before this time are dropped. */
  readonly since?: number;
}

/** One change to the store. */
export type StoreWrite =
  | { readonly op: 'putChip'; readonly chip: NewChip }
  /** Changes nothing where an equal chip (content, workspace, kind, tool) is there. `failed` if no id is free. */
  | { readonly op: 'importChip'; readonly chip: ImportedChip }
  | {
      readonly op: 'updateChip';
      readonly id: string;
      readonly pinned?: boolean;
      readonly replayed?: number;
      readonly event?: string;
    }
  | { readonly op: 'deleteChip'; readonly id: string }
  /** Deletes unpinned chips whose time is over. */
  | { readonly op: 'expireChips'; readonly now: number }
  | { readonly op: 'putSnapshot'; readonly snapshot: NewSnapshot; readonly limit: number }
  /** Sets the state of all rows of an event. */
  | { readonly op: 'setSnapshotState'; readonly event: string; readonly state: SnapshotState }
  /** Sets the state of every `applied` row of a workspace. */
  | { readonly op: 'commitSnapshots'; readonly workspace: string }
  | { readonly op: 'putCall'; readonly call: NewCall }
  /** Drops the calls that started before a time. */
  | { readonly op: 'dropCalls'; readonly before: number }
  /** Chips and snapshots of `from` (a file, or a folder and all below it) now belong to `to`. */
  | { readonly op: 'renameFile'; readonly from: string; readonly to: string }
  | SessionWrite
  | TranscriptWrite;

/** What a `putChip` came to. */
export interface StoredChip {
  readonly id: string;
  /** True when an equal chip was there: it got the new time and error instead of a twin. */
  readonly refreshed: boolean;
  /** Chips evicted to keep the limit, oldest first. */
  readonly evicted: readonly string[];
}

/** Outcome of a transaction. */
export interface StoreOutcome {
  /** One entry per `putChip`, in order. */
  readonly chips: readonly StoredChip[];
  /** How many chips of `importChip` were stored. */
  readonly imported: number;
  /** How many chips of `importChip` were there already. */
  readonly known: number;
  /** How many chips `expireChips` deleted. */
  readonly expired: number;
}

/** Which chips to list. All given conditions hold; results come oldest first. */
export interface ChipQuery {
  /** Only chips of these folders. */
  readonly workspaces?: readonly string[];
  readonly tool?: string;
  readonly file?: string;
}

/** Which snapshots to list; results come oldest first, the rows of one event in plan order. */
export interface SnapshotQuery {
  readonly workspaces?: readonly string[];
  readonly event?: string;
  readonly file?: string;
  readonly states?: readonly SnapshotState[];
}

/** A call with its place in the order in which calls were stored. */
export interface StoredCall extends CallRow {
  readonly number: number;
}

/**
 * Which part of a table's changes to give. With `after`: what changed after that number, oldest change first. Without:
 * what changed before `before` (or all of it), newest change first.
 */
export interface ChangeQuery {
  readonly after?: number;
  readonly before?: number;
  /** Most rows and removals together, at least 1. */
  readonly limit: number;
}

/** Part of a table's changes. Each row stands once, at its latest change. */
export interface Changes {
  /** Number of the oldest change given; to be asked next as `before`. 0 if none is given. */
  readonly from: number;
  /** Number of the newest change given; to be asked next as `after`. Where none is given, the query's `after` or 0. */
  readonly to: number;
  /** Number of the newest change there is; 0 if there is none. Numbers only grow, and may begin anywhere. */
  readonly head: number;
  /** Whether more follows in the direction of the query. */
  readonly more: boolean;
  /**
   * The query's `after` is older than what is remembered of removals, or of another database: read all anew. Nothing
   * is given then. Never with an `after` of 0, which is that of a reader who has nothing.
   */
  readonly reset: boolean;
}

/** Chips that were stored, changed or removed. */
export interface ChangedChips extends Changes {
  readonly chips: readonly ChipRow[];
  /** Ids of removed chips; only with `after`. */
  readonly gone: readonly string[];
}

/** Calls that were stored. Those with a number below `oldest` are not there any more. */
export interface ChangedCalls extends Changes {
  readonly calls: readonly StoredCall[];
  /**
   * Number of the first call there is; 0 if there is none. Calls are dropped by the time they started: one that was
   * stored late may be dropped while its number is still above this.
   */
  readonly oldest: number;
}

/** Calls about one chip, or one event, or both. */
export interface CallsQuery {
  readonly chip?: string;
  readonly event?: string;
}

/** How much there is. */
export interface StoreCounts {
  readonly chips: number;
  /** Length of the chips' payloads in bytes, one that two chips share counted twice. */
  readonly chipBytes: number;
  readonly calls: number;
  readonly events: number;
}

/**
 * Why the store could not do something. `corrupt` and `newer` stand until the file is replaced; after a `conflict` the
 * session has to be read anew.
 */
export type StoreErrorCode =
  'locked' | 'full' | 'corrupt' | 'newer' | 'tampered' | 'closed' | 'conflict' | 'failed';

/** Thrown by every method of a store that could not do its work; nothing of the call was kept then. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
  }
}

/**
 * Keeps payloads (each content once), chips, snapshots, calls, sessions and what is known of transcripts. May be shared by several processes at once.
 * Every method throws `StoreError`.
 */
export interface Store extends SessionStore, TranscriptStore {
  /** Applies all writes in order as one transaction. */
  write(writes: readonly StoreWrite[]): Promise<StoreOutcome>;
  chips(query: ChipQuery): Promise<readonly ChipRow[]>;
  /** The chip, or undefined. */
  chip(id: string): Promise<ChipRow | undefined>;
  /** The chips in the order in which they last changed: stored, refreshed, updated, moved with their file, removed. */
  chipChanges(query: ChangeQuery): Promise<ChangedChips>;
  /**
   * The ids of the chips whose text, excerpt, error message, tool or file have all the words, which white space
   * separates; case does not matter. Oldest first. Without words: all chips. A text that can not be read is left out.
   */
  searchChips(words: string): Promise<readonly string[]>;
  snapshots(query: SnapshotQuery): Promise<readonly SnapshotRow[]>;
  /** The newest calls, newest first. */
  calls(limit: number): Promise<readonly CallRow[]>;
  /** The call, or undefined. */
  call(id: string): Promise<CallRow | undefined>;
  /** The calls about a chip or event, newest first; none for an empty query. */
  callsAbout(query: CallsQuery): Promise<readonly CallRow[]>;
  /** The calls in the order in which they were stored. */
  callChanges(query: ChangeQuery): Promise<ChangedCalls>;
  counts(): Promise<StoreCounts>;
  /**
   * A text that is another one whenever anything was written, by this or any other process, or the database was
   * replaced. Cheap enough to be asked every second. Means something only beside another answer of the same store.
   */
  version(): Promise<string>;
  /** The content of a payload; `tampered` if it is not what was stored, undefined if it is not there. */
  payload(key: PayloadKey): Promise<Uint8Array | undefined>;
  /**
   * Deletes everything for good, also what was deleted before or set aside as damaged. The store works on, empty, here
   * and in other processes.
   */
  erase(): Promise<void>;
  /** Finishes what was asked and frees the file. Calls after it throw `closed`. */
  close(): Promise<void>;
}
