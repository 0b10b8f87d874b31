import type { Disposable, Event } from '../../ports/system.ts';
import type { LimitsRow, OwnBlockRow } from '../../ports/transcriptRows.ts';
import type {
  RecordPlace,
  SessionAt,
  TextHits,
  TranscriptResult,
  TranscriptSource,
  TranscriptState,
} from '../../ports/transcripts.ts';
import type { ActResult, SessionAct, SessionItem } from '../../protocol/sessions.ts';

/** What is asked of every open session in the same way. */
type OpenQuestions = Pick<
  TranscriptSource,
  | 'close'
  | 'overview'
  | 'calls'
  | 'compositions'
  | 'patches'
  | 'blocks'
  | 'callWindow'
  | 'text'
  | 'search'
>;

/** What is to be listed. */
export interface ListQuery {
  /** Sessions of all folders, or those of the window's only. */
  readonly everywhere: boolean;
  /** Most rows. */
  readonly limit: number;
}

/** Sessions that a source has. */
export interface ListedSessions {
  /** Newest first. */
  readonly rows: readonly SessionItem[];
  /** Whether there may be more. */
  readonly more: boolean;
}

/**
 * Sessions of one sort: transcripts of other agents, or those of our own. Expected failures are results; a list that can
 * not be read throws. Names of what is open differ between sources.
 */
export interface SessionSource extends OpenQuestions {
  /** What keys of its sessions begin with. */
  readonly prefix: string;
  /** Tells of changes of the list that others make, until it is disposed; where that can be seen without a search. */
  watchList(): Disposable;
  list(query: ListQuery, signal: AbortSignal): Promise<ListedSessions>;
  /** Opens a session by its key without the prefix, and follows it. The signal ends the call. */
  open(name: string, signal: AbortSignal): Promise<TranscriptResult<TranscriptState>>;
  /** Blocks of a session, by its key without the prefix, whose texts have all of the words; it need not be open. */
  hits(name: string, words: string, signal: AbortSignal): Promise<TranscriptResult<TextHits>>;
  limits(at: SessionAt): Promise<TranscriptResult<LimitsRow>>;
  /** What our runtime knows of the blocks; empty for others' sessions. */
  own(at: SessionAt): Promise<TranscriptResult<readonly OwnBlockRow[]>>;
  /** Where the record of a block stands; undefined if it is in no file. */
  place(at: SessionAt, block: number): Promise<TranscriptResult<RecordPlace | undefined>>;
  /** Changes a session, or with `dry` says what would come of it. */
  act(at: SessionAt, act: SessionAct, dry: boolean): Promise<TranscriptResult<ActResult>>;
  /** An open session was read on, or is not open any more. */
  readonly onDidChange: Event<TranscriptState>;
  /** The list may be another one. */
  readonly onDidChangeList: Event<void>;
}
