import type { Runs } from '../../../ports/runs.ts';
import { startThread, type ThreadState, type TreeNode } from './threadState.ts';

/** All that a reader of Claude Code's lines knows. Plain data. */
export interface ReaderState {
  /** The main thread first, then the subagents' in the order in which they occur. */
  readonly threads: ThreadState[];
  /** Index of a thread by its key. */
  readonly byKey: Map<string, number>;
  readonly nodes: TreeNode[];
  /** Index of a node by the `uuid` of its record. */
  readonly byUuid: Map<string, number>;
  /** Calls (by the model API's id) that started a subagent, by the subagent's id. */
  readonly starts: Map<string, string>;
  /** Calls of the main thread that gave a subagent its task, by the beginning of the task. */
  readonly tasks: Map<string, string>;
  /** Titles by the `uuid` of the record that they were given for. */
  readonly titles: Map<string, string>;
  /** Blocks of the shapes of requests, by their hash: of the thread that their file belongs to. */
  readonly shapes: Map<string, Runs>;
  /** Hashes of shapes by the id of the request. */
  readonly requests: Map<string, string>;
  /** Whether attachments say what is sent of them. */
  rendersAttachments: boolean;
  /** Title that the user or the program gave to the session. */
  title: string;
}

/** A state before the first line. */
export function startState(): ReaderState {
  return {
    threads: [startThread('', 0)],
    byKey: new Map([['', 0]]),
    nodes: [],
    byUuid: new Map(),
    starts: new Map(),
    tasks: new Map(),
    titles: new Map(),
    shapes: new Map(),
    requests: new Map(),
    rendersAttachments: false,
    title: '',
  };
}

/** How much of a task is compared: the record of it may have been trimmed at its end. */
const taskLength = 400;

/** What a subagent's task is recognised by. */
export function taskKey(text: string): string {
  return text.trim().slice(0, taskLength);
}

/** The thread with a key, begun if there is none. */
export function threadIndex(state: ReaderState, key: string, file: number): number {
  const known = state.byKey.get(key);
  if (known !== undefined) {
    return known;
  }
  state.threads.push(startThread(key, file));
  const index = state.threads.length - 1;
  state.byKey.set(key, index);
  return index;
}
