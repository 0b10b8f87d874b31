import type { RecordedSession } from './recordedSession.ts';

/** Where a record stands. */
export interface Place {
  /** Index of the file in the transcript's files. */
  readonly file: number;
  /** Bytes from the file's beginning. */
  readonly offset: number;
  /** Length in bytes, without the line end. */
  readonly bytes: number;
}

/** What can be seen of a file without reading all of it. */
export interface TranscriptSample {
  /** As it was given, with `/` between its parts. */
  readonly path: string;
  /** The first records that are JSON, at most 20 and of the first 256 KiB; of a document the first 256 KiB hold none. */
  readonly records: readonly unknown[];
  /** The first 4,000 characters. */
  readonly text: string;
}

/** Makes a session of records. One reader per transcript; it takes any value and never throws. */
export interface TranscriptReader {
  /**
   * Tells the path of a file of the transcript (as `TranscriptSample.path`), before its first record; may be told again.
   * Only formats whose records do not say what they are have it.
   */
  file?(index: number, path: string): void;
  /**
   * Takes the next record, in file order; the files of a transcript one after the other, or mixed while it grows. A
   * record that it does not understand is counted in the session's coverage.
   */
  record(value: unknown, place: Place): void;
  /** Counts a record that could not be parsed. */
  bad(place: Place, problem: string): void;
  /**
   * The session so far. Cheap: lists are the reader's own, so they grow when the next record is taken. `files` are the
   * paths that places count.
   */
  session(files: readonly string[]): RecordedSession;
  /** What the reader knows, as plain data that can be cloned, for `TranscriptFormat.reader`. */
  save(): unknown;
}

/** One program's way to write sessions down. */
export interface TranscriptFormat {
  /** Lower case, with dashes. */
  readonly id: string;
  /**
   * Of what it makes of records, from 1: grows whenever that, or what a reader saves, is another. What a former one made
   * is forgotten then.
   */
  readonly version: number;
  /** Name of the agent for people. */
  readonly agent: string;
  /** A record is a line of JSON, or the whole file is one. */
  readonly unit: 'line' | 'document';
  /** Its records mean nothing without those before them, so its end alone is not to be read. Documents are so anyway. */
  readonly fromBeginning?: true;
  /** Whether the file is of this format, by its contents and not by its name alone. */
  recognises(sample: TranscriptSample): boolean;
  /** A new reader, or one that goes on from what another knew. */
  reader(saved?: unknown): TranscriptReader;
}

/** What made something of a transcript: equal only for the same version of the same format. */
export function importerOf({ id, version }: Pick<TranscriptFormat, 'id' | 'version'>): string {
  return `${id}/${String(version)}`;
}
