import { contentText } from '../contentText.ts';
import { countAt, isObject, textAt, timeAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { RecordedUsage } from '../recordedSession.ts';
import { runsOf } from '../../../ports/runs.ts';
import { originOf, type NewBlock, type SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { GeminiState, KnownMessage } from './geminiState.ts';
import type { Piece } from './pieces.ts';
import { dropLast } from './window.ts';

/** Where a message stands. */
export interface MessagePlace {
  readonly place: Place;
  /** Its path within the record. */
  readonly base: readonly PathStep[];
}

/** Adds the block of a piece, in no window yet. */
export function addPiece(
  draft: SessionDraft,
  made: Piece,
  { place, base }: MessagePlace,
  more: Partial<NewBlock> & { readonly message: JsonObject },
): number {
  const { message, ...rest } = more;
  const at = timeAt(message, 'timestamp');
  const { kind, path, content, tokens, tool, call, failed, file } = made;
  return draft.add(
    {
      kind,
      origin: originOf(place, [...base, ...path]),
      native: textAt(message, 'id'),
      ...(at !== undefined && { at }),
      ...(tokens !== undefined && { tokens }),
      ...(tool !== undefined && { tool }),
      ...(call !== undefined && { call }),
      ...(failed === true && { failed }),
      ...(file !== undefined && { path: file }),
      ...rest,
    },
    content,
  );
}

/**
 * What the provider counted for a message. Its total is the sum of prompt, what tools put into the prompt, answer and
 * thoughts, each counted apart (Gemini API, `UsageMetadata`). Undefined if nothing was counted.
 */
export function usageOf(message: JsonObject): RecordedUsage | undefined {
  const { tokens } = message;
  const input = isObject(tokens) ? countAt(tokens, 'input') : undefined;
  if (!isObject(tokens) || input === undefined || input === 0) {
    return undefined;
  }
  const reasoning = countAt(tokens, 'thoughts');
  const output = countAt(tokens, 'output');
  const cacheRead = countAt(tokens, 'cached');
  return {
    input: input + (countAt(tokens, 'tool') ?? 0),
    ...(output !== undefined && { output: output + (reasoning ?? 0) }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

/** Whether a message of the model was answered by it, and not put there by the program. */
export function isCall(message: JsonObject): boolean {
  const isModel = textAt(message, 'type') === 'gemini';
  return isModel && (textAt(message, 'model') !== '' || usageOf(message) !== undefined);
}

/** Adds the call of a message; its window is what stands now. Nothing if the message is no answer. */
export function beginCall(
  draft: SessionDraft,
  known: KnownMessage,
  message: JsonObject,
  window?: readonly number[],
): void {
  if (!isCall(message)) {
    return;
  }
  const at = timeAt(message, 'timestamp');
  known.call = draft.call({
    native: known.id,
    model: textAt(message, 'model'),
    counts: 'call',
    outcome: 'ok',
    ...(window !== undefined && { window }),
    ...(at !== undefined && { at }),
  }).index;
}

/** Brings the call of a message up to its newest record. */
export function updateCall(
  draft: SessionDraft,
  known: KnownMessage,
  message: JsonObject,
  pieces: readonly Piece[],
): void {
  if (known.call === undefined) {
    return;
  }
  const usage = usageOf(message);
  const output = pieces
    .filter(({ said }) => said)
    .map(({ slot }) => known.pieces.get(slot)?.block)
    .filter((block) => block !== undefined);
  draft.changeCall(known.call, { output: runsOf(output), ...(usage !== undefined && { usage }) });
}

/** Counts a question, if the message is one. */
export function noteQuestion(draft: SessionDraft, pieces: readonly Piece[]): void {
  const asked = pieces.find(({ kind }) => kind === 'user_message');
  if (asked !== undefined) {
    draft.noteQuestion(contentText(asked.content));
  }
}

/** Adds a message to the end of the conversation. */
export function appendMessage(
  state: GeminiState,
  draft: SessionDraft,
  message: JsonObject,
  pieces: readonly Piece[],
  where: MessagePlace,
): void {
  const known: KnownMessage = { id: textAt(message, 'id'), kept: 0, pieces: new Map() };
  state.places.set(known.id, state.messages.length);
  state.messages.push(known);
  noteQuestion(draft, pieces);
  beginCall(draft, known, message);
  for (const made of pieces) {
    const block = addPiece(draft, made, where, { message });
    known.pieces.set(made.slot, { key: made.key, block });
    if (made.kept) {
      draft.show(block);
      known.kept += 1;
    }
  }
  updateCall(draft, known, message, pieces);
}

/** The numbers of an older message may come late. */
function countOlder(draft: SessionDraft, known: KnownMessage, message: JsonObject): boolean {
  const usage = usageOf(message);
  const former = known.call === undefined ? undefined : draft.state.calls[known.call];
  if (former === undefined || usage === undefined || former.usage !== undefined) {
    return false;
  }
  draft.changeCall(former.index, { usage });
  return true;
}

/**
 * Takes another record of a message; false if it says nothing new. The program writes only its newest message again:
 * of an older one only the counts are taken, so that a record costs no more than its size.
 */
export function updateMessage(
  state: GeminiState,
  draft: SessionDraft,
  message: JsonObject,
  pieces: readonly Piece[],
  where: MessagePlace,
): boolean {
  const index = state.places.get(textAt(message, 'id')) ?? -1;
  const known = state.messages[index];
  if (known === undefined) {
    return false;
  }
  if (index !== state.messages.length - 1) {
    return countOlder(draft, known, message);
  }
  const fresh = pieces.filter(({ slot, key }) => known.pieces.get(slot)?.key !== key);
  for (const made of fresh) {
    const block = addPiece(draft, made, where, { message });
    known.pieces.set(made.slot, { key: made.key, block });
  }
  const isNew = fresh.length > 0 || usageOf(message) !== undefined;
  if (fresh.length > 0) {
    dropLast(draft, known.kept);
    const kept = pieces.filter((made) => made.kept);
    for (const { slot } of kept) {
      draft.show(known.pieces.get(slot)?.block ?? 0);
    }
    known.kept = kept.length;
  }
  const before = known.call === undefined ? undefined : draft.state.calls[known.call];
  if (known.call === undefined) {
    beginCall(draft, known, message, withoutLast(draft, known.kept));
  }
  updateCall(draft, known, message, pieces);
  return fresh.length > 0 || (isNew && before?.usage === undefined);
}

function withoutLast(draft: SessionDraft, count: number): readonly number[] {
  const window = [...draft.state.window];
  dropLast(draft, count);
  const without = draft.state.window;
  draft.setWindow(window);
  return without;
}
