import { isObject, listAt, objectAt, textAt, countAt, type JsonObject } from '../json.ts';
import { indicesOf, noRuns, runsOf, type Runs } from '../../../ports/runs.ts';
import { leaving } from '../windowCuts.ts';
import { originOf, SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import { settlePath, windowOfPath } from './path.ts';
import type { ReaderState } from './state.ts';
import { gone, type ThreadState } from './threadState.ts';

/** A boundary in a thread, with its place. */
export interface Boundary {
  readonly value: JsonObject;
  readonly place: Place;
  readonly at: number | undefined;
}

/** Longest chain of records that is followed back for what a compaction kept. */
const longestKept = 10_000;

/** Blocks of the records that a compaction carried over, in their order. */
function carriedRuns(state: ReaderState, thread: ThreadState, metadata: JsonObject): Runs {
  const uuids = listAt(objectAt(metadata, 'preservedMessages'), 'uuids');
  const nodes = uuids.map((uuid) => state.byUuid.get(String(uuid)) ?? -1);
  const segment = objectAt(metadata, 'preservedSegment');
  const head = state.byUuid.get(textAt(segment, 'headUuid'));
  let at = state.byUuid.get(textAt(segment, 'tailUuid')) ?? -1;
  if (nodes.length === 0 && head !== undefined) {
    // Newest first, turned round below.
    for (let step = 0; step < longestKept && at >= 0; step += 1) {
      nodes.push(at);
      at = at === head ? -1 : (state.nodes[at]?.parent ?? -1);
    }
    nodes.reverse();
  }
  const indices = new Set<number>();
  for (const index of nodes) {
    const node = state.nodes[index];
    if (node !== undefined && state.threads[node.thread] === thread) {
      for (const block of indicesOf(node.blocks)) {
        indices.add(block);
      }
    }
  }
  return runsOf(indices);
}

function numberOf(metadata: JsonObject, ...names: readonly string[]): number | undefined {
  return names.map((name) => countAt(metadata, name)).find((count) => count !== undefined);
}

/** Metadata of a boundary, in the spellings of the transcript and of the SDK's stream. */
function metadataOf(value: JsonObject, ...names: readonly string[]): JsonObject {
  const found = names.map((name) => value[name]).find((metadata) => isObject(metadata));
  return isObject(found) ? found : {};
}

function reasonOf(trigger: string): string {
  switch (trigger) {
    case 'auto':
      return 'Claude Code compacted the conversation because the window was nearly full.';
    case 'manual':
      return 'The user compacted the conversation.';
    default:
      return 'Claude Code compacted the conversation.';
  }
}

/** A compaction: the window begins anew with what was carried over; its summary comes with the next record. */
export function compactAt(state: ReaderState, thread: ThreadState, boundary: Boundary): void {
  settlePath(thread);
  const draft = new SessionDraft(thread.draft);
  const metadata = metadataOf(boundary.value, 'compactMetadata', 'compact_metadata');
  const carried = carriedRuns(state, thread, metadata);
  const former = [...thread.draft.window];
  const branch = thread.segments[thread.segment]?.branch ?? 0;
  thread.segments.push({ kept: 0, branch, nodes: [], essential: -1, carried });
  thread.segment = thread.segments.length - 1;
  draft.setWindow(windowOfPath(thread, state.nodes));
  const trigger = textAt(metadata, 'trigger');
  const before = numberOf(metadata, 'preTokens', 'pre_tokens');
  const after = numberOf(metadata, 'postTokens', 'post_tokens');
  thread.awaiting = draft.patch({
    kind: 'compact',
    actor: trigger === 'manual' ? 'user' : 'client',
    trigger,
    reason: reasonOf(trigger),
    because:
      'The transcript marks a compaction; what left is what stood in the window before the mark and was not carried over.',
    left: leaving(former, thread.draft.window),
    back: leaving(thread.draft.window, former),
    recovery: 'transcript',
    origin: originOf(boundary.place),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(boundary.at !== undefined && { at: boundary.at }),
  });
}

/** Puts the summary of the compaction before it in its place: first in the window, before what was carried over. */
export function placeSummary(state: ReaderState, thread: ThreadState, node: number): void {
  const draft = new SessionDraft(thread.draft);
  const made = state.nodes[node];
  const segment = thread.segments[thread.segment];
  if (made === undefined || segment === undefined || thread.awaiting === undefined) {
    return;
  }
  draft.changePatch(thread.awaiting, { created: made.blocks });
  delete thread.awaiting;
  if (segment.carried.length > 0) {
    segment.carriedAfter = node;
    draft.setWindow(windowOfPath(thread, state.nodes));
  }
}

/** Tokens of the note that Claude Code puts in the place of a cleared result. */
const stubTokens = 10;

/** Results whose texts Claude Code cleared one by one; notes stand in their places. */
export function clearAt(state: ReaderState, thread: ThreadState, boundary: Boundary): void {
  const draft = new SessionDraft(thread.draft);
  const names = ['microcompactMetadata', 'compactMetadata', 'microcompact_metadata'];
  const key = names.find((name) => isObject(boundary.value[name])) ?? '';
  const metadata = objectAt(boundary.value, key);
  const inWindow = new Set(indicesOf(thread.draft.window));
  const left: number[] = [];
  const created: number[] = [];
  for (const [at, call] of listAt(metadata, 'compactedToolIds').entries()) {
    const result = typeof call === 'string' ? thread.results.get(call) : undefined;
    const block = result === undefined ? undefined : thread.draft.blocks[result];
    if (result === undefined || block === undefined || !inWindow.delete(result)) {
      continue;
    }
    const stub = draft.add(
      {
        kind: block.kind,
        native: block.native,
        fidelity: 'lost',
        standsFor: result,
        tokens: stubTokens,
        length: String(call).length,
        description: `[cleared] ${block.description}`,
        origin: originOf(boundary.place, [key, 'compactedToolIds', at]),
        ...(block.tool !== undefined && { tool: block.tool }),
        ...(block.call !== undefined && { call: block.call }),
      },
      String(call),
    );
    thread.cleared.set(result, stub);
    left.push(result);
    created.push(stub);
  }
  for (const uuid of listAt(metadata, 'clearedAttachmentUUIDs')) {
    const node = state.nodes[state.byUuid.get(String(uuid)) ?? -1];
    for (const block of indicesOf(node?.blocks ?? noRuns)) {
      if (inWindow.delete(block)) {
        thread.cleared.set(block, gone);
        left.push(block);
      }
    }
  }
  notePatch(draft, thread, boundary, metadata, { left, created });
}

function notePatch(
  draft: SessionDraft,
  thread: ThreadState,
  boundary: Boundary,
  metadata: JsonObject,
  { left, created }: { readonly left: readonly number[]; readonly created: readonly number[] },
): void {
  const leaving = new Set(left);
  const shown = [...indicesOf(thread.draft.window)].map((index) =>
    leaving.has(index) ? (thread.cleared.get(index) ?? gone) : index,
  );
  draft.setWindow(runsOf(shown.filter((index) => index !== gone)));
  const before = numberOf(metadata, 'preTokens', 'pre_tokens');
  const saved = numberOf(metadata, 'tokensSaved', 'tokens_saved');
  const after =
    numberOf(metadata, 'postTokens', 'post_tokens') ??
    (before === undefined || saved === undefined ? undefined : Math.max(0, before - saved));
  draft.patch({
    kind: 'clear',
    actor: 'client',
    trigger: textAt(metadata, 'trigger'),
    reason: 'Claude Code cleared old tool results.',
    because:
      'The transcript marks a micro-compaction and names the calls whose results were cleared.',
    left: runsOf(left),
    created: runsOf(created),
    recovery: 'transcript',
    origin: originOf(boundary.place),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(boundary.at !== undefined && { at: boundary.at }),
  });
}
