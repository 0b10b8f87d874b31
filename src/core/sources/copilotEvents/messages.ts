import { countAt, isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { RecordedUsage } from '../recordedSession.ts';
import type { NewBlock } from '../sessionDraft.ts';
import { originOf, SessionDraft } from '../sessionDraft.ts';
import type { PathStep } from '../recordedBlock.ts';
import { pushRun } from '../../../ports/runs.ts';
import type { Place } from '../transcriptFormat.ts';
import type { Lane } from './eventState.ts';

/** An event of a file. */
export interface StoredEvent {
  readonly data: JsonObject;
  readonly place: Place;
  /** Milliseconds since the epoch; undefined if the event does not say. */
  readonly at: number | undefined;
}

/** Adds a text of an event to a lane's window; empty ones are none. Its index, or -1. */
export function show(
  lane: Lane,
  event: StoredEvent,
  steps: readonly PathStep[],
  content: unknown,
  block: Omit<NewBlock, 'origin'>,
): number {
  if (content === '' || content === undefined || content === null) {
    return -1;
  }
  const draft = new SessionDraft(lane.draft);
  const origin = originOf(event.place, ['data', ...steps]);
  const at = event.at === undefined ? {} : { at: event.at };
  const index = draft.add({ ...block, ...at, origin }, content);
  draft.show(index);
  return index;
}

/** Whether a message was put in by the program: a skill, another agent, autopilot going on. */
function isInjected(data: JsonObject): boolean {
  const source = textAt(data, 'source');
  return data['isAutopilotContinuation'] === true || (source !== '' && source !== 'user');
}

/**
 * A message of the user. `transformedContent` is what the model got, with the attachments named in it; without it the
 * message is what was typed, and the attachments stand before it.
 */
export function takeUserMessage(lane: Lane, event: StoredEvent): void {
  const { data } = event;
  const native = textAt(data, 'messageId');
  const kind = isInjected(data) ? 'injected' : 'user_message';
  if (kind === 'user_message') {
    new SessionDraft(lane.draft).noteQuestion(textAt(data, 'content'));
  }
  const transformed = textAt(data, 'transformedContent');
  if (transformed !== '') {
    show(lane, event, ['transformedContent'], transformed, { kind, native });
    return;
  }
  for (const [index, attachment] of listAt(data, 'attachments').entries()) {
    if (!isObject(attachment)) {
      continue;
    }
    const text = textAt(attachment, 'text');
    const path = textAt(attachment, 'path') || textAt(attachment, 'filePath');
    const file = path === '' ? {} : { path };
    if (text !== '') {
      show(lane, event, ['attachments', index, 'text'], text, { kind: 'injected', ...file });
    } else {
      // A file is only named; its text is not in the session.
      const lost = { kind: 'injected', fidelity: 'lost', ...file } as const;
      show(lane, event, ['attachments', index], attachment, lost);
    }
  }
  show(lane, event, ['content'], textAt(data, 'content'), { kind, native });
}

/** The file that a call is about, by the names that Copilot's tools give it. */
function fileOf(args: unknown): string {
  let value = args;
  if (typeof value === 'string') {
    try {
      value = value.length > 100_000 ? undefined : JSON.parse(value);
    } catch {
      return '';
    }
  }
  return isObject(value) ? textAt(value, 'filePath') || textAt(value, 'path') : '';
}

/** Takes a tool call from the field that has its arguments. */
export function takeToolCall(
  lane: Lane,
  event: StoredEvent,
  steps: readonly PathStep[],
  call: { readonly id: string; readonly tool: string; readonly args: unknown },
): void {
  const path = fileOf(call.args);
  const facts = {
    kind: 'tool_call',
    native: call.id,
    call: call.id,
    ...(call.tool !== '' && { tool: call.tool }),
    ...(path !== '' && { path }),
  } as const;
  const bare = call.args === undefined || call.args === null || call.args === '';
  const block = bare
    ? show(lane, event, [...steps.slice(0, -1), nameField(steps)], call.tool, facts)
    : show(lane, event, steps, call.args, facts);
  if (call.id !== '') {
    const known = { tool: call.tool, path, done: false };
    lane.tools.set(call.id, block === -1 ? known : { ...known, block });
  }
}

/** Calls in messages name their tool `name`, the beginning of an execution `toolName`. */
function nameField(steps: readonly PathStep[]): string {
  return steps.length > 1 ? 'name' : 'toolName';
}

/** Reasoning of an answer: readable, or only its sealed form. */
function takeReasoning(lane: Lane, event: StoredEvent, native: string): void {
  const { data } = event;
  const text = textAt(data, 'reasoningText');
  if (text !== '') {
    show(lane, event, ['reasoningText'], text, { kind: 'reasoning_trace', native });
    return;
  }
  const field = ['reasoningOpaque', 'encryptedContent'].find((name) => textAt(data, name) !== '');
  if (field !== undefined) {
    const facts = { kind: 'reasoning_trace', native, fidelity: 'sealed', description: '' } as const;
    show(lane, event, [field], textAt(data, field), facts);
  }
}

/**
 * One message of the model: a call of its own, or the next part of the former one's answer, which has the same
 * `apiCallId`.
 */
export function takeAssistantMessage(lane: Lane, event: StoredEvent): void {
  const { data } = event;
  const draft = new SessionDraft(lane.draft);
  const api = textAt(data, 'apiCallId');
  const native = api || textAt(data, 'messageId');
  const open = lane.draft.calls[lane.lastCall];
  if (api === '' || open?.native !== native) {
    lane.lastCall = draft.call({
      native,
      model: textAt(data, 'model') || lane.model,
      counts: 'call',
      outcome: 'ok',
      ...(event.at !== undefined && { at: event.at }),
      ...(lane.contextWindow > 0 && { contextWindow: lane.contextWindow }),
    }).index;
  }
  const from = lane.draft.blocks.length;
  takeReasoning(lane, event, native);
  show(lane, event, ['content'], textAt(data, 'content'), { kind: 'assistant_message', native });
  for (const [index, request] of listAt(data, 'toolRequests').entries()) {
    if (isObject(request)) {
      const [id, tool] = [textAt(request, 'toolCallId'), textAt(request, 'name')];
      const call = { id, tool, args: request['arguments'] };
      takeToolCall(lane, event, ['toolRequests', index, 'arguments'], call);
    }
  }
  const call = lane.draft.calls[lane.lastCall];
  const output = [...(call?.output ?? [])];
  pushRun(output, from, lane.draft.blocks.length);
  // The number is that of the whole answer; where it came in parts, it is at the last.
  const counted = countAt(data, 'outputTokens');
  const told = lane.counted?.api === native ? lane.counted : undefined;
  const usage = {
    ...call?.usage,
    ...(counted !== undefined && { output: counted }),
    ...told?.usage,
  };
  draft.changeCall(lane.lastCall, {
    output,
    ...(Object.keys(usage).length > 0 && { usage }),
    ...(told?.durationMs !== undefined && { durationMs: told.durationMs }),
  });
  if (told !== undefined) {
    delete lane.counted;
  }
}

/** Numbers of a call. */
export function usageOf(data: JsonObject): RecordedUsage {
  const fields = [
    ['input', 'inputTokens'],
    ['output', 'outputTokens'],
    ['cacheRead', 'cacheReadTokens'],
    ['cacheWritten', 'cacheWriteTokens'],
    ['reasoning', 'reasoningTokens'],
  ] as const;
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const count = countAt(data, field);
      return count === undefined ? [] : [[name, count]];
    }),
  );
}

