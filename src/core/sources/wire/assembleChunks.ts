import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';

/** Most tool calls of one answer. */
const callsMost = 10_000;

interface GrowingCall {
  id: string;
  name: string;
  pieces: string[];
}

/** The completion of a stream of OpenAI's Chat Completions; its first choice. */
export function assembledChat(events: readonly JsonObject[]): JsonObject {
  const [text, reasoning]: [string[], string[]] = [[], []];
  const calls = new Map<number, GrowingCall>();
  let rest: JsonObject = {};
  let finish: unknown = null;
  for (const event of events) {
    const { choices, ...own } = event;
    // The usage comes with the last chunk, and as null with the others.
    const known = Object.entries(own).filter(([, value]) => value !== null);
    rest = { ...rest, ...Object.fromEntries(known) };
    const [choice] = Array.isArray(choices) ? (choices as readonly unknown[]) : [];
    const delta = isObject(choice) ? objectAt(choice, 'delta') : {};
    finish = (isObject(choice) ? choice['finish_reason'] : undefined) ?? finish;
    text.push(textAt(delta, 'content'));
    reasoning.push(textAt(delta, 'reasoning_content') || textAt(delta, 'reasoning'));
    for (const piece of listAt(delta, 'tool_calls')) {
      growCall(calls, isObject(piece) ? piece : {});
    }
  }
  const thought = reasoning.join('');
  const toolCalls = [...calls]
    .toSorted(([a], [b]) => a - b)
    .map(([, { id, name, pieces }]) => ({
      id,
      type: 'function',
      function: { name, arguments: pieces.join('') },
    }));
  const message = {
    role: 'assistant',
    content: text.join(''),
    ...(thought !== '' && { reasoning_content: thought }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
  return { ...rest, choices: [{ index: 0, message, finish_reason: finish }] };
}

function growCall(calls: Map<number, GrowingCall>, piece: JsonObject): void {
  const index = typeof piece['index'] === 'number' ? piece['index'] : 0;
  const call = calls.get(index) ?? { id: '', name: '', pieces: [] };
  const { id, name } = call;
  const tool = objectAt(piece, 'function');
  call.id = id || textAt(piece, 'id');
  call.name = name || textAt(tool, 'name');
  call.pieces.push(textAt(tool, 'arguments'));
  if (calls.size < callsMost) {
    calls.set(index, call);
  }
}

/** The answer of a stream of Gemini's generateContent; texts that follow each other are one. */
export function assembledGemini(events: readonly JsonObject[]): JsonObject {
  const parts: { part: JsonObject; texts: string[] }[] = [];
  let rest: JsonObject = {};
  for (const event of events) {
    const { candidates, ...own } = event;
    rest = { ...rest, ...own };
    const [candidate] = Array.isArray(candidates) ? (candidates as readonly unknown[]) : [];
    const content = isObject(candidate) ? objectAt(candidate, 'content') : {};
    for (const part of listAt(content, 'parts')) {
      if (!isObject(part)) {
        continue;
      }
      const last = parts.at(-1);
      const goesOn =
        last !== undefined &&
        typeof part['text'] === 'string' &&
        typeof last.part['text'] === 'string' &&
        last.part['thought'] === part['thought'];
      if (goesOn) {
        last.texts.push(textAt(part, 'text'));
      } else {
        parts.push({ part, texts: [textAt(part, 'text')] });
      }
    }
  }
  const whole = parts.map(({ part, texts }) =>
    typeof part['text'] === 'string' ? { ...part, text: texts.join('') } : part,
  );
  return { ...rest, candidates: [{ content: { role: 'model', parts: whole } }] };
}
