import type { Result } from './result.ts';
import type { Disposable, Event } from './system.ts';
import type {
  CompositionRow,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
  SessionOverview,
} from './transcriptRows.ts';

/**
 * Why something about a transcript is not to be had. `not-open`: it was closed, or its reader was started anew since.
 * `changed`: the file is not what it was when it was read, or the question is about a former generation. `not-ours`,
 * `not-live`: a session of another program, or one that nobody works in, was to be changed. `not-possible`: what was
 * asked for can not be done here.
 */
export type TranscriptFailureCode =
  | 'not-found'
  | 'not-readable'
  | 'not-a-file'
  | 'too-large'
  | 'unknown-format'
  | 'not-open'
  | 'changed'
  | 'out-of-range'
  | 'cancelled'
  | 'reader-ended'
  | 'not-ours'
  | 'not-live'
  | 'not-possible';

/** An expected failure. */
export interface TranscriptFailure {
  readonly code: TranscriptFailureCode;
  /** One sentence for people; names no content. */
  readonly message: string;
}

/** What a question about a transcript comes to. */
export type TranscriptResult<T> = Result<T, TranscriptFailure>;

/** Which transcripts to look for. */
export interface TranscriptQuery {
  /**
   * Absolute paths of the workspace's folders, and of its workspace file. Only sessions that worked in one of them or
   * below are given; with `undefined` those of all folders.
   */
  readonly folders: readonly string[] | undefined;
  /** Folders to be looked through besides the usual ones; what is there is given whatever folder it worked in. */
  readonly extra?: readonly string[];
  /** Names of the agents whose sessions are wanted; all if absent or empty. Places of others are not looked at. */
  readonly agents?: readonly string[];
  /** Most rows; 100 if absent. */
  readonly limit?: number;
}

/**
 * A transcript on disk. Nothing but the first 64 KiB and the last 16 KiB was read of it; of a session in a database what
 * its own row says, how long its rows are, and its first messages.
 */
export interface TranscriptRow {
  /**
   * Absolute, of the file that is to be opened. A session in a database is `<database>#<session id>`, and
   * `core/sources/opencode/databasePaths` tells its file.
   */
  readonly path: string;
  /** Id of its format. */
  readonly format: string;
  /** Name of the agent for people. */
  readonly agent: string;
  /** The session's own id, or its file's name. */
  readonly id: string;
  /** Empty if the parts that were read have none. */
  readonly title: string;
  /** Folder it worked in; empty if unknown. */
  readonly folder: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** Milliseconds since the epoch; absent if the parts that were read do not say. */
  readonly started?: number;
  /** Empty if the parts that were read name none. */
  readonly model: string;
  /** Calls of the main session; absent unless all of it was read. */
  readonly calls?: number;
}

/** What a search came to. */
export interface FoundTranscripts {
  /** Newest first. */
  readonly rows: readonly TranscriptRow[];
  /** Whether there may be more: a limit was met. */
  readonly more: boolean;
}

/** A file of a transcript, as it was when it was looked at. */
export interface TranscriptFileRow {
  /** Absolute. */
  readonly path: string;
  /** Its records are read, or it only has texts that blocks name. */
  readonly use: 'records' | 'texts';
  /** Bytes. */
  readonly size: number;
  /** Number of the file on its file system; 0 where that has none. */
  readonly inode: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly modified: number;
}

/** What a transcript consists of. */
export interface TranscriptFileList {
  readonly row: TranscriptRow;
  /** Whether its files grow by lines, or are written anew when they change. */
  readonly unit: 'line' | 'document';
  /** The main one first. */
  readonly files: readonly TranscriptFileRow[];
}

/** Bytes of a file. */
export interface FileBytes {
  readonly bytes: Uint8Array;
}

/** Most bytes of a file that are given at once. */
export const mostFileBytes = 1024 * 1024;

/** What to open, and how. */
export interface OpenRequest {
  /**
   * Absolute path of a file, of a folder that holds one session, or of a session in a database (see
   * `TranscriptRow.path`); of a database the session that was last written to is opened.
   */
  readonly path: string;
  /**
   * Id of a kept session: it is read from what is kept, whatever is on disk. `path` is not looked at then, and nothing
   * is followed.
   */
  readonly kept?: string;
  /** Whether it is read on as it grows, until it is closed. */
  readonly follow?: boolean;
  /**
   * Bytes of the end that are read first where the file is more than four times as long; 4 MiB if absent, 0 = it is
   * read from the beginning only.
   */
  readonly newest?: number;
  /** When the call is answered: when there is something to show (`newest`, the default), or all of it (`whole`). */
  readonly until?: 'newest' | 'whole';
  /** It is looked at once, among many: what was read of it is not remembered. */
  readonly once?: true;
}

/** Number of things in one session. */
export interface SessionCounts {
  /** Steps through `children` from the transcript's main session, which is `[]`. */
  readonly session: SessionPath;
  readonly blocks: number;
  readonly calls: number;
  readonly patches: number;
  /** First call that is another one than in the former state; `calls` if none is. Patches likewise. */
  readonly changedCalls: number;
  readonly changedPatches: number;
}

/** Which session of a transcript: steps through `children`; empty for the main one. */
export type SessionPath = readonly number[];

/** How far a transcript is read. */
export interface TranscriptState {
  /** Stands for the transcript in questions. */
  readonly transcript: string;
  readonly path: string;
  readonly format: string;
  readonly agent: string;
  /** Another one whenever indices of blocks, calls and patches do not mean the same any more. From 1. */
  readonly generation: number;
  /** Grows with every state. */
  readonly revision: number;
  /** `newest`: its end is there, the whole is being read. `gone`: the file is not there any more; what was read stays. */
  readonly reading: 'newest' | 'whole' | 'done' | 'failed' | 'gone';
  readonly bytesRead: number;
  /** Of all files; of a session in a database of all its rows. */
  readonly bytesTotal: number;
  readonly following: boolean;
  /** The main session first, at most 500. */
  readonly sessions: readonly SessionCounts[];
  /** With `failed`. */
  readonly failure?: TranscriptFailure;
}

