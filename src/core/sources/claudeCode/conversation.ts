import { anthropicUsage } from '../anthropicUsage.ts';
import { objectAt, textAt, type JsonObject } from '../json.ts';
import { noRuns, pushRun, type Runs } from '../../../ports/runs.ts';
import { SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import { addAssistantBlocks } from './assistantBlocks.ts';
import { addAttachment } from './attachments.ts';
import { placeSummary } from './boundaries.ts';
import { goTo, newestOf, putNode, settlePath, startOver } from './path.ts';
import { changeShape, shapeOf } from './requests.ts';
import { taskKey, type ReaderState } from './state.ts';
import type { ThreadState } from './threadState.ts';
import { settleTyped } from './typedCommand.ts';
import { addUserBlocks } from './userBlocks.ts';

/** A record of a thread. */
export interface ThreadRecord {
  readonly value: JsonObject;
  readonly place: Place;
  readonly thread: ThreadState;
  /** Index of the thread. */
  readonly index: number;
  readonly uuid: string;
  /** Milliseconds since the epoch. */
  readonly at: number | undefined;
}

/**
 * Makes the thread's path end where the record belongs. A parent that is not there (files are cut out of others) or in
 * another thread means nothing: the record follows the newest one.
 */
function findPlace(
  state: ReaderState,
  { value, thread, index, at }: ThreadRecord,
  begins: boolean,
): number {
  const parent = state.byUuid.get(textAt(value, 'parentUuid'));
  const node = parent === undefined ? undefined : state.nodes[parent];
  if (parent !== undefined && node?.thread === index) {
    goTo(thread, node, state.nodes, at);
    return parent;
  }
  if (begins && value['parentUuid'] === null && thread.draft.window.length > 0) {
    startOver(thread, state.nodes, at);
  }
  return -1;
}

interface Made {
  readonly parent: number;
  readonly blocks: Runs;
  readonly essential: boolean;
}

function place(state: ReaderState, { thread, index, uuid }: ThreadRecord, made: Made): number {
  const node = putNode(thread, made, index, state.nodes);
  if (uuid !== '') {
    state.byUuid.set(uuid, node);
  }
  return node;
}

/**
 * A record that carries nothing (progress, hooks, notes) may be a link: later records name it as their parent, which
 * then means the record that it followed. It may be written long after that one, so it moves nothing.
 */
export function takeLink(state: ReaderState, { value, thread, uuid }: ThreadRecord): void {
  const parent = state.byUuid.get(textAt(value, 'parentUuid')) ?? newestOf(thread);
  if (uuid !== '' && parent !== undefined) {
    state.byUuid.set(uuid, parent);
  }
}

/** Puts the mark of a compaction into the tree, at the beginning of the new path. */
export function takeBoundary(state: ReaderState, record: ThreadRecord): void {
  place(state, record, { parent: -1, blocks: noRuns, essential: false });
}

/** Whether any of a record's blocks is no copy. */
function isNew(blocks: Runs, former: number): boolean {
  return blocks.some((index) => index > former);
}

/** Takes a record of type `user`: what the user said, what tools gave, what the program put in. */
export function takeUser(state: ReaderState, record: ThreadRecord): void {
  const { thread, value } = record;
  const draft = new SessionDraft(thread.draft);
  const summary = value['isCompactSummary'] === true;
  const results =
    value['toolUseResult'] !== undefined || value['sourceToolAssistantUUID'] !== undefined;
  const parent = findPlace(state, record, !summary && !results && value['isMeta'] !== true);
  const former = thread.draft.blocks.length;
  const content = objectAt(value, 'message')['content'];
  const made = addUserBlocks(thread, { ...record, native: record.uuid }, content);
  if (former === 0) {
    thread.task = taskKey(made.question ?? '');
  }
  const asks = made.question !== undefined && !made.results;
  if (asks && isNew(made.blocks, former)) {
    draft.noteQuestion(made.question);
  }
  const node = place(state, record, { parent, blocks: made.blocks, essential: asks });
  if (summary) {
    placeSummary(state, thread, node);
  }
  if (made.interrupted) {
    draft.changeCall(thread.draft.calls.length - 1, { outcome: 'cancelled' });
  }
}

/** What a synthetic message calls its model: the program itself speaks. */
const noModel = '<synthetic>';

/** Adds the call of a message that begins; its window is what stands on the path, behind system prompt and tools. */
function startCall(
  state: ReaderState,
  { thread, value, at }: ThreadRecord,
  native: string,
  model: string,
): number {
  settlePath(thread);
  settleTyped(thread);
  thread.copying = false;
  changeShape(thread, shapeOf(state, thread, value), at);
  const draft = new SessionDraft(thread.draft);
  const time = at === undefined ? {} : { at };
  const window = [...thread.shape, ...thread.draft.window];
  return draft.call({ native, model, counts: 'call', outcome: 'ok', window, ...time }).index;
}

/**
 * Takes a record of type `assistant`. An answer comes in several, one block each, with the id of their message; the
 * numbers of the last one count, since those before are written while it streams.
 */
export function takeAssistant(state: ReaderState, record: ThreadRecord): void {
  const { thread, value, uuid } = record;
  const draft = new SessionDraft(thread.draft);
  const parent = findPlace(state, record, false);
  const message = objectAt(value, 'message');
  const model = textAt(message, 'model');
  const id = textAt(message, 'id') || textAt(value, 'requestId') || uuid;
  const synthetic = model === noModel || value['isApiErrorMessage'] === true;
  const known = thread.messages.get(id);
  const usage = anthropicUsage(message['usage']);
  const call = synthetic || id === '' ? undefined : (known ?? startCall(state, record, id, model));
  const former = thread.draft.blocks.length;
  const { blocks, tasks } = addAssistantBlocks(thread, { ...record, native: uuid });
  for (const { call: started, task } of tasks) {
    state.tasks.set(taskKey(task), started);
  }
  place(state, record, { parent, blocks, essential: known === undefined });
  if (call !== undefined) {
    thread.messages.set(id, call);
    const output = [...(thread.draft.calls[call]?.output ?? [])];
    pushRun(output, former, thread.draft.blocks.length);
    draft.changeCall(call, { output, ...(usage !== undefined && { usage }) });
  }
}

/** Takes what a newer version attaches to the user's message: it is part of the window. */
export function takeAttachment(state: ReaderState, record: ThreadRecord): void {
  const parent = findPlace(state, record, false);
  const blocks = addAttachment(state, record.thread, { ...record, native: record.uuid });
  place(state, record, { parent, blocks, essential: false });
}

/** What every record of a thread tells about the session. */
export function noteFacts({ value, thread, at }: ThreadRecord): void {
  const draft = new SessionDraft(thread.draft);
  const { facts } = thread.draft;
  draft.noteTime(at);
  draft.noteVersion(textAt(value, 'version'));
  facts.id ||= textAt(value, 'sessionId');
  facts.folder ||= textAt(value, 'cwd');
}
