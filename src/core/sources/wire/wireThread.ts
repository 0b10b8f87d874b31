import { lineHash } from '../../edit/lineHash.ts';
import { contentText } from '../contentText.ts';
import { isObject, textAt } from '../json.ts';
import type { RecordedCall } from '../recordedSession.ts';
import { runsOf } from '../../../ports/runs.ts';
import { SessionDraft, startDraft, type DraftState, type NewCall } from '../sessionDraft.ts';
import {
  diffOf,
  kindOfDiff,
  stubsOf,
  type DiffKind,
  type WindowDiff,
  type WindowItem,
} from './wireDiff.ts';
import { keyOf, type WireItem } from './wireItem.ts';

/** All that is known of one thread of requests. Plain data. */
export interface ThreadState {
  readonly draft: DraftState;
  window: WindowItem[];
  /** Key of the item that the conversation is known by; empty before the first request. */
  first: string;
  /** The proxy's or the client's id of the conversation; empty if none is known. */
  conversation: string;
  /** What tells its tools and system prompt from those of others. */
  head: string;
  /** Id of its last answer. */
  answer: string;
  /** Blocks of tool calls that give a prompt to another agent, by the prompt's hash. */
  readonly prompts: Map<number, number>;
  /** Block of the first session's tool call that started it. */
  startedBy?: number;
}

/** A thread of nothing. */
export function startThread(): ThreadState {
  return {
    draft: startDraft(),
    window: [],
    first: '',
    conversation: '',
    head: '',
    answer: '',
    prompts: new Map(),
  };
}

/** A request that was read. */
export interface WireRequest {
  readonly items: readonly WireItem[];
  readonly keys: readonly string[];
  readonly answer: readonly WireItem[];
  readonly call: Omit<NewCall, 'counts' | 'window' | 'output'>;
}

const reasons: Readonly<Record<DiffKind, string>> = {
  clear: 'Short notes stand in the place of tool results.',
  compact: 'A summary stands in the place of earlier messages.',
  mixed: 'Earlier parts of the conversation were changed.',
  replace: 'The system prompt or the tools are others.',
  rewind: 'The conversation was taken back to an earlier point.',
  truncate: 'Earlier messages were left out.',
};

/** Most prompts of a thread that are kept. */
const promptsMost = 1000;

/** Puts requests into the session of their thread. */
export class WireThread {
  readonly state: ThreadState;
  readonly draft: SessionDraft;

  constructor(state: ThreadState) {
    this.state = state;
    this.draft = new SessionDraft(state.draft);
  }

  /** Takes a request that goes on with the conversation. */
  follow(request: WireRequest): void {
    const { items, keys } = request;
    const before = this.state.window;
    const diff = diffOf(before, items, keys);
    const stubs = stubsOf(before, items, diff);
    const kind = kindOfDiff(before, items, diff, stubs);
    const window = items.map((item, index): WindowItem => {
      const old = before[diff.reused[index] ?? -1];
      const stands = before[stubs.get(index) ?? -1]?.block;
      const block = old?.block ?? this.#add(item, stands);
      return this.#windowItem(item, keys[index] ?? '', block, false);
    });
    this.#noteQuestion(items, diff);
    this.draft.setWindow(runsOf(window.map(({ block }) => block)));
    if (kind !== undefined) {
      this.#patch(kind, diff, window, request.call.at);
    }
    const call = this.draft.call({ ...request.call, counts: 'call' });
    this.state.window = [...window, ...this.#answer(call, request.answer)];
  }

  /** Takes a request beside the conversation; what it shares with it are the same blocks. */
  beside(request: WireRequest): void {
    const known = new Map(this.state.window.map(({ key, block }) => [key, block]));
    const used = new Set<number>();
    const window = request.items.map((item, index) => {
      const block = known.get(request.keys[index] ?? '');
      const fresh = block === undefined || used.has(block) ? this.#add(item) : block;
      used.add(fresh);
      return fresh;
    });
    const call = this.draft.call({ ...request.call, counts: 'call', window: runsOf(window) });
    const output = request.answer.map((item) => this.#add(item));
    this.draft.changeCall(call.index, { output: runsOf(output) });
  }

  #windowItem(item: WireItem, key: string, block: number, own: boolean): WindowItem {
    const { kind, call = '' } = item.block;
    const length = this.draft.state.blocks[block]?.length ?? 0;
    return { key, block, kind, head: item.head, call, length, own };
  }

  #add({ block, content }: WireItem, standsFor?: number): number {
    const index = this.draft.add(
      { ...block, ...(standsFor !== undefined && { standsFor }) },
      content,
    );
    const prompt = isObject(content) ? textAt(content, 'prompt').trim() : '';
    const { prompts } = this.state;
    if (block.kind === 'tool_call' && prompt !== '' && prompts.size < promptsMost) {
      prompts.set(lineHash(prompt), index);
    }
    return index;
  }

  #answer(call: RecordedCall, answer: readonly WireItem[]): WindowItem[] {
    const items = answer.map((item) => this.#windowItem(item, keyOf(item), this.#add(item), true));
    for (const { block } of items) {
      this.draft.show(block);
    }
    this.draft.changeCall(call.index, { output: runsOf(items.map(({ block }) => block)) });
    return items;
  }

  #noteQuestion(items: readonly WireItem[], { reused }: WindowDiff): void {
    const last = items.at(-1)?.message;
    const question = items.find(
      ({ block, message }, index) =>
        block.kind === 'user_message' && message === last && reused[index] === -1,
    );
    if (question !== undefined) {
      this.draft.noteQuestion(contentText(question.content).slice(0, 1000));
    }
  }

  #patch(kind: DiffKind, diff: WindowDiff, window: readonly WindowItem[], at?: number): void {
    const before = this.state.window;
    const left = diff.left.flatMap((index) => before[index]?.block ?? []);
    const asked = diff.left.some((index) => before[index]?.kind === 'user_message');
    if (kind === 'rewind' && asked) {
      const kept = diff.reused.filter((index) => index !== -1).length;
      this.draft.fork(this.draft.state.branch, kept, at);
    }
    this.draft.patch({
      kind,
      actor: kind === 'rewind' ? 'user' : 'client',
      ...(at !== undefined && { at }),
      trigger: '',
      reason: reasons[kind],
      because: 'A request differs from the one before it in what both should have.',
      left: runsOf(left),
      created: runsOf(diff.made.flatMap((index) => window[index]?.block ?? [])),
      recovery: 'transcript',
    });
  }
}
