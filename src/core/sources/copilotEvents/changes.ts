import { countAt, objectAt, textAt } from '../json.ts';
import { countOf, indicesOf, pushRun, pushRuns, type Runs } from '../../../ports/runs.ts';
import { originOf, SessionDraft } from '../sessionDraft.ts';
import { leaving } from '../windowCuts.ts';
import type { Lane } from './eventState.ts';
import { show, usageOf, type StoredEvent } from './messages.ts';

function timeOf(event: StoredEvent): { at?: number } {
  return event.at === undefined ? {} : { at: event.at };
}

/** Blocks of the window that are no system prompt. */
function conversation(lane: Lane): Runs {
  return lane.system === -1
    ? [...lane.draft.window]
    : leaving(lane.draft.window, [lane.system, lane.system + 1]);
}

/** A system prompt: first in the window, in the place of the former one. Says whether it is another one. */
export function takeSystemPrompt(lane: Lane, event: StoredEvent): boolean {
  const draft = new SessionDraft(lane.draft);
  const former = lane.system;
  const content = textAt(event.data, 'content');
  if (former !== -1 && lane.systemText === content) {
    return false;
  }
  const rest = conversation(lane);
  const index = show(lane, event, ['content'], content, { kind: 'system_prompt' });
  if (index === -1) {
    return false;
  }
  lane.system = index;
  lane.systemText = content;
  const window: number[] = [index, index + 1];
  pushRuns(window, rest);
  draft.setWindow(window);
  if (former !== -1) {
    draft.patch({
      kind: 'replace',
      actor: 'client',
      trigger: '',
      reason: 'Another system prompt took the place of the former one',
      because: 'A system.message event has another text than the one before',
      left: [former, former + 1],
      created: [index, index + 1],
      recovery: 'transcript',
      origin: originOf(event.place),
      ...timeOf(event),
    });
  }
  return true;
}

/** The beginning of a compaction: what comes after it stays in the window when it ends. */
export function startCompaction(lane: Lane, event: StoredEvent): void {
  const limit = countAt(event.data, 'tokenLimit');
  lane.contextWindow = limit ?? lane.contextWindow;
  lane.compaction = {
    window: [...lane.draft.window],
    trigger: textAt(event.data, 'trigger'),
    ...(limit !== undefined && { contextWindow: limit }),
  };
}

/** The call that made the summary, by the numbers that the event gives of it. */
function takeSummaryCall(lane: Lane, event: StoredEvent, window: Runs, summary: number): void {
  const used = objectAt(event.data, 'compactionTokensUsed');
  const usage = usageOf(used);
  if (Object.keys(usage).length === 0) {
    return;
  }
  const durationMs = countAt(used, 'duration');
  new SessionDraft(lane.draft).call({
    native: textAt(event.data, 'requestId'),
    model: textAt(used, 'model') || lane.model,
    counts: 'call',
    purpose: 'summary',
    outcome: event.data['success'] === false ? 'failed' : 'ok',
    window: [...window],
    output: summary === -1 ? [] : [summary, summary + 1],
    usage,
    ...timeOf(event),
    ...(durationMs !== undefined && { durationMs }),
  });
}

/** The end of a compaction. One that failed changes nothing. */
export function endCompaction(lane: Lane, event: StoredEvent): void {
  const { data } = event;
  const open = lane.compaction;
  delete lane.compaction;
  const window = open?.window ?? [...lane.draft.window];
  if (data['success'] !== true) {
    takeSummaryCall(lane, event, window, -1);
    return;
  }
  const system = lane.system === -1 ? [] : [lane.system, lane.system + 1];
  const kept = leaving(leaving(lane.draft.window, window), system);
  const left = leaving(leaving(lane.draft.window, kept), system);
  const text = textAt(data, 'summaryContent');
  const summary = show(lane, event, ['summaryContent'], text, { kind: 'summary' });
  takeSummaryCall(lane, event, window, summary);
  const draft = new SessionDraft(lane.draft);
  const after: number[] = [...system];
  if (summary !== -1) {
    pushRun(after, summary, summary + 1);
  }
  pushRuns(after, kept);
  draft.setWindow(after);
  const [tokensBefore, tokensAfter] = [
    countAt(data, 'preCompactionTokens'),
    countAt(data, 'postCompactionTokens'),
  ];
  draft.patch({
    kind: 'compact',
    actor: 'client',
    trigger: textAt(data, 'trigger') || (open?.trigger ?? ''),
    reason: 'The conversation was replaced by a summary',
    because: 'A session.compaction_complete event says that it succeeded',
    left,
    created: summary === -1 ? [] : [summary, summary + 1],
    recovery: 'transcript',
    origin: originOf(event.place),
    ...(tokensBefore !== undefined && { before: tokensBefore }),
    ...(tokensAfter !== undefined && { after: tokensAfter }),
    ...timeOf(event),
  });
}

/** Messages that were cut off at the front. The event says how many, not which: those that are oldest. */
export function takeTruncation(lane: Lane, event: StoredEvent): void {
  const { data } = event;
  let messages = countAt(data, 'messagesRemovedDuringTruncation') ?? 0;
  const left: number[] = [];
  let record = '';
  for (const index of indicesOf(conversation(lane))) {
    const origin = lane.draft.blocks[index]?.origin;
    const own = `${origin?.file ?? 0}:${origin?.offset ?? 0}`;
    if (own !== record) {
      record = own;
      messages -= 1;
    }
    if (messages < 0) {
      break;
    }
    pushRun(left, index, index + 1);
  }
  const [before, after] = [
    countAt(data, 'preTruncationTokensInMessages'),
    countAt(data, 'postTruncationTokensInMessages'),
  ];
  leave(lane, event, left, {
    kind: 'truncate',
    actor: 'client',
    reason: 'The oldest messages were cut off',
    because:
      'A session.truncation event says how many messages went; the oldest are taken to be those',
    trigger: textAt(data, 'performedBy').slice(0, 60),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  });
}

interface Leaving {
  readonly kind: 'truncate' | 'clear' | 'rewind';
  readonly actor: 'client' | 'user';
  readonly reason: string;
  readonly because: string;
  readonly trigger: string;
  readonly before?: number;
  readonly after?: number;
}

function leave(lane: Lane, event: StoredEvent, left: Runs, why: Leaving): void {
  if (left.length === 0) {
    return;
  }
  const draft = new SessionDraft(lane.draft);
  draft.setWindow(leaving(lane.draft.window, left));
  draft.patch({
    ...why,
    left,
    recovery: 'transcript',
    origin: originOf(event.place),
    ...timeOf(event),
  });
}

/** The conversation was cleared. */
export function takeClearing(lane: Lane, event: StoredEvent): void {
  leave(lane, event, conversation(lane), {
    kind: 'clear',
    actor: 'user',
    reason: 'The conversation was cleared',
    because: 'A session.context_cleared event',
    trigger: '',
  });
  const text = textAt(event.data, 'initialMessage');
  show(lane, event, ['initialMessage'], text, { kind: 'injected' });
}

/** The user went back to before an event; `from` is the first block after that. */
export function takeRewind(lane: Lane, event: StoredEvent, from: number): void {
  const left = leaving(conversation(lane), [0, from]);
  if (left.length === 0) {
    return;
  }
  leave(lane, event, left, {
    kind: 'rewind',
    actor: 'user',
    reason: 'The user went back to an earlier message',
    because: 'A session.snapshot_rewind event',
    trigger: '',
  });
  const draft = new SessionDraft(lane.draft);
  draft.fork(lane.draft.branch, countOf(lane.draft.window), event.at);
  lane.lastCall = -1;
}
