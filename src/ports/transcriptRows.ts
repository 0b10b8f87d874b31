/*
 * Sessions of transcripts as rows that go between threads. The lists they are taken from are in `core/sources`; a row
 * has what a list shows, and indices to ask for the rest.
 */

/**
 * What a block of a recorded session is. `tool_call`: one call with its arguments. `tool_schemas`: the tools that a
 * request offered. `injected`: put in by the agent's program as if the user had said it. `other`: anything else that
 * stood in the window.
 */
export type RecordedBlockKind =
  | 'system_prompt'
  | 'user_message'
  | 'assistant_message'
  | 'reasoning_trace'
  | 'tool_result'
  | 'tool_call'
  | 'tool_schemas'
  | 'summary'
  | 'task_state'
  | 'budget_report'
  | 'injected'
  | 'other';

/** A block without its text. */
export interface RecordedBlockRow {
  /** `<prefix>_<NNN>`; the number is its index in the session's `blocks` plus 1. */
  readonly id: string;
  readonly kind: RecordedBlockKind;
  /** What the transcript calls it (a uuid, a message's id); empty if nothing. */
  readonly native: string;
  /** Number of model calls that the session had made before it. */
  readonly turn: number;
  /** Characters (UTF-16 units) of its text; of what stands there if it is not whole. */
  readonly length: number;
  /** Estimated tokens of its text; 0 for an empty one. */
  readonly tokens: number;
  /** Its first words on one line. */
  readonly description: string;
  /**
   * How much of the text the transcript has. `whole`: all. `cut`: the beginning; the writer cut the rest. `lost`: a note
   * in its place. `sealed`: encrypted, so that only its size is known.
   */
  readonly fidelity: 'whole' | 'cut' | 'lost' | 'sealed';
  /**
   * Where the text stands, which brings it back. A record that is a row of a database counts as a file of its own, whose
   * path is `<database>#<table>/<id>` and whose bytes are those of the row's data.
   */
  readonly origin: {
    /** Index in the session's `files`. */
    readonly file: number;
    /** Place of the record (a line, or the whole document) in that file, in bytes. */
    readonly offset: number;
    /** Its length in bytes, without the line end. */
    readonly bytes: number;
    /** The text within the record's JSON; empty for all of it. */
    readonly path: readonly (string | number)[];
  };
  /** Milliseconds since the epoch; absent if the transcript does not say. */
  readonly at?: number;
  /** For calls and results: the tool's name. */
  readonly tool?: string;
  /** For calls and results: the model API's id of the call. */
  readonly call?: string;
  /** For results: the call failed. */
  readonly failed?: boolean;
  /** File that a call or result is about, as the transcript names it. */
  readonly path?: string;
  /** For a stub: index of the block whose text it stands for. */
  readonly standsFor?: number;
  /** Name of a file beside the transcript that has the whole text. */
  readonly overflow?: string;
}

/** What the provider counted for one call, in tokens. A number that it did not give is absent. */
export interface RecordedUsageRow {
  /** All of the input, cached parts included. */
  readonly input?: number;
  readonly output?: number;
  /** Part of the input that was read from the cache. */
  readonly cacheRead?: number;
  /** Part of the input that was written to the cache. */
  readonly cacheWritten?: number;
  /** Part of `cacheWritten` that is kept for an hour. */
  readonly cacheWrittenHour?: number;
  /** Part of `output` that was reasoning. */
  readonly reasoning?: number;
}

/** A call without its window. */
export interface RecordedCallRow {
  readonly index: number;
  readonly native: string;
  readonly model: string;
  readonly at?: number;
  readonly question: number;
  readonly usage?: RecordedUsageRow;
  readonly counts: 'call' | 'question';
  readonly contextWindow?: number;
  readonly branch: number;
  readonly purpose?: 'summary' | 'title' | 'maintenance';
  readonly outcome: 'ok' | 'failed' | 'cancelled' | 'unknown';
  readonly durationMs?: number;
  /** Number of blocks that the request carried. */
  readonly windowBlocks: number;
  /** Sum of their estimates; not calibrated. */
  readonly estimate: number;
  /** Runs of blocks that the answer added. */
  readonly output: readonly number[];
}

