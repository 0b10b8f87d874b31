import { isObject, textAt, timeAt, type JsonObject } from '../json.ts';
import type { Runs } from '../../../ports/runs.ts';
import { SessionDraft } from '../sessionDraft.ts';
import { callFacts, participantOf } from './chatCall.ts';
import { ChatItems, type ChatItem, type ChatSource } from './chatItems.ts';
import type { ChatEntry, ChatState } from './chatState.ts';
import { addQuestion, questionText } from './question.ts';
import { addResponse } from './responseParts.ts';
import { addRounds, roundsOf } from './rounds.ts';
import { QuestionBlocks, type SummaryPatch } from './questionBlocks.ts';

/** The texts of a question and its answer, in the order of the window. */
function itemsOf(source: ChatSource, request: JsonObject, at: number): readonly ChatItem[] {
  const items = new ChatItems(source);
  const path = ['requests', at];
  addQuestion(items, request, path);
  const asked = items.items.length;
  if (roundsOf(request).length > 0) {
    addRounds(items, request, path);
  }
  if (items.items.length === asked) {
    addResponse(items, request, path);
  }
  return items.items;
}

/** Reads questions of a document into a session, again where they changed. */
export class RequestReader {
  readonly #state: ChatState;
  readonly #draft: SessionDraft;
  readonly #source: ChatSource;

  constructor(state: ChatState, source: ChatSource) {
    this.#state = state;
    this.#draft = new SessionDraft(state.draft);
    this.#source = source;
  }

  /** Reads the request at a position; `window` is what stood in the window before it. */
  read(request: JsonObject, id: string, position: number, window: Runs): ChatEntry {
    const known = this.#state.byId.get(id);
    const former = known === undefined ? undefined : this.#state.entries[known];
    this.#noteFacts(request, former === undefined);
    const items = itemsOf(this.#source, request, position);
    const blocks = this.#blocksOf(request, window, former);
    const { draft } = this.#state;
    const early = items.filter(({ stage }) => stage === 'window');
    blocks.take(early);
    const entry = former ?? this.#newEntry(id, draft.calls.length);
    const facts = callFacts(request);
    const call = { window: blocks.window(), output: [] };
    if (former === undefined) {
      this.#draft.call({ ...facts, ...call });
    }
    blocks.take(items.slice(early.length));
    this.#draft.changeCall(entry.call, { ...facts, ...call, output: blocks.runs('output') });
    this.#draft.noteModel(facts.model);
    entry.blocks = blocks.blocks;
    entry.runs = blocks.runs();
    entry.before = [...window];
    if (blocks.lead !== undefined) {
      entry.lead = [...blocks.lead];
    } else {
      delete entry.lead;
    }
    for (const patch of blocks.patches) {
      this.#compact(entry, patch);
    }
    return entry;
  }

  #newEntry(id: string, call: number): ChatEntry {
    const entry: ChatEntry = {
      id,
      call,
      place: -1,
      before: [],
      blocks: new Map(),
      runs: [],
      patched: new Set(),
    };
    this.#state.byId.set(id, this.#state.entries.length);
    this.#state.entries.push(entry);
    return entry;
  }

  #noteFacts(request: JsonObject, first: boolean): void {
    if (first) {
      this.#draft.noteQuestion(questionText(request));
    }
    this.#draft.noteTime(timeAt(request, 'timestamp'));
    const state = request['modelState'];
    this.#draft.noteTime(isObject(state) ? timeAt(state, 'completedAt') : undefined);
    const agent = request['agent'];
    if (isObject(agent)) {
      this.#draft.noteVersion(textAt(agent, 'extensionVersion'));
    }
    this.#state.agent ||= participantOf(request);
  }

  #blocksOf(request: JsonObject, window: Runs, former: ChatEntry | undefined): QuestionBlocks {
    const at = timeAt(request, 'timestamp');
    return new QuestionBlocks(
      window,
      former?.blocks ?? new Map<string, number[]>(),
      (item) => {
        const { kind, content, text, origin, native, tool, call, failed, path, fidelity, tokens } =
          item;
        return this.#draft.add(
          {
            kind,
            origin,
            length: text.length,
            ...(native !== undefined && { native }),
            ...(tool !== undefined && { tool }),
            ...(call !== undefined && { call }),
            ...(failed !== undefined && { failed }),
            ...(path !== undefined && { path }),
            ...(fidelity !== undefined && { fidelity }),
            ...(tokens !== undefined && { tokens }),
            ...(at !== undefined && { at }),
          },
          content,
        );
      },
      this.#state.rounds,
    );
  }

  #compact(entry: ChatEntry, { left, summary }: SummaryPatch): void {
    if (entry.patched.has(summary)) {
      return;
    }
    entry.patched.add(summary);
    const block = this.#state.draft.blocks[summary];
    const index = this.#draft.patch({
      kind: 'compact',
      actor: 'client',
      trigger: '',
      reason: 'The conversation so far was replaced by a summary',
      because: 'The rounds of this answer have a summary of what was before',
      left,
      created: [summary, summary + 1],
      recovery: 'transcript',
      ...(block?.at !== undefined && { at: block.at }),
      ...(block !== undefined && { origin: block.origin }),
    });
    this.#draft.changePatch(index, { call: entry.call });
  }
}
