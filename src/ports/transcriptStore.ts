import type { TranscriptRow } from './transcripts.ts';

/** A file that was looked at as a transcript, and what its row was then. */
export interface IndexedTranscript {
  /** Absolute; one entry per path. */
  readonly path: string;
  /** Number of the file on its file system; 0 where that has none. */
  readonly inode: number;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly modified: number;
  /** What read it: its format and the version of that. What another one made of the file is not known. */
  readonly importer: string;
  /** Its folder is the one that the session itself tells. */
  readonly row: TranscriptRow;
  /** Folder that some text of the file names, for where nothing else tells one; empty if none does. */
  readonly hint: string;
}

/** An entry to be stored. */
export interface NewIndexedTranscript extends IndexedTranscript {
  /** Milliseconds since the epoch; entries that were used longest ago go first. */
  readonly used: number;
  /**
   * What reading goes on from, 1 to `mostResumeBytes`; it takes the place of the one that is there, which stays without
   * it.
   */
  readonly resume?: Uint8Array;
}

/** Most bytes that reading goes on from, of one transcript. */
export const mostResumeBytes = 8 * 1024 * 1024;

/** Most bytes of them all together; those of the transcripts that were used longest ago go first. */
export const mostResumesBytes = 64 * 1024 * 1024;

/** Most transcripts in the index. */
export const mostIndexed = 5000;

/** Which entries of the index are wanted; those used last come first. */
export interface IndexQuery {
  /** Only these; all if absent. */
  readonly paths?: readonly string[];
  /** Most entries; `mostIndexed` if absent. */
  readonly limit?: number;
}

/** A session whose transcript is kept: what its files had is there when they are gone. */
export interface KeptSession {
  /** Hexadecimal, 12 characters. */
  readonly id: string;
  /** Absolute path of its main file when it was kept. */
  readonly path: string;
  /** As it was when it was kept last. */
  readonly row: TranscriptRow;
  /** When it was first kept; milliseconds since the epoch. */
  readonly kept: number;
  /** When it was kept last; milliseconds since the epoch. */
  readonly updated: number;
  /** Bytes that are kept of all its files. */
  readonly bytes: number;
}

/** A file of a session that is kept. */
export interface KeptFile {
  /** From 0, which is the main file, in the order in which they are read. */
  readonly index: number;
  /** Absolute, when it was kept. */
  readonly path: string;
  /** Its records are read, or it only has texts that blocks name. */
  readonly use: 'records' | 'texts';
  /** Bytes that are kept of it, from its beginning on. */
  readonly size: number;
  /** Number of the file on its file system when it was kept; 0 where that has none. */
  readonly inode: number;
  /** Milliseconds since the epoch, with fractions, when it was kept. */
  readonly modified: number;
}

/** Length of every part of a kept file but its last, in bytes. */
export const keptPartBytes = 1024 * 1024;

/** Most bytes of a kept file that are given at once. */
export const mostKeptBytes = 4 * 1024 * 1024;

/** Changes to the index and to what is kept; part of `StoreWrite`. */
export type TranscriptWrite =
  /** `failed` if `resume` is too long or empty. */
  | { readonly op: 'putTranscript'; readonly transcript: NewIndexedTranscript }
  | { readonly op: 'forgetTranscripts'; readonly paths: readonly string[] }
  /**
   * Stores a session that is kept and says what its files are. Of a session that is there the row, `updated`, and the
   * files given are replaced; when it was first kept, its other files and all parts stay.
   */
  | {
      readonly op: 'putKept';
      readonly session: Omit<KeptSession, 'bytes'>;
      readonly files: readonly Omit<KeptFile, 'size'>[];
    }
  /**
   * Stores a part of a file: the next one, or one that is there, which it replaces together with all that follow.
   * `failed` if there is no such file, if the part before it is not there or not whole, and if it has no bytes or more
   * than a part.
   */
  | {
      readonly op: 'appendKeptPart';
      readonly session: string;
      /** Index of the file. */
      readonly file: number;
      /** From 0. */
      readonly part: number;
      /** The content belongs to the store from now on: what gives it does not use it again. */
      readonly handedOver?: true;
      readonly content: Uint8Array;
    }
  /** An unknown id changes nothing. */
  | { readonly op: 'deleteKept'; readonly id: string };

/**
 * Keeps the index of transcripts, and sessions whose files are kept. Part of `Store`; every method throws `StoreError`.
 * What can not be read (it was changed, or its key is gone) is as if it were not there.
 */
export interface TranscriptStore {
  transcripts(query: IndexQuery): Promise<readonly IndexedTranscript[]>;
  /** What reading of a transcript goes on from, or undefined. */
  transcriptResume(path: string): Promise<Uint8Array | undefined>;
  /** Kept last comes first. */
  keptSessions(): Promise<readonly KeptSession[]>;
  /** By index; none for an unknown id. */
  keptFiles(id: string): Promise<readonly KeptFile[]>;
  /**
   * Bytes of a kept file: at most `mostKeptBytes`, fewer where what is kept ends before. Undefined if the file is not
   * there, or a part of what is asked for is not what was stored.
   */
  keptBytes(
    id: string,
    file: number,
    offset: number,
    length: number,
  ): Promise<Uint8Array | undefined>;
}

/** What is to be remembered of a transcript; without `resume`, what reading went on from stays. */
export type RememberedTranscript = Omit<NewIndexedTranscript, 'used'>;

/**
 * Remembers transcripts from one search and reading to the next. Nobody needs it: what it does not have is read. It may
 * reject, and may never answer.
 */
export interface TranscriptMemory {
  /** What is known of files, whatever they are now. */
  known(paths: readonly string[]): Promise<readonly IndexedTranscript[]>;
  /** What reading of a transcript goes on from, or undefined. */
  resume(path: string): Promise<Uint8Array | undefined>;
  remember(transcripts: readonly RememberedTranscript[]): Promise<void>;
}
