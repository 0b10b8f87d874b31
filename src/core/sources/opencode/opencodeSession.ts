import { originOf, SessionDraft, startDraft } from '../sessionDraft.ts';
import { runsOf, type Runs } from '../../../ports/runs.ts';
import { joined, leaving, within } from '../windowCuts.ts';
import { coverageOfSession } from './opencodeRecords.ts';
import type { MessageSeed, OpencodeState, PartSeed } from './opencodeSeeds.ts';
import { AnswerSteps } from './opencodeSteps.ts';

/** The messages of one session in their order, each with its parts. */
export type OrderedMessages = readonly {
  readonly message: MessageSeed;
  readonly parts: readonly PartSeed[];
}[];

/** A session made of its messages. */
export interface BuiltSession {
  readonly draft: SessionDraft;
  /** Block of the tool call that started a subagent, by the subagent's session id. */
  readonly starts: ReadonlyMap<string, number>;
}

/** A compaction that was asked for; its summary comes next. */
interface AskedCompaction {
  readonly part: PartSeed;
  /** The window as it was. */
  readonly window: Runs;
  readonly kept: Runs;
}

/** A result whose text was taken out of the window. */
interface Cleared {
  readonly at: number;
  readonly part: PartSeed;
}

class SessionBuilder {
  readonly draft: SessionDraft;
  readonly starts = new Map<string, number>();
  readonly #messages: OrderedMessages;
  /** Index of the first block of each message so far. */
  readonly #first = new Map<string, number>();
  /** Block of each tool's result, by its part. */
  readonly #results = new Map<string, number>();
  readonly #cleared: Cleared[];
  #clearedSoFar = 0;
  #asked: AskedCompaction | undefined;

