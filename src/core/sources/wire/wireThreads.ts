import { lineHash } from '../../edit/lineHash.ts';
import { contentText } from '../contentText.ts';
import { objectAt, textAt } from '../json.ts';
import type { RecordedCall } from '../recordedSession.ts';
import type { Place } from '../transcriptFormat.ts';
import type { Exchange } from './exchange.ts';
import { apiOf, isCounting, modelOf } from './modelApis.ts';
import { purposeOf } from './wirePurpose.ts';
import { keyOf, objectOf, type BodyPlace, type WireItem } from './wireItem.ts';
import { startThread, WireThread, type ThreadState, type WireRequest } from './wireThread.ts';
import { countedUsage } from './wireUsage.ts';

/** The threads of a capture, the first one first. Plain data. */
export interface WireState {
  readonly threads: ThreadState[];
  /** Ids of answers with the times of their requests: what comes twice is one call. */
  readonly answers: Set<string>;
}

/** A capture of nothing; its first thread waits for the first request. */
export function startWire(): WireState {
  return { threads: [startThread()], answers: new Set() };
}

/** Most threads of a capture; later ones are put into the last. */
const threadsMost = 1000;

function outcomeOf({ status, response }: Exchange): RecordedCall['outcome'] {
  const failed = objectOf(response?.value)['error'];
  if ((status !== undefined && status >= 400) || (failed !== undefined && failed !== null)) {
    return 'failed';
  }
  return response === undefined && status === undefined ? 'unknown' : 'ok';
}

/** The client's own id of a conversation: Claude Code's session, or the cache key of OpenAI's clients; hashed. */
function conversationOf({ conversation, request }: Exchange): string {
  const body = objectOf(request.value);
  const user = textAt(objectAt(body, 'metadata'), 'user_id');
  const own =
    /session_[\w-]{8,}/.exec(user.slice(0, 2000))?.[0] ?? textAt(body, 'prompt_cache_key');
  const id = own === '' ? conversation : own;
  return id === '' ? '' : lineHash(id).toString(36);
}

/** Tells the tools and the system prompt of agents apart: their beginning, as dates and folders come later. */
function headOf(items: readonly WireItem[]): string {
  return items
    .filter(({ head }) => head)
    .map(({ content }) => lineHash(contentText(content).slice(0, 200)).toString(36))
    .join(':');
}

/** The item that a conversation is known by: the first words of the user's, or a summary. */
function firstOf(items: readonly WireItem[], keys: readonly string[]): string {
  const known = items.findIndex(
    ({ head, block }) => !head && (block.kind === 'user_message' || block.kind === 'summary'),
  );
  return keys[known === -1 ? items.findIndex(({ head }) => !head) : known] ?? '';
}

/** Items at the beginning that both have. */
function common(thread: ThreadState, keys: readonly string[]): number {
  const { window } = thread;
  let length = 0;
  while (length < keys.length && window[length]?.key === keys[length]) {
    length += 1;
  }
  return length;
}

function sameConversation(thread: ThreadState, conversation: string): boolean {
  return thread.conversation === '' || conversation === '' || thread.conversation === conversation;
}

/** Sorts requests into threads. */
export class WireThreads {
  readonly state: WireState;

  constructor(state: WireState) {
    this.state = state;
  }