/** A session that is asked about. */
export interface SessionAt {
  readonly transcript: string;
  readonly session: SessionPath;
  /** That of the state whose indices the question has. */
  readonly generation: number;
}

/** Part of a list: at most `limit` entries from index `from` on. More than the most that is given is cut. */
export interface ListRange {
  readonly from: number;
  readonly limit: number;
}

/** Most entries of a list that are given at once. */
export const mostEntries = 500;

/** Most characters of a text that are given at once. */
export const mostCharacters = 262_144;

/** Which part of a block's text. */
export interface TextQuery {
  readonly block: number;
  /** Characters (UTF-16 units) from its beginning. */
  readonly from: number;
  readonly limit: number;
  /** The whole text from the file beside the transcript, where the block has one (`overflow`). */
  readonly overflow?: boolean;
}

/** How much a report tells. */
export interface ReportOptions {
  /** Whether the blocks that left the window are listed, with the places that bring them back. */
  readonly losses: boolean;
}

/** Blocks whose texts have the words that were asked for. */
export interface SearchHits {
  /** Indices, ascending; at most 10,000. */
  readonly blocks: readonly number[];
  /** Whether texts were left out: there were too many, or they could not be read. */
  readonly partial: boolean;
}

/** Blocks of a whole transcript, its subagents included, whose texts have the words that were asked for. */
export interface TextHits {
  /** How many; at most 10,000 of each session are counted. */
  readonly blocks: number;
  /** The first session of the transcript that has one, and a line of its first block with a word; absent if none has. */
  readonly first?: { readonly session: SessionPath; readonly line: string };
  /** Whether texts were left out: there were too many, or they could not be read. */
  readonly partial: boolean;
}

/** Where a record stands in a file. */
export interface RecordPlace {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A part of a text. */
export interface TextPart {
  readonly text: string;
  readonly from: number;
  /** Characters of the whole. */
  readonly length: number;
}

/**
 * Reads sessions that other programs wrote down. Nothing is read before a call asks for it, and nothing is ever
 * written. Every failure is a result; calls never reject.
 */
export interface TranscriptSource extends Disposable {
  find(query: TranscriptQuery, signal?: AbortSignal): Promise<TranscriptResult<FoundTranscripts>>;
  /**
   * Of sessions that were found once, those that `find` would give if their files were there, and whose files are not
   * there any more; in the given order. Nothing is opened.
   */
  lost(
    rows: readonly TranscriptRow[],
    query: TranscriptQuery,
  ): Promise<TranscriptResult<readonly TranscriptRow[]>>;
  /** The files of the transcript that a path leads to. */
  files(path: string): Promise<TranscriptResult<TranscriptFileList>>;
  /**
   * Bytes of a file from an offset on: at most `mostFileBytes`, fewer where the file ended when it was looked at.
   * `changed` if it is another one since, or shorter, or, where the `unit` is a document, different in any way.
   */
  bytes(
    file: TranscriptFileRow,
    unit: TranscriptFileList['unit'],
    offset: number,
    length: number,
  ): Promise<TranscriptResult<FileBytes>>;
  /** The signal ends the call and closes what was opened; after the answer `close` does. */
  open(request: OpenRequest, signal?: AbortSignal): Promise<TranscriptResult<TranscriptState>>;
  close(transcript: string): Promise<void>;
  state(transcript: string): Promise<TranscriptResult<TranscriptState>>;
  overview(at: SessionAt): Promise<TranscriptResult<SessionOverview>>;
  calls(at: SessionAt, range: ListRange): Promise<TranscriptResult<readonly RecordedCallRow[]>>;
  patches(at: SessionAt, range: ListRange): Promise<TranscriptResult<readonly RecordedPatchRow[]>>;
  blocks(at: SessionAt, range: ListRange): Promise<TranscriptResult<readonly RecordedBlockRow[]>>;
  /** Runs of what the request of a call carried; of what stands in the window now if `call` is the number of calls. */
  callWindow(at: SessionAt, call: number): Promise<TranscriptResult<readonly number[]>>;
  /** What the inputs of calls were made of, one row per call. */
  compositions(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly CompositionRow[]>>;
  /** Part of a block's text, read again from its file. */
  text(at: SessionAt, query: TextQuery): Promise<TranscriptResult<TextPart>>;
  /** Blocks whose text has all of the words (separated by blanks), case ignored. Reads all texts: O(file). */
  search(at: SessionAt, words: string, signal?: AbortSignal): Promise<TranscriptResult<SearchHits>>;
  /**
   * The same for a transcript that need not be open, with all its sessions: it is read, searched and let go of. O(file):
   * 17 to 28 ms for a megabyte, measured on the samples of the tests (7 MB of Claude Code, Codex and Gemini CLI).
   */
  hits(
    request: Pick<OpenRequest, 'path' | 'kept'>,
    words: string,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<TextHits>>;
  /** Where the record of a block begins. Reads the file up to there. */
  place(at: SessionAt, block: number): Promise<TranscriptResult<RecordPlace>>;
  /** The whole session as text for people: calls and what they were made of, patches, subagents, what was not read. */
  report(at: SessionAt, options: ReportOptions): Promise<TranscriptResult<string>>;
  /** An open transcript was read on, or is not open any more because its reader ended (`failed`). */
  readonly onDidChange: Event<TranscriptState>;
}
