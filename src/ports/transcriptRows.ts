/*
 * Sessions of transcripts as rows that go between threads. The lists they are taken from are in `core/sources`; a row
 * has what a list shows, and indices to ask for the rest.
 */

/** What a block is; see `core/sources/recordedBlock`. */
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
  readonly id: string;
  readonly kind: RecordedBlockKind;
  readonly native: string;
  /** Number of calls before it. */
  readonly turn: number;
  /** Characters (UTF-16 units). */
  readonly length: number;
  /** Estimate. */
  readonly tokens: number;
  readonly description: string;
  readonly fidelity: 'whole' | 'cut' | 'lost' | 'sealed';
  /** Where it stands: index in the overview's `files`, bytes from the beginning, JSON path. */
  readonly origin: {
    readonly file: number;
    readonly offset: number;
    readonly bytes: number;
    readonly path: readonly (string | number)[];
  };
  readonly at?: number;
  readonly tool?: string;
  readonly call?: string;
  readonly failed?: boolean;
  readonly path?: string;
  readonly standsFor?: number;
  readonly overflow?: string;
}

/** Tokens by the provider's count; absent where it gave none. */
export interface RecordedUsageRow {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWritten?: number;
  readonly cacheWrittenHour?: number;
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
  readonly parent?: number;
  readonly kept: number;
  readonly from: number;
  readonly at?: number;
}

/** What became of a transcript's records: `records` is the sum of the other numbers. */
export interface CoverageRow {
  readonly records: number;
  readonly taken: number;
  readonly beside: Readonly<Record<string, number>>;
  readonly unknown: Readonly<Record<string, number>>;
  readonly bad: number;
  readonly badPlaces: readonly {
    readonly origin: { readonly file: number; readonly offset: number; readonly bytes: number };
    readonly problem: string;
  }[];
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
  readonly tokens: number;
}

/** What a call's input was made of: `total` = the shares' tokens + `unattributed`. */
export interface CompositionRow {
  readonly total: number;
  readonly measured: boolean;
  readonly shares: readonly KindShareRow[];
  readonly unattributed: number;
  readonly estimate: number;
  readonly scale: number;
}