  constructor(draft: SessionDraft, messages: OrderedMessages) {
    this.draft = draft;
    this.#messages = messages;
    this.#cleared = messages
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.compacted === undefined ? [] : [{ at: part.compacted, part }]))
      .toSorted((a, b) => a.at - b.at);
  }

  build(revert: string): void {
    for (const { message, parts } of this.#messages) {
      this.#first.set(message.id, this.draft.state.blocks.length);
      this.draft.noteTime(message.at);
      this.draft.noteTime(message.completed);
      this.draft.state.facts.folder ||= message.folder;
      if (message.role === 'user') {
        this.#addQuestion(message, parts);
      } else {
        this.#clear(message.at);
        this.#addAnswer(message, parts);
      }
    }
    this.#clear(Number.POSITIVE_INFINITY);
    this.#rewind(revert);
  }

  #addQuestion(message: MessageSeed, parts: readonly PartSeed[]): void {
    const asked = parts.find((part) => part.asked && part.blocks.length > 0);
    if (asked !== undefined) {
      this.draft.noteQuestion(asked.blocks[0]?.description ?? '');
    }
    for (const part of parts) {
      if (part.type === 'compaction') {
        this.#asked = this.#ask(part);
      }
      for (const seed of part.blocks) {
        const at = message.at === undefined ? {} : { at: message.at };
        this.draft.show(this.draft.add({ ...seed, ...at }, ''));
      }
    }
  }

  #ask(part: PartSeed): AskedCompaction {
    const window = [...this.draft.state.window];
    const first = part.tail === '' ? undefined : this.#first.get(part.tail);
    const end = this.draft.state.blocks.length;
    return { part, window, kept: first === undefined ? [] : within(window, first, end) };
  }

  #addAnswer(message: MessageSeed, parts: readonly PartSeed[]): void {
    const asked = message.summary ? this.#asked : undefined;
    const { window } = this.draft.state;
    const before = [...window];
    // What is kept is not shown to the model that summarises the rest.
    const request = asked === undefined ? undefined : leaving(window, asked.kept);
    const steps = new AnswerSteps(
      this.draft,
      message,
      {
        called: (part, block) => {
          if (part.child !== '') {
            this.starts.set(part.child, block);
          }
        },
        resulted: (part, block) => {
          this.#results.set(part.id, block);
        },
      },
      request,
    );
    const start = this.draft.state.blocks.length;
    for (const part of parts) {
      steps.take(part);
    }
    steps.end();
    if (message.summary) {
      this.#compact(message, before, start);
    }
  }

  /** Puts a summary in the place of what it sums up; one that failed is never sent. */
  #compact(message: MessageSeed, before: Runs, start: number): void {
    const { draft } = this;
    const added = draft.state.blocks.slice(start);
    const summary = runsOf(
      added.flatMap(({ kind }, index) => (kind === 'summary' ? [start + index] : [])),
    );
    if (message.outcome !== 'ok' || summary.length === 0) {
      draft.setWindow(before);
      return;
    }
    const asked = this.#asked;
    this.#asked = undefined;
    const kept = asked === undefined ? [] : within(asked.kept, 0, start);
    const { part } = asked ?? {};
    draft.setWindow(joined(summary, kept));
    draft.patch({
      kind: 'compact',
      actor: part?.trigger === 'manual' ? 'user' : 'runtime',
      ...(message.completed !== undefined && { at: message.completed }),
      trigger: part?.trigger ?? '',
      reason: 'opencode put a summary in the place of the conversation so far.',
      because: `A message is marked as a summary${part === undefined ? '' : ', and a compaction part asked for it'}.`,
      left: leaving(before, kept),
      created: summary,
      recovery: 'transcript',
      ...(part !== undefined && { origin: originOf(part.place) }),
    });
  }

  /** Takes out the results that were cleared before a time. */
  #clear(before: number | undefined): void {
    const gone: number[] = [];
    let last: Cleared | undefined;
    for (;;) {
      const next = this.#cleared[this.#clearedSoFar];
      if (next === undefined || before === undefined || next.at > before) {
        break;
      }
      this.#clearedSoFar += 1;
      const block = this.#results.get(next.part.id);
      if (block !== undefined) {
        gone.push(block);
        last = next;
      }
    }
    const { window } = this.draft.state;
    const without = runsOf(gone.toSorted((a, b) => a - b));
    const kept = leaving(window, without);
    const left = leaving(window, kept);
    if (last === undefined || left.length === 0) {
      return;
    }
    this.draft.setWindow(kept);
    this.draft.patch({
      kind: 'clear',
      actor: 'runtime',
      at: last.at,
      trigger: 'auto',
      reason: 'opencode sends a note in the place of old tool results.',
      because:
        'The results have a time at which they were compacted; their texts are still in the files.',
      left,
      recovery: 'transcript',
      origin: originOf(last.part.place, ['state', 'time', 'compacted']),
    });
  }

  /** Takes out what the user took back and has not yet replaced. */
  #rewind(message: string): void {
    const first = this.#first.get(message);
    if (first === undefined) {
      return;
    }
    const { draft } = this;
    const kept = within(draft.state.window, 0, first);
    const left = leaving(draft.state.window, kept);
    draft.setWindow(kept);
    draft.patch({
      kind: 'rewind',
      actor: 'user',
      trigger: 'revert',
      reason: 'The user took the conversation back to an earlier message.',
      because: "The session's record names the message that it is reverted to.",
      left,
      recovery: 'transcript',
    });
  }
}

/** Makes a session of its records; linear in their number. */
export function buildSession(
  state: OpencodeState,
  id: string,
  messages: OrderedMessages,
): BuiltSession {
  const draft = new SessionDraft({ ...startDraft(), coverage: coverageOfSession(state, id) });
  const seed = state.sessions.get(id);
  draft.state.facts.id = id;
  if (seed !== undefined) {
    draft.state.facts.folder = seed.folder;
    draft.noteTitle(seed.title);
    draft.noteVersion(seed.version);
    draft.noteTime(seed.started);
    draft.noteTime(seed.updated);
  }
  const builder = new SessionBuilder(draft, messages);
  builder.build(seed?.revert ?? '');
  return { draft, starts: builder.starts };
}