  /** The session's own thread; the others are those of subagents, or other conversations. */
  get first(): WireThread {
    return new WireThread(this.#at(0));
  }

  /** Takes an exchange: `other` if it is with no API of models that is known, `repeated` if it was taken before. */
  take(exchange: Exchange, place: Place): 'taken' | 'repeated' | 'other' {
    const api = apiOf(exchange);
    if (api === undefined && exchange.counted === undefined) {
      return 'other';
    }
    const where = (path: BodyPlace['path']): BodyPlace => ({ place, path });
    const body = objectOf(exchange.request.value);
    const answer = objectOf(exchange.response?.value);
    const items = api?.request(body, where(exchange.request.path)) ?? [];
    const { response } = exchange;
    const counting = isCounting(exchange);
    const answered = counting || api === undefined || response === undefined;
    const usage = counting
      ? undefined
      : (api?.usage(answer) ?? countedUsage(exchange.counted ?? {}));
    const purpose = purposeOf(exchange, items);
    const window = objectAt(exchange.counted ?? {}, 'context_lens')['window_size'];
    const { at, durationMs } = exchange;
    const native = textAt(answer, 'id') || textAt(answer, 'responseId') || exchange.native;
    if (native !== '' && this.#isRepeated(`${String(at)} ${String(items.length)} ${native}`)) {
      return 'repeated';
    }
    this.#put(exchange, {
      items,
      keys: items.map(keyOf),
      answer: answered ? [] : api.answer(answer, where(response.path)),
      call: {
        native,
        model: modelOf(exchange),
        ...(at !== undefined && { at }),
        ...(usage !== undefined && { usage }),
        ...(purpose !== undefined && { purpose }),
        ...(durationMs !== undefined && { durationMs }),
        ...(typeof window === 'number' && window > 0 && { contextWindow: window }),
        outcome: outcomeOf(exchange),
      },
    });
    return 'taken';
  }

  #isRepeated(answer: string): boolean {
    const { answers } = this.state;
    const size = answers.size;
    answers.add(lineHash(answer).toString(36));
    return answers.size === size;
  }

  #put(exchange: Exchange, request: WireRequest): void {
    const conversation = conversationOf(exchange);
    const first = firstOf(request.items, request.keys);
    const previous = textAt(objectOf(exchange.request.value), 'previous_response_id');
    const earlier = this.#find((thread) => previous !== '' && thread.answer === previous);
    if (
      request.call.purpose !== undefined ||
      (request.items.length === 0 && earlier === undefined)
    ) {
      const thread = this.#known(first, conversation, request.keys) ?? this.#at(0);
      const own = new WireThread(thread);
      own.draft.noteTime(request.call.at);
      own.beside(request);
      return;
    }
    const state =
      earlier ??
      this.#known(first, conversation, request.keys) ??
      this.#handedOn(request.items, conversation) ??
      this.#start(request.items);
    const thread = new WireThread(state);
    thread.draft.noteTime(request.call.at);
    thread.follow(earlier === undefined ? request : withFormer(state, request));
    state.first = earlier === undefined ? first : state.first;
    state.conversation ||= conversation;
    state.head = headOf(request.items);
    state.answer = request.call.native;
  }

  #at(index: number): ThreadState {
    return this.state.threads[index] ?? startThread();
  }

  #find(matches: (thread: ThreadState) => boolean): ThreadState | undefined {
    return this.state.threads.findLast(matches);
  }

  /** The thread that begins as a request does; of several the one with the longest beginning. */
  #known(first: string, conversation: string, keys: readonly string[]): ThreadState | undefined {
    const threads = this.state.threads.filter(
      (thread) => first !== '' && thread.first === first && sameConversation(thread, conversation),
    );
    let [best] = threads;
    if (threads.length > 1) {
      const lengths = threads.map((thread) => common(thread, keys));
      best = threads[lengths.indexOf(Math.max(...lengths))];
    }
    return best;
  }

  /** The thread that a request goes on with after a summary of it. */
  #handedOn(items: readonly WireItem[], conversation: string): ThreadState | undefined {
    const summary = items.some(({ head, block }) => !head && block.kind === 'summary');
    const head = headOf(items);
    return summary
      ? this.#find(
          (thread) =>
            thread.first !== '' && thread.head === head && sameConversation(thread, conversation),
        )
      : undefined;
  }

  #start(items: readonly WireItem[]): ThreadState {
    const { threads } = this.state;
    const root = this.#at(0);
    if (root.first === '') {
      return root;
    }
    const last = threads.at(-1);
    if (threads.length >= threadsMost && last !== undefined) {
      return last;
    }
    const thread = startThread();
    thread.draft.facts.id = `thread-${String(threads.length + 1)}`;
    for (const { block, content } of items) {
      const prompt = block.kind === 'user_message' ? contentText(content).trim() : '';
      const started = prompt === '' ? undefined : root.prompts.get(lineHash(prompt));
      if (started !== undefined) {
        thread.startedBy = started;
      }
    }
    threads.push(thread);
    return thread;
  }
}

/** A request that only has what is new, with what the service kept of the conversation. */
function withFormer(state: ThreadState, request: WireRequest): WireRequest {
  const { blocks } = state.draft;
  const former = state.window.filter(({ head }) => !head);
  const items = former.map(({ block, kind, call }): WireItem => {
    const origin = blocks[block]?.origin ?? { file: 0, offset: 0, bytes: 0, path: [] };
    return { block: { kind, call, origin }, content: '', head: false, message: -1 };
  });
  const head = request.items.filter((item) => item.head).length;
  return {
    ...request,
    items: [...request.items.slice(0, head), ...items, ...request.items.slice(head)],
    keys: [
      ...request.keys.slice(0, head),
      ...former.map(({ key }) => key),
      ...request.keys.slice(head),
    ],
  };
}
