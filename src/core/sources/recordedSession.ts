import type { RecordedBranchRow, RecordedUsageRow } from '../../ports/transcriptRows.ts';
import type { PatchKind } from '../context/journalEvent.ts';
import type { PatchActor } from '../context/operations.ts';
import type { Coverage } from './coverage.ts';
import type { Origin, RecordedBlock } from './recordedBlock.ts';
import type { Runs } from './runs.ts';

/** What the provider counted for one call. */
export type RecordedUsage = RecordedUsageRow;

/** One request to a model and its answer. */
export interface RecordedCall {
  /** Index in the session's `calls`. */
  readonly index: number;
  /** The transcript's id of it (of the message or the request); empty if it has none. */
  readonly native: string;
  /** Empty if the transcript does not name it. */
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  /** Number of the user's question that it belongs to, from 1; 0 before the first. */
  readonly question: number;
  /** What the request carried, as far as the transcript has it, in the order sent. */
  readonly window: Runs;
  /** What the answer added. */
  readonly output: Runs;
  readonly usage?: RecordedUsage;
  /**
   * What `usage` counts: this `call`, or all calls for one `question`, of which the transcript shows one
   * (then the window is that of the last of them as far as known).
   */
  readonly counts: 'call' | 'question';
  /** The model's whole window, where the transcript says it. Tokens. */
  readonly contextWindow?: number;
  /** Index in the session's `branches`. */
  readonly branch: number;
  readonly purpose?: 'summary' | 'title' | 'maintenance';
  readonly outcome: 'ok' | 'failed' | 'cancelled' | 'unknown';
  readonly durationMs?: number;
}

/** How what left a window can be had again. */
export type Recovery = 'transcript' | 'partly' | 'none';

/** A change to what the model sees, other than growth at the end. Importers only infer them: nobody recorded them. */
export interface RecordedPatch {
  /** `patch_<NNN>`, counted per session. */
  readonly id: string;
  readonly kind: PatchKind;
  readonly actor: PatchActor;
  readonly at?: number;
  /** Index of the first call after it; the number of calls if none came. */
  readonly call: number;
  /** What set it off, in the transcript's word (`auto`, `manual`, …); empty if it does not say. */
  readonly trigger: string;
  /** One sentence for people. */
  readonly reason: string;
  readonly provenance: 'inferred';
  /** What the transcript has that it was inferred from; one sentence. */
  readonly because: string;
  /** What left the window, in the order of the window. */
  readonly left: Runs;
  /** What had left before and came back. */
  readonly back: Runs;
  /** What was made to stand there: summaries, stubs. */
  readonly created: Runs;
  /** Tokens of the window before and after, by the agent's own count, where the transcript has them. */
  readonly before?: number;
  readonly after?: number;
  readonly recovery: Recovery;
  /** The marker in the transcript. */
  readonly origin?: Origin;
}

/** One line of a conversation that was gone back in. */
export type RecordedBranch = RecordedBranchRow;

/** A session that another program wrote down. */
export interface RecordedSession {
  /** The transcript's own id, or one made of its file's name. */
  readonly id: string;
  /** Id of the session that it was forked from, or that started it, where the transcript tells one in another file. */
  readonly parent?: string;
  /** Id of its format. */
  readonly format: string;
  /** Name of the agent for people. */
  readonly agent: string;
  /** First words of the first question, or the title that the transcript gives. */
  readonly title: string;
  /** Folder it worked in; empty if unknown. */
  readonly folder: string;
  readonly models: readonly string[];
  /** Versions of the agent's program, in the order in which they first occur. */
  readonly versions: readonly string[];
  readonly started?: number;
  /** Time of its newest record. */
  readonly updated?: number;
  /** Number of the user's questions. */
  readonly questions: number;
  /** Paths that `origin.file` counts. */
  readonly files: readonly string[];
  readonly blocks: readonly RecordedBlock[];
  readonly calls: readonly RecordedCall[];
  readonly patches: readonly RecordedPatch[];
  /** At least one. */
  readonly branches: readonly RecordedBranch[];
  /** Index of the branch that its newest record is on. */
  readonly branch: number;
  /** What stands in the window now: of the next call, before its question. */
  readonly window: Runs;
  /** Sessions of its subagents, with windows of their own. */
  readonly children: readonly RecordedChild[];
  /** Of the main session: of all records of all files. Of a subagent's: of those that are its alone, where known. */
  readonly coverage: Coverage;
  /** Whether it was read from its beginning; false while only its newest part is. */
  readonly complete: boolean;
}

/** A subagent's session. */
export interface RecordedChild {
  readonly session: RecordedSession;
  /** Index of the parent's block that started it (a tool call); absent if the transcript does not tell. */
  readonly startedBy?: number;
  /** What it was for, in the transcript's words. */
  readonly label: string;
}