/** A change to what the model saw; always inferred. */
export interface RecordedPatchRow {
  readonly id: string;
  readonly kind: string;
  readonly actor: 'agent' | 'runtime' | 'user' | 'client' | 'provider';
  readonly at?: number;
  readonly call: number;
  readonly trigger: string;
  readonly reason: string;
  readonly provenance: 'inferred';
  readonly because: string;
  /** Runs. */
  readonly left: readonly number[];
  readonly back: readonly number[];
  readonly created: readonly number[];
  readonly before?: number;
  readonly after?: number;
  readonly recovery: 'transcript' | 'partly' | 'none';
  /** Where the marker stands in the transcript. */
  readonly origin?: RecordedBlockRow['origin'];
}

/** One line of a conversation that was gone back in. */
export interface RecordedBranchRow {
  /** Index of the branch it left; absent for the first. */
  readonly parent?: number;
  /** Number of blocks of the parent's window that it kept. */
  readonly kept: number;
  /** Index of its first call; the number of calls at its start if none came. */
  readonly from: number;
  readonly at?: number;
}

/** A record that could not be read. */
export interface BadPlaceRow {
  readonly origin: Omit<RecordedBlockRow['origin'], 'path'>;
  /** One phrase. */
  readonly problem: string;
}

/** What became of each record of a transcript: `records` is the sum of the other numbers. */
export interface CoverageRow {
  readonly records: number;
  /** Taken into the session: blocks, calls, patches, facts. */
  readonly taken: number;
  /** Known, and no part of a context (progress, snapshots, …), by type. */
  readonly beside: Readonly<Record<string, number>>;
  /** Of types that this program does not know, by type. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Not JSON, too long, or not of the shape that their type has. */
  readonly bad: number;
  /** Places of the first of them. */
  readonly badPlaces: readonly BadPlaceRow[];
  /** Said before: the same id or the same count once more. */
  readonly repeated: number;
}

/** A subagent's session, as its parent's overview lists it. */
export interface ChildRow {
  /** Steps through `children` from the main session. */
  readonly session: readonly number[];
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly startedBy?: number;
  readonly blocks: number;
  readonly calls: number;
}

/** A session without its lists. */
export interface SessionOverview {
  readonly id: string;
  /** Id of the session that it was forked from, or that started it, in a transcript of its own. */
  readonly parent?: string;
  readonly format: string;
  readonly agent: string;
  readonly title: string;
  readonly folder: string;
  readonly models: readonly string[];
  readonly versions: readonly string[];
  readonly started?: number;
  readonly updated?: number;
  readonly questions: number;
  /** Absolute paths that origins count; at most 500. */
  readonly files: readonly string[];
  readonly fileCount: number;
  readonly blocks: number;
  readonly calls: number;
  readonly patches: number;
  /** At most 500. */
  readonly branches: readonly RecordedBranchRow[];
  readonly branch: number;
  /** At most 500. */
  readonly children: readonly ChildRow[];
  readonly coverage: CoverageRow;
  readonly complete: boolean;
  /** Largest input of one call by the provider's count; 0 if it gave none. Tokens. */
  readonly peakInput: number;
}

/** What one kind of block has in a window. */
export interface KindShareRow {
  readonly kind: RecordedBlockKind;
  readonly blocks: number;
  /** Scaled estimate; whole. */
  readonly tokens: number;
}

/** What a call's input was made of: `total` = the shares' tokens + `unattributed`. */
export interface CompositionRow {
  /** Input of the call: the provider's number, or the sum of the estimates. Tokens. */
  readonly total: number;
  /** Whether `total` is the provider's. */
  readonly measured: boolean;
  /** Largest first. */
  readonly shares: readonly KindShareRow[];
  /**
   * What the provider counted and no block accounts for: system prompt and tool schemas where the transcript has none,
   * and what the estimates miss. 0 or more.
   */
  readonly unattributed: number;
  /** Sum of the blocks' estimates as they were before scaling. */
  readonly estimate: number;
  /** What each estimate was multiplied with. */
  readonly scale: number;
}
