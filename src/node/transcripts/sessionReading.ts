import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import type { RecordedBlock } from '../../core/sources/recordedBlock.ts';
import type {
  TranscriptFailure,
  TranscriptResult,
  TranscriptState,
} from '../../ports/transcripts.ts';
import { DatabaseReading } from './databaseReading.ts';
import type { NearbyBytes } from './nearbyBytes.ts';
import type { RecognisedTranscript } from './recognise.ts';
import type { SavedReading } from './savedReading.ts';
import { TranscriptReading } from './transcriptReading.ts';

/** A session that is read: first what is newest of it, then all of it, then what comes. Calls must not overlap. */
export interface SessionReading {
  readonly opened: RecognisedTranscript;
  /** Grows whenever indices mean something else. 0 = nothing was read. */
  readonly generation: number;
  readonly status: TranscriptState['reading'];
  readonly failure: TranscriptFailure | undefined;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Bytes of the main file, or of the session, that are to be read. */
  readonly ahead: number;
  /** Paths of all files that are looked at, the main one first. */
  readonly paths: readonly string[];
  /** Paths of the files that only have texts. */
  readonly texts: readonly string[];
  /** The session as far as it is read; undefined before anything was. */
  session(): RecordedSession | undefined;
  /** Whether what happens under a name in a folder may concern the session. */
  concerns(folder: string, name: string): boolean;
  /** Says that a file changed, so that it is looked at next. */
  hint(path: string): void;
  /** Reads the last bytes of the main file, so that there is something to show. Throws when it is aborted. */
  readNewest(bytes: number, signal?: AbortSignal): Promise<TranscriptResult<void>>;
  /** Reads all, and shows it in the place of what was shown when it is there. Throws when it is aborted. */
  readWhole(onProgress?: () => void, signal?: AbortSignal): Promise<TranscriptResult<void>>;
  /**
   * Reads what is new, and begins again where what was read is not there any more. `list`: new files may have come.
   * Answers whether anything is different. Throws when it is aborted.
   */
  refresh(list: boolean, signal?: AbortSignal): Promise<boolean>;
  /**
   * The record that a block's origin names, read again. `path`: that of the origin's file in the session; `near`: what
   * files are read through where many records are asked for.
   */
  record(
    path: string,
    origin: RecordedBlock['origin'],
    near?: NearbyBytes,
  ): Promise<TranscriptResult<unknown>>;
}

/** What reads a transcript; `saved`: what a former reading of its files came to. */
export function readingOf(opened: RecognisedTranscript, saved?: SavedReading): SessionReading {
  return opened.database === undefined
    ? new TranscriptReading(opened, saved)
    : new DatabaseReading(opened, opened.database);
}
