import { contentText, roughTokens } from '../contentText.ts';
import { contentKey } from '../contentKey.ts';
import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep, RecordedKind } from '../recordedBlock.ts';

/** One part of a message that is a block of its own. */
export interface Piece {
  /** What it is within its message: the same slot in a later record of the message is the same piece. */
  readonly slot: string;
  readonly kind: RecordedKind;
  /** The model's own words. */
  readonly said: boolean;
  /** Later requests carry it; they do not carry thoughts. */
  readonly kept: boolean;
  /** Its text within the message. */
  readonly path: readonly PathStep[];
  readonly content: unknown;
  /** Equal for pieces that say the same. */
  readonly key: string;
  readonly tokens?: number;
  readonly tool?: string;
  readonly call?: string;
  readonly failed?: boolean;
  readonly file?: string;
}

type NewPiece = Omit<Piece, 'key' | 'kept'> & Partial<Pick<Piece, 'kept'>>;

function piece(made: NewPiece): Piece {
  const { kind, call, content } = made;
  return { kept: true, ...made, key: contentKey([kind, call ?? '', contentText(content)]) };
}

/** What Gemini charges for a picture or a page of a document, at least. Tokens. */
const pictureTokens = 258;

/** Tokens of a list with data in it; undefined for anything else. */
function dataTokens(content: unknown): number | undefined {
  if (!Array.isArray(content)) {
    return undefined;
  }
  const parts = content as readonly unknown[];
  const rest = parts.filter((part) => !isObject(part) || !isObject(part['inlineData']));
  return rest.length === parts.length
    ? undefined
    : roughTokens(contentText(rest)) + pictureTokens * (parts.length - rest.length);
}

/** The context that the program puts before the first question, and the summary of a compression. */
const injected = /^\s*(?:<session_context>|This is the Gemini CLI\. We are setting up the context)/;
const summary = /<state_snapshot>/;

function userKind(text: string): RecordedKind {
  const start = text.slice(0, 2000);
  if (summary.test(start)) {
    return 'summary';
  }
  return injected.test(start) ? 'injected' : 'user_message';
}

function isFunctionPart(part: unknown): part is JsonObject {
  return isObject(part) && (isObject(part['functionCall']) || isObject(part['functionResponse']));
}

/** The text of a tool's answer: what the tool printed, where it stands alone. */
function responseText(part: JsonObject): Pick<Piece, 'path' | 'content'> {
  const response = objectAt(objectAt(part, 'functionResponse'), 'response');
  for (const key of ['output', 'error']) {
    if (typeof response[key] === 'string') {
      return { path: ['functionResponse', 'response', key], content: response[key] };
    }
  }
  return { path: [], content: part };
}

function functionPiece(part: JsonObject, path: readonly PathStep[]): Piece {
  const call = objectAt(part, 'functionCall');
  if (isObject(part['functionCall'])) {
    const id = textAt(call, 'id');
    const args = (call['args'] ?? undefined) === undefined ? [] : ['args'];
    return piece({
      slot: id === '' ? path.join('.') : `call ${id}`,
      kind: 'tool_call',
      said: true,
      path: [...path, 'functionCall', ...args],
      content: call['args'] ?? call,
      ...named(textAt(call, 'name'), id),
    });
  }
  const response = objectAt(part, 'functionResponse');
  const id = textAt(response, 'id');
  const text = responseText(part);
  return piece({
    slot: id === '' ? path.join('.') : `result ${id}`,
    kind: 'tool_result',
    said: false,
    ...text,
    path: [...path, ...text.path],
    ...named(textAt(response, 'name'), id),
  });
}

function named(tool: string, call: string): Pick<Piece, 'tool' | 'call'> {
  return { ...(tool !== '' && { tool }), ...(call !== '' && { call }) };
}

function contentPieces(message: JsonObject, isUser: boolean): Piece[] {
  const content = message['content'] ?? '';
  const whole = (value: unknown, path: readonly PathStep[]): Piece[] => {
    const text = contentText(value);
    const tokens = dataTokens(value) ?? dataTokens([value]);
    return text === ''
      ? []
      : [
          piece({
            slot: path.join('.'),
            kind: isUser ? userKind(text) : 'assistant_message',
            said: !isUser,
            path,
            content: value,
            ...(tokens !== undefined && { tokens }),
          }),
        ];
  };
  if (!Array.isArray(content) || !content.some(isFunctionPart)) {
    return whole(content, ['content']);
  }
  return content.flatMap((part: unknown, at) =>
    isFunctionPart(part) ? [functionPiece(part, ['content', at])] : whole(part, ['content', at]),
  );
}

function thoughtPieces(message: JsonObject): Piece[] {
  return listAt(message, 'thoughts').flatMap((thought, at) => {
    const described = isObject(thought) && typeof thought['description'] === 'string';
    const content = described ? thought['description'] : thought;
    const path = ['thoughts', at, ...(described ? ['description'] : [])];
    const slot = `thought ${at}`;
    const kind = 'reasoning_trace' as const;
    return contentText(content) === ''
      ? []
      : [piece({ slot, kind, said: true, kept: false, path, content })];
  });
}

/** Arguments that name the file a tool is about. */
const fileKeys = ['file_path', 'absolute_path', 'path'];

function callPieces(call: JsonObject, at: number): Piece[] {
  const id = textAt(call, 'id');
  const tool = textAt(call, 'name');
  const args = objectAt(call, 'args');
  const file = fileKeys.map((key) => textAt(args, key)).find((path) => path !== '');
  const base = ['toolCalls', at];
  const about = { ...named(tool, id), ...(file !== undefined && { file }) };
  const path = (call['args'] ?? undefined) === undefined ? base : [...base, 'args'];
  const content = call['args'] ?? call;
  const slot = id === '' ? `call ${at}` : `call ${id}`;
  const made = [piece({ slot, kind: 'tool_call', said: true, path, content, ...about })];
  const result = call['result'] ?? undefined;
  if (result !== undefined) {
    const parts: readonly unknown[] = Array.isArray(result) ? result : [];
    const only = parts.length === 1 && isFunctionPart(parts[0]) ? parts[0] : undefined;
    const text = only === undefined ? { path: [], content: result } : responseText(only);
    const inner = [...base, 'result', ...(only === undefined ? [] : [0, ...text.path])];
    const failed = textAt(call, 'status') === 'error' || textAt(call, 'status') === 'cancelled';
    made.push(
      piece({
        slot: id === '' ? `result ${at}` : `result ${id}`,
        kind: 'tool_result',
        said: false,
        path: inner,
        content: text.content,
        ...about,
        ...(failed && { failed }),
      }),
    );
  }
  return made;
}

/**
 * The parts of a message: thoughts, text, calls, results, in this order. Each slot at most once. Fields as in
 * google-gemini/gemini-cli, `chatRecordingTypes.ts`. Throws if a content is nested too deeply for JSON.
 */
export function messagePieces(message: JsonObject): Piece[] {
  const isUser = textAt(message, 'type') === 'user';
  const calls = isUser
    ? []
    : listAt(message, 'toolCalls').flatMap((call, at) =>
        isObject(call) ? callPieces(call, at) : [],
      );
  const said = isUser ? [] : thoughtPieces(message);
  const all = [...said, ...contentPieces(message, isUser), ...calls];
  const bySlot = new Map<string, Piece>();
  for (const made of [...all.filter((one) => one.said || isUser), ...all]) {
    if (!bySlot.has(made.slot)) {
      bySlot.set(made.slot, made);
    }
  }
  return [...bySlot.values()];
}
