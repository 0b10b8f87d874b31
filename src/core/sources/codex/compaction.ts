import { contentText } from '../contentText.ts';
import { isObject, listAt, textAt, type JsonObject } from '../json.ts';
import type { Origin, PathStep } from '../recordedBlock.ts';
import type { Recovery } from '../recordedSession.ts';
import { indicesOf, runsOf, type Runs } from '../../../ports/runs.ts';
import { originOf, type SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import { codexItem } from './codexItem.ts';
import { addBlock, type CodexState } from './codexState.ts';
import { itemBlock } from './itemBlock.ts';

/** A window that a record puts in place of another. */
interface NewWindow {
  readonly blocks: readonly number[];
  readonly back: readonly number[];
  readonly created: readonly number[];
}

/** Blocks of the window by key, oldest first; each is given out once. */
function takeBlocks(state: CodexState, window: Runs): (key: string) => number | undefined {
  const byKey = new Map<string, { readonly blocks: number[]; next: number }>();
  for (const index of indicesOf(window)) {
    const key = state.keys[index] ?? '';
    const same = byKey.get(key);
    if (same === undefined) {
      byKey.set(key, { blocks: [index], next: 0 });
    } else {
      same.blocks.push(index);
    }
  }
  return (key) => {
    const same = byKey.get(key);
    const block = same?.blocks[same.next];
    if (same !== undefined) {
      same.next += 1;
    }
    return block;
  };
}

/** An item of a history as a block of its own: a summary if it says what `summary` says. */
function addItem(
  state: CodexState,
  draft: SessionDraft,
  item: unknown,
  origin: Origin,
  summary: string,
): number {
  const read = isObject(item) ? codexItem(item) : undefined;
  if (read === undefined || read === 'beside') {
    return addBlock(state, draft, { kind: 'other', origin }, item);
  }
  const path = [...origin.path, ...read.path];
  const isSummary = summary !== '' && contentText(read.content) === summary;
  const block = itemBlock(read, { ...origin, path }, undefined, state.tools);
  const kind = isSummary ? 'summary' : block.kind;
  return addBlock(state, draft, { ...block, kind }, read.content, read.key);
}

function replaced(
  state: CodexState,
  draft: SessionDraft,
  payload: JsonObject,
  place: Place,
): NewWindow {
  const take = takeBlocks(state, draft.state.window);
  const blocks = new Set<number>(state.system === undefined ? [] : [state.system]);
  const [back, created]: [number[], number[]] = [[], []];
  const path: readonly PathStep[] = ['payload', 'replacement_history'];
  for (const [at, item] of listAt(payload, 'replacement_history').entries()) {
    const read = isObject(item) ? codexItem(item) : undefined;
    if (read === 'beside') {
      continue;
    }
    const stood = read === undefined ? undefined : take(read.key);
    const former = read === undefined ? undefined : state.places.get(read.key);
    if (stood !== undefined) {
      blocks.add(stood);
    } else if (former !== undefined && !blocks.has(former)) {
      back.push(former);
      blocks.add(former);
    } else {
      const origin = originOf(place, [...path, at]);
      const made = addItem(state, draft, item, origin, textAt(payload, 'message'));
      created.push(made);
      blocks.add(made);
    }
  }
  return { blocks: [...blocks], back, created };
}

/** Tokens of the user's newest messages that older versions kept, at four characters each (codex-rs/core, compact.rs). */
const keptTokens = 20_000;

/** Without a history: what Codex up to about 0.80 made of the window by itself, from the summary alone. */
function rebuilt(
  state: CodexState,
  draft: SessionDraft,
  payload: JsonObject,
  place: Place,
): NewWindow {
  const known = draft.state.blocks;
  const kept = new Set<number>();
  let room = keptTokens * 4;
  for (const user of state.users.toReversed()) {
    room -= known[user]?.length ?? 0;
    if (room < 0) {
      break;
    }
    kept.add(user);
  }
  const summary = textAt(payload, 'message');
  const created =
    summary === ''
      ? []
      : [
          addBlock(
            state,
            draft,
            { kind: 'summary', origin: originOf(place, ['payload', 'message']) },
            summary,
          ),
        ];
  const stays = (index: number): boolean =>
    index === state.system || known[index]?.kind === 'injected' || kept.has(index);
  return {
    blocks: [...[...indicesOf(draft.state.window)].filter(stays), ...created],
    back: [],
    created,
  };
}

function recoveryOf(draft: SessionDraft, left: readonly number[]): Recovery {
  return left.every((index) => draft.state.blocks[index]?.fidelity === 'whole')
    ? 'transcript'
    : 'partly';
}

function sentences(items: number | undefined): { reason: string; because: string } {
  return items === undefined
    ? {
        reason: 'Codex put a summary in place of the conversation, beside the newest questions.',
        because:
          'A line "compacted" has a summary and no history; that version of Codex then kept its instructions and the newest questions.',
      }
    : {
        reason: `Codex put a history of ${items} items in place of the conversation.`,
        because:
          'A line "compacted" has the history that the next request carried; what equals a former item is taken for it.',
      };
}

/** The call that wrote a summary has counts and no items in the file. */
function noteSummaryCall(state: CodexState, draft: SessionDraft): void {
  const { open } = state;
  if (open?.counted === true && !open.answered) {
    draft.changeCall(open.index, { purpose: 'summary' });
  }
}

function tokensBefore(draft: SessionDraft): number | undefined {
  const usage = draft.state.calls.findLast((call) => call.usage !== undefined)?.usage;
  return usage?.input === undefined ? undefined : usage.input + (usage.output ?? 0);
}

/** Takes a line `compacted`: another window, and why. In what a fork inherited only the window. */
export function takeCompaction(
  state: CodexState,
  draft: SessionDraft,
  payload: JsonObject,
  { place, at, inherited }: { place: Place; at: number | undefined; inherited: boolean },
): void {
  const hasHistory = Array.isArray(payload['replacement_history']);
  noteSummaryCall(state, draft);
  const next = hasHistory
    ? replaced(state, draft, payload, place)
    : rebuilt(state, draft, payload, place);
  const stays = new Set(next.blocks);
  const left = [...indicesOf(draft.state.window)].filter((index) => !stays.has(index));
  draft.setWindow(runsOf(next.blocks));
  state.users = next.blocks.filter((index) => draft.state.blocks[index]?.kind === 'user_message');
  delete state.open;
  if (inherited) {
    return;
  }
  const before = tokensBefore(draft);
  draft.patch({
    kind: 'compact',
    actor: 'client',
    trigger: '',
    ...sentences(hasHistory ? listAt(payload, 'replacement_history').length : undefined),
    left: runsOf(left),
    back: runsOf(next.back),
    created: runsOf(next.created),
    recovery: recoveryOf(draft, left),
    origin: originOf(place),
    ...(before !== undefined && { before }),
    ...(at !== undefined && { at }),
  });
}
