import { countOf, indicesOf, minus, pushRun, pushRuns, type Runs } from '../../../ports/runs.ts';
import { leaving } from '../windowCuts.ts';
import { SessionDraft } from '../sessionDraft.ts';
import { gone, pathOf, type Segment, type ThreadState, type TreeNode } from './threadState.ts';

/** The window that a thread's path makes, stubs in the place of what was cleared. O(path). */
export function windowOfPath(thread: ThreadState, nodes: readonly TreeNode[]): Runs {
  const window: number[] = [];
  const push = (runs: Runs): void => {
    for (const index of indicesOf(runs)) {
      const shown = thread.cleared.get(index) ?? index;
      if (shown !== gone) {
        pushRun(window, shown, shown + 1);
      }
    }
  };
  for (const { segment, kept } of pathOf(thread)) {
    if (segment.carriedAfter === undefined) {
      push(segment.carried);
    }
    for (const index of segment.nodes.slice(0, kept)) {
      const node = nodes[index];
      if (node !== undefined) {
        push(node.blocks);
      }
      if (segment.carriedAfter === index) {
        push(segment.carried);
      }
    }
  }
  return window;
}

/** How many of a segment's nodes belong to a path that ends with one of them: what hangs beside it is part of it. */
function keptWith(segment: Segment, at: number, nodes: readonly TreeNode[]): number {
  let kept = at + 1;
  while (kept < segment.nodes.length && nodes[segment.nodes[kept] ?? -1]?.essential === false) {
    kept += 1;
  }
  return kept;
}

/** Whether the path goes through a node and has nothing essential after it. */
function endsWith(thread: ThreadState, node: TreeNode, nodes: readonly TreeNode[]): boolean {
  let index: number | undefined = thread.segment;
  let kept = Infinity;
  while (index !== undefined) {
    const segment: Segment | undefined = thread.segments[index];
    if (segment === undefined) {
      return false;
    }
    if (index === node.segment) {
      return keptWith(segment, node.at, nodes) >= Math.min(kept, segment.nodes.length);
    }
    if (segment.essential >= 0) {
      return false;
    }
    kept = segment.kept;
    index = segment.parent;
  }
  return false;
}

/** Makes the path end with a node, because the next record follows it. */
export function goTo(
  thread: ThreadState,
  node: TreeNode,
  nodes: readonly TreeNode[],
  at?: number,
): void {
  const current = thread.segments[thread.segment];
  const quick = node.segment === thread.segment && (current?.essential ?? -1) <= node.at;
  const from = thread.segments[node.segment];
  if (quick || from === undefined || endsWith(thread, node, nodes)) {
    return;
  }
  const kept = keptWith(from, node.at, nodes);
  leavePath(thread, nodes, { parent: node.segment, kept }, at);
}

/** Begins the conversation anew: a question without a parent after others. */
export function startOver(thread: ThreadState, nodes: readonly TreeNode[], at?: number): void {
  thread.copying = true;
  leavePath(thread, nodes, undefined, at);
}

function leavePath(
  thread: ThreadState,
  nodes: readonly TreeNode[],
  onto: { readonly parent: number; readonly kept: number } | undefined,
  at: number | undefined,
): void {
  const branch = thread.segments[thread.segment]?.branch ?? 0;
  thread.leftPath ??= {
    window: [...thread.draft.window],
    blocks: thread.draft.blocks.length,
    branch,
    anew: onto === undefined,
    ...(at !== undefined && { at }),
  };
  thread.segments.push({
    ...(onto !== undefined && { parent: onto.parent }),
    kept: onto?.kept ?? 0,
    branch: thread.segments[onto?.parent ?? thread.segment]?.branch ?? branch,
    nodes: [],
    essential: -1,
    carried: [],
  });
  thread.segment = thread.segments.length - 1;
  new SessionDraft(thread.draft).setWindow(windowOfPath(thread, nodes));
}

/**
 * Notes that the conversation was gone back in, if the path that was left is not the one that goes on now. To be called
 * before a request is made of the window: a path that nobody sent is not left by anyone.
 */
export function settlePath(thread: ThreadState): void {
  const { leftPath, draft: state } = thread;
  delete thread.leftPath;
  if (leftPath === undefined) {
    return;
  }
  const { window, blocks, branch, anew, at } = leftPath;
  const left = leaving(window, state.window);
  const back = minus(minus(state.window, window), [blocks, Infinity]);
  if (left.length === 0 && back.length === 0) {
    return;
  }
  const draft = new SessionDraft(state);
  const segment = thread.segments[thread.segment];
  const kept = countOf(minus(window, left));
  const made = draft.fork(branch, kept, at);
  if (segment !== undefined) {
    segment.branch = made;
  }
  draft.patch({
    kind: 'rewind',
    actor: 'user',
    trigger: '',
    ...wordsOf(anew, kept),
    left,
    back,
    recovery: 'transcript',
    ...(at !== undefined && { at }),
  });
}

function wordsOf(anew: boolean, kept: number): { reason: string; because: string } {
  if (!anew) {
    return {
      reason: 'The conversation was taken up again at an earlier point.',
      because: 'A record names a parent that other records had followed.',
    };
  }
  return kept > 0
    ? {
        reason: 'The session was taken up again without part of its history.',
        because: 'The history is written down once more, and not all of it.',
      }
    : {
        reason: 'The conversation began anew.',
        because: 'A question has no parent although others came before it.',
      };
}

/** Index of the last node on the path; undefined if it has none. */
export function newestOf(thread: ThreadState): number | undefined {
  const last = pathOf(thread).findLast(({ kept }) => kept > 0);
  return last?.segment.nodes[last.kept - 1];
}

/** Puts a node at the end of the path and its blocks at the end of the window. */
export function putNode(
  thread: ThreadState,
  node: Omit<TreeNode, 'segment' | 'at' | 'thread'>,
  threadIndex: number,
  nodes: TreeNode[],
): number {
  const segment = thread.segments[thread.segment];
  const index = nodes.length;
  nodes.push({
    ...node,
    thread: threadIndex,
    segment: thread.segment,
    at: segment?.nodes.length ?? 0,
  });
  if (segment !== undefined) {
    segment.nodes.push(index);
    if (node.essential) {
      segment.essential = segment.nodes.length - 1;
    }
  }
  pushRuns(thread.draft.window, node.blocks);
  return index;
}
