import { roughTokens } from '../contentText.ts';
import { countAt, isObject, listAt, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { Fidelity } from '../recordedBlock.ts';
import type { RecordedCall, RecordedUsage } from '../recordedSession.ts';
import { pushRun } from '../../../ports/runs.ts';
import { originOf, SessionDraft, type NewBlock } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { DebugLane } from './debugState.ts';

/** A record of a debug log. */
export interface DebugEntry {
  readonly record: JsonObject;
  readonly attrs: JsonObject;
  readonly place: Place;
}

/** What is put behind a text that was cut: at 5,000 characters, in older versions at 500. */
const cutMark = '[truncated]';
const cutLengths = new Set([5000 + cutMark.length, 500 + cutMark.length]);

/** How much of a text the log has. */
export function fidelityOf(text: string): Fidelity {
  return text.endsWith(cutMark) && cutLengths.has(text.length) ? 'cut' : 'whole';
}

/** Adds the text of an attribute; empty ones are none. Its index, or -1; it is in no window yet. */
function add(
  lane: DebugLane,
  entry: DebugEntry,
  name: string,
  block: Omit<NewBlock, 'origin'>,
): number {
  const text = textAt(entry.attrs, name);
  if (text === '') {
    return -1;
  }
  const at = timeAt(entry.record, 'ts');
  return new SessionDraft(lane.draft).add(
    {
      fidelity: fidelityOf(text),
      length: text.length,
      ...block,
      origin: originOf(entry.place, ['attrs', name]),
      ...(at !== undefined && { at }),
    },
    text,
  );
}

function show(lane: DebugLane, index: number): void {
  if (index !== -1) {
    new SessionDraft(lane.draft).show(index);
  }
}

/** A question. */
export function takeQuestion(lane: DebugLane, entry: DebugEntry): void {
  const native = textAt(entry.record, 'spanId');
  new SessionDraft(lane.draft).noteQuestion(textAt(entry.attrs, 'content'));
  show(lane, add(lane, entry, 'content', { kind: 'user_message', native }));
}

/** What a call was for, by what the log calls it. */
function purposeOf(name: string): RecordedCall['purpose'] {
  const lower = name.toLowerCase();
  if (lower.includes('title')) {
    return 'title';
  }
  if (lower.includes('summar') || lower.includes('compact')) {
    return 'summary';
  }
  return /categori|progressmessage|intentdetect/.test(lower) ? 'maintenance' : undefined;
}

function usageOf(attrs: JsonObject): RecordedUsage {
  const input = countAt(attrs, 'inputTokens');
  const output = countAt(attrs, 'outputTokens');
  // Newer versions say how much of the input came from the cache.
  const cached = countAt(attrs, 'cachedTokens');
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cached !== undefined && cached <= (input ?? 0) && { cacheRead: cached }),
  };
}

/** A model call. It is written when it ended, after the results that it carried and before its answer. */
export function takeCall(lane: DebugLane, entry: DebugEntry): void {
  const { record, attrs } = entry;
  const [at, durationMs] = [timeAt(record, 'ts'), countAt(record, 'dur')];
  const usage = usageOf(attrs);
  const purpose = purposeOf(`${lane.label} ${textAt(attrs, 'debugName')}`);
  const span = textAt(record, 'spanId');
  const model = textAt(attrs, 'model');
  const call = new SessionDraft(lane.draft).call({
    native: span,
    model: model === 'unknown' ? '' : model,
    counts: 'call',
    outcome: record['status'] === 'error' ? 'failed' : record['status'] === 'ok' ? 'ok' : 'unknown',
    ...(at !== undefined && { at }),
    ...(durationMs !== undefined && { durationMs }),
    ...(Object.keys(usage).length > 0 && { usage }),
    ...(purpose !== undefined && { purpose }),
  });
  if (span !== '') {
    lane.calls.set(span, call.index);
  }
  if (call.outcome !== 'failed') {
    lane.answered = call.index;
  }
}

/** The written text of an answer, which the log has as messages in JSON; undefined if it is cut or something else. */
function writtenText(response: string): string | undefined {
  let messages: unknown;
  try {
    messages = JSON.parse(response);
  } catch {
    return undefined;
  }
  if (!Array.isArray(messages)) {
    return undefined;
  }
  return messages
    .filter(isObject)
    .flatMap((message) => listAt(message, 'parts'))
    .filter(isObject)
    .filter((part) => part['type'] === 'text')
    .map((part) => textAt(part, 'content'))
    .join('\n');
}

/** The span of the call that an answer belongs to is in the id of the answer. */
const answerPrefix = 'agent-msg-';

/**
 * The answer of a call. It has the tool calls in it as well, which records of their own tell: so its tokens are those of
 * what was written, and an answer of tool calls alone is no block.
 */
export function takeAnswer(lane: DebugLane, entry: DebugEntry): void {
  const span = textAt(entry.record, 'spanId');
  const native = span.startsWith(answerPrefix) ? span.slice(answerPrefix.length) : span;
  const from = lane.draft.blocks.length;
  show(lane, add(lane, entry, 'reasoning', { kind: 'reasoning_trace', native }));
  const response = textAt(entry.attrs, 'response');
  const written = writtenText(response);
  if (written !== '') {
    const text = written ?? response;
    const facts = { kind: 'assistant_message', native, tokens: roughTokens(text) } as const;
    show(lane, add(lane, entry, 'response', facts));
  }
  const call = lane.draft.calls[lane.calls.get(native) ?? -1];
  if (call !== undefined) {
    const output = [...call.output];
    pushRun(output, from, lane.draft.blocks.length);
    new SessionDraft(lane.draft).changeCall(call.index, { output });
  }
}

/** A tool call with its result; the index of the call's block, or -1. Its arguments are output of the last model call. */
export function takeTool(lane: DebugLane, entry: DebugEntry): number {
  const { record, attrs } = entry;
  const span = textAt(record, 'spanId');
  const tool = textAt(record, 'name');
  const path = /"(?:filePath|path)"\s*:\s*"((?:[^"\\]|\\.){1,1000})"/.exec(textAt(attrs, 'args'));
  const facts = {
    native: span,
    call: span,
    tool,
    ...(path !== null && { path: plainText(path[1] ?? '') }),
  };
  const call = add(lane, entry, 'args', { kind: 'tool_call', ...facts });
  show(lane, call);
  const last = lane.draft.calls[lane.answered];
  if (last !== undefined && call !== -1) {
    const output = [...last.output];
    pushRun(output, call, call + 1);
    new SessionDraft(lane.draft).changeCall(last.index, { output });
  }
  const failed = record['status'] === 'error';
  const result = textAt(attrs, 'result') === '' ? 'error' : 'result';
  show(
    lane,
    add(lane, entry, result, { kind: 'tool_result', ...facts, ...(failed && { failed }) }),
  );
  return call;
}

function plainText(escaped: string): string {
  try {
    return String(JSON.parse(`"${escaped}"`));
  } catch {
    return '';
  }
}

/** What the log tells of a session at its beginning. */
export function takeStart(lane: DebugLane, { attrs }: DebugEntry): void {
  new SessionDraft(lane.draft).noteVersion(textAt(attrs, 'copilotVersion'));
  lane.label ||= textAt(attrs, 'label');
  lane.parent ||= textAt(attrs, 'parentSessionId');
}

/** The attributes of a record. */
export function attrsOf(record: JsonObject): JsonObject {
  return objectAt(record, 'attrs');
}