/**
 * Gives the last call its numbers, if they are its; those of an answer that comes later wait for it. Says whether they
 * are of any use.
 */
export function takeUsage(lane: Lane, event: StoredEvent): boolean {
  const { data } = event;
  const call = lane.draft.calls[lane.lastCall];
  const api = textAt(data, 'apiCallId');
  const durationMs = countAt(data, 'duration');
  const facts = { usage: usageOf(data), ...(durationMs !== undefined && { durationMs }) };
  if (api !== '' && api !== call?.native) {
    lane.counted = { api, ...facts };
    return true;
  }
  if (call === undefined || call.usage?.input !== undefined) {
    return false;
  }
  new SessionDraft(lane.draft).changeCall(call.index, {
    ...facts,
    usage: { ...call.usage, ...facts.usage },
  });
  return true;
}

/** What a tool gave back. Says whether it was told for the first time. */
export function takeToolResult(lane: Lane, event: StoredEvent): boolean {
  const { data } = event;
  const id = textAt(data, 'toolCallId');
  const known = lane.tools.get(id);
  if (known?.done === true) {
    return false;
  }
  lane.tools.set(id, { tool: '', path: '', ...known, done: true });
  const tool = known?.tool ?? '';
  const facts = {
    kind: 'tool_result',
    native: id,
    call: id,
    ...(tool !== '' && { tool }),
    ...(known !== undefined && known.path !== '' && { path: known.path }),
    ...(data['success'] === false && { failed: true }),
  } as const;
  const result = objectAt(data, 'result');
  const text = textAt(result, 'content');
  const before = lane.draft.blocks.length;
  if (text === '') {
    show(lane, event, ['error', 'message'], textAt(objectAt(data, 'error'), 'message'), facts);
  } else {
    show(lane, event, ['result', 'content'], text, facts);
  }
  for (const [index, part] of listAt(result, 'binaryResultsForLlm').entries()) {
    if (isObject(part) && part['type'] === 'image' && typeof part['data'] === 'string') {
      show(lane, event, ['result', 'binaryResultsForLlm', index], part, facts);
    }
  }
  if (lane.draft.blocks.length === before && typeof data['success'] === 'boolean') {
    // The editor's extension writes only that the tool ended; the model got its result all the same.
    const lost = { ...facts, fidelity: 'lost', description: 'not in the transcript' } as const;
    show(lane, event, ['success'], data['success'], lost);
  }
  return true;
}
