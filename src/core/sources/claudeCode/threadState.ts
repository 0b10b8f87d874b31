import { startDraft, type DraftState } from '../sessionDraft.ts';
import type { Runs } from '../../../ports/runs.ts';

/*
 * A thread is one conversation: the main one or a subagent's. Its records form a tree by `parentUuid`; the path from
 * its root to the newest record is the conversation as it is now. Paths are kept as segments: a fork begins another,
 * which shares the beginning of the one that it left.
 */

/** In the place of a stub's index: the block left without one. */
export const gone = -1;

/** A record in the tree. Plain data. */
export interface TreeNode {
  /** Index of its thread. */
  readonly thread: number;
  readonly segment: number;
  /** Place within the segment. */
  readonly at: number;
  /** Index of the node that it follows; -1 for none. */
  readonly parent: number;
  /** Its blocks. */
  readonly blocks: Runs;
  /**
   * Whether leaving it out is going back: a question or the first record of an answer. Results of parallel calls,
   * progress and the like hang beside each other and are passed over by later records without being left out.
   */
  readonly essential: boolean;
}

/** A part of a path. */
export interface Segment {
  /** The segment whose beginning it shares; absent where the window began anew. */
  readonly parent?: number;
  /** Number of the parent's nodes that it shares. */
  readonly kept: number;
  /** The session's branch; that of its parent until a call was made on it. */
  branch: number;
  /** Indices of its own nodes. */
  readonly nodes: number[];
  /** Place of its last essential node; -1 for none. */
  essential: number;
  /** Blocks that were carried over from before the window began anew. */
  carried: Runs;
  /** The node after whose blocks the carried ones stand; they are first as long as it is absent. */
  carriedAfter?: number;
}

/** The path that was left, as long as no call was made on another: nobody sent anything without it yet. */
export interface LeftPath {
  readonly window: Runs;
  /** Number of blocks that there were. */
  readonly blocks: number;
  readonly branch: number;
  /** Whether the conversation began anew, rather than at an earlier point. */
  readonly anew: boolean;
  readonly at?: number;
}

/** One conversation. Plain data. */
export interface ThreadState {
  /** What marks its records: empty for the main thread, else the subagent's id or its first record. */
  readonly key: string;
  readonly draft: DraftState;
  readonly segments: Segment[];
  segment: number;
  /** Calls by the id of their message. */
  readonly messages: Map<string, number>;
  /** Blocks of tool calls, and of their results, by the call's id. */
  readonly calls: Map<string, number>;
  readonly results: Map<string, number>;
  /** Stubs by the block that they stand for; `gone` where nothing stands for it. */
  readonly cleared: Map<number, number>;
  leftPath?: LeftPath;
  /** Whether records may be copies of former ones: the conversation began anew and no call was made since. */
  copying: boolean;
  /** Blocks that copies may be of: the first `noted` ones. */
  readonly copied: { readonly byKey: Map<string, number>; noted: number };
  /** The patch whose summary has not come. */
  awaiting?: number;
  /** File of its first record. */
  readonly file: number;
  /** System prompt and tools of the newest request, where they are known. */
  shape: Runs;
  /** Blocks of system prompts and tools by what is in them. */
  readonly shapeBlocks: Map<string, number>;
  /** What its first text is recognised by (`taskKey`). */
  task: string;
  /** Commands that a person typed (`/name arguments`): the first, and the newest that may be for the model; or empty. */
  readonly typed: { first: string; asking: string };
}

/** A thread without records. */
export function startThread(key: string, file: number): ThreadState {
  return {
    key,
    draft: startDraft(),
    segments: [{ kept: 0, branch: 0, nodes: [], essential: -1, carried: [] }],
    segment: 0,
    messages: new Map(),
    calls: new Map(),
    results: new Map(),
    cleared: new Map(),
    copying: false,
    copied: { byKey: new Map(), noted: 0 },
    file,
    shape: [],
    shapeBlocks: new Map(),
    task: '',
    typed: { first: '', asking: '' },
  };
}

/** The segments of a thread's path, first to current, each with the number of its nodes that are on the path. */
export function pathOf(
  thread: ThreadState,
): { readonly segment: Segment; readonly kept: number }[] {
  const path: { segment: Segment; kept: number }[] = [];
  let segment = thread.segments[thread.segment];
  let kept = segment?.nodes.length ?? 0;
  while (segment !== undefined) {
    path.push({ segment, kept });
    kept = segment.kept;
    segment = segment.parent === undefined ? undefined : thread.segments[segment.parent];
  }
  return path.reverse();
}
