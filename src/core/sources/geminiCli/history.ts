import { isObject, textAt, type JsonObject } from '../json.ts';
import type { PathStep, RecordedKind } from '../recordedBlock.ts';
import { countOf, indicesOf, runsOf } from '../../../ports/runs.ts';
import { originOf, type SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { GeminiState, KnownMessage, KnownPiece } from './geminiState.ts';
import { addPiece, beginCall, isCall, noteQuestion, updateCall } from './messages.ts';
import { messagePieces, type Piece } from './pieces.ts';
import { dropLast } from './window.ts';

/** A history that takes the place of another. */
interface NewHistory {
  readonly messages: KnownMessage[];
  readonly places: Map<string, number>;
  /** The window it makes. */
  readonly blocks: number[];
  /** Calls and results that are in it: each stands in one message only. */
  readonly placed: Set<string>;
  readonly created: number[];
}

/** Blocks that may be found again: those of the former window by what they say. */
function formerBlocks(state: GeminiState): Map<string, number> {
  const blocks = new Map<string, number>();
  for (const { pieces } of state.messages) {
    for (const { key, block } of pieces.values()) {
      blocks.set(key, block);
    }
  }
  return blocks;
}

function placePiece(
  draft: SessionDraft,
  made: Piece,
  former: {
    readonly piece: KnownPiece | undefined;
    readonly same: number | undefined;
    readonly used: ReadonlySet<number>;
  },
  add: () => { readonly place: Place; readonly base: readonly PathStep[]; message: JsonObject },
): { readonly block: number; readonly isNew: boolean } {
  const own = former.piece?.key === made.key ? former.piece.block : undefined;
  const found = [own, former.same].find((block) => block !== undefined && !former.used.has(block));
  if (found !== undefined) {
    return { block: found, isNew: false };
  }
  const { message, ...where } = add();
  // A result that says something else than it did is a note in its place.
  const stub = made.kind === 'tool_result' && former.piece !== undefined;
  const more = stub ? { message, standsFor: former.piece.block } : { message };
  return { block: addPiece(draft, made, where, more), isNew: true };
}

function takeHistory(
  state: GeminiState,
  draft: SessionDraft,
  list: readonly unknown[],
  place: Place,
  base: readonly PathStep[],
): NewHistory {
  const known = formerBlocks(state);
  const next: NewHistory = {
    messages: [],
    places: new Map(),
    blocks: [],
    placed: new Set(),
    created: [],
  };
  const used = new Set<number>();
  for (const [at, message] of list.entries()) {
    if (!isObject(message) || !['user', 'gemini'].includes(textAt(message, 'type'))) {
      continue;
    }
    const id = textAt(message, 'id') || `#${at}`;
    const former = state.messages[state.places.get(id) ?? -1];
    const pieces = messagePieces(message).filter(
      ({ slot, call }) => call === undefined || !next.placed.has(slot),
    );
    const entry: KnownMessage = { id, kept: 0, pieces: new Map() };
    if (former?.call !== undefined) {
      entry.call = former.call;
    } else if (isCall(message)) {
      beginCall(draft, entry, message, runsOf(next.blocks));
    }
    next.places.set(id, next.messages.length);
    next.messages.push(entry);
    if (former === undefined && base[0] === 'messages') {
      noteQuestion(draft, pieces);
    }
    for (const made of pieces) {
      const same = known.get(made.key);
      const found = placePiece(
        draft,
        made,
        {
          piece: former?.pieces.get(made.slot),
          same,
          used,
        },
        () => ({ place, base: [...base, at], message }),
      );
      keep(next, entry, made, found, used);
    }
    if (former === undefined) {
      updateCall(draft, entry, message, pieces);
    }
  }
  return next;
}

function keep(
  next: NewHistory,
  entry: KnownMessage,
  made: Piece,
  { block, isNew }: { readonly block: number; readonly isNew: boolean },
  used: Set<number>,
): void {
  if (made.call !== undefined) {
    next.placed.add(made.slot);
  }
  entry.pieces.set(made.slot, { key: made.key, block });
  if (made.kept && !used.has(block)) {
    used.add(block);
    next.blocks.push(block);
    entry.kept += 1;
  }
  if (isNew && made.kept) {
    next.created.push(block);
  }
}

function changeOf(kinds: ReadonlySet<RecordedKind>): {
  readonly kind: 'compact' | 'truncate' | 'replace';
  readonly reason: string;
} {
  if (kinds.has('summary')) {
    return { kind: 'compact', reason: 'Gemini CLI put a summary in place of older messages.' };
  }
  return kinds.size === 1 && kinds.has('tool_result')
    ? { kind: 'truncate', reason: 'Gemini CLI put notes in place of long outputs of tools.' }
    : { kind: 'replace', reason: 'Gemini CLI put another history in place of the conversation.' };
}

/**
 * Takes a whole history that a record has: a document, or `$set` of `messages`, which the program writes when it
 * compressed its history or masked outputs (google-gemini/gemini-cli, `updateMessagesFromHistory`).
 */
export function replaceHistory(
  state: GeminiState,
  draft: SessionDraft,
  list: readonly unknown[],
  { place, base }: { readonly place: Place; readonly base: readonly PathStep[] },
): void {
  const former = draft.state.window;
  const next = takeHistory(state, draft, list, place, base);
  const stays = new Set(next.blocks);
  const left = [...indicesOf(former)].filter((index) => !stays.has(index));
  draft.setWindow(runsOf(next.blocks));
  state.messages = next.messages;
  state.places = next.places;
  if (left.length > 0) {
    const kinds = new Set(next.created.map((block) => draft.state.blocks[block]?.kind ?? 'other'));
    draft.patch({
      ...changeOf(kinds),
      actor: 'client',
      trigger: '',
      because:
        'A line "$set" has the messages as they are from then on; what equals a former part is taken for it.',
      left: runsOf(left),
      created: runsOf(next.created),
      recovery: 'transcript',
      origin: originOf(place),
    });
  }
}

/** Takes `$rewindTo`: the message and all after it are gone; all messages, if it is unknown. */
export function takeRewind(
  state: GeminiState,
  draft: SessionDraft,
  id: string,
  place: Place,
): void {
  const from = state.places.get(id) ?? 0;
  const gone = state.messages.splice(from);
  let count = 0;
  for (const message of gone) {
    count += message.kept;
    state.places.delete(message.id);
  }
  if (gone.length === 0) {
    return;
  }
  const left = dropLast(draft, Math.min(count, countOf(draft.state.window)));
  draft.fork(draft.state.branch, countOf(draft.state.window));
  draft.patch({
    kind: 'rewind',
    actor: 'user',
    trigger: '',
    reason: 'The user went back to an earlier question.',
    because: 'A line "$rewindTo" names the first message that left.',
    left,
    recovery: 'transcript',
    origin: originOf(place),
  });
}
