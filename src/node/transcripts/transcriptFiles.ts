import { fail, ok } from '../../ports/result.ts';
import type {
  TranscriptFailure,
  TranscriptFailureCode,
  TranscriptResult,
} from '../../ports/transcripts.ts';
import { codeOf } from '../errorCode.ts';
import type { WalkBudget } from './walkFolder.ts';

/** What tells whether a file is still the same, and as it was. */
export interface FileFacts {
  /** 0 where the file system has none. */
  readonly inode: number;
  readonly size: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly modified: number;
}

/** A file that is open for reading; to be closed. */
export interface OpenFile {
  readonly facts: FileFacts;
  /** Reads into a buffer until it is full or the file ends; answers the part that was filled. Rejects if it fails. */
  fill(buffer: Uint8Array, position: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Where transcripts are read from. Nothing of it rejects, but for reading in a file that is open. */
export interface TranscriptFiles {
  /** Whether the files may change, so that there is something to follow. */
  readonly alive: boolean;
  /** The file that a path leads to: itself, or the one by which the session of a folder is opened. */
  resolve(path: string): Promise<TranscriptResult<string>>;
  /** What the path itself leads to; undefined if it is no file that is read. */
  facts(path: string): Promise<FileFacts | undefined>;
  /** Opens a file. `known`: its facts were given a moment ago. */
  open(path: string, known?: boolean): Promise<TranscriptResult<OpenFile>>;
  /**
   * Paths of the files below a folder whose names from there on are of the patterns (`matchesName`), in the order of
   * the names. Ends when the budget is used up.
   */
  list(folder: string, parts: readonly string[], budget: WalkBudget): AsyncIterable<string>;
}

/** A failure with its sentence. */
export function failed(
  code: TranscriptFailureCode,
  message: string,
): { readonly ok: false; readonly failure: TranscriptFailure } {
  return fail({ code, message });
}

/** The failure that an error of reading is. */
export function fileFailure(error: unknown): TranscriptFailure {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? { code: 'not-found', message: 'The file is not there.' }
    : { code: 'not-readable', message: `The file can not be read (${code || 'unknown error'}).` };
}

/** Bytes of a file; fewer where it ends before. */
export async function readRange(
  files: TranscriptFiles,
  path: string,
  offset: number,
  bytes: number,
): Promise<TranscriptResult<Uint8Array>> {
  const opened = await files.open(path);
  if (!opened.ok) {
    return opened;
  }
  const file = opened.value;
  try {
    const length = Math.max(0, Math.min(bytes, file.facts.size - offset));
    return ok(await file.fill(new Uint8Array(length), offset));
  } catch (error) {
    return fail(fileFailure(error));
  } finally {
    await file.close();
  }
}
