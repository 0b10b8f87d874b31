import { originOf, SessionDraft, startDraft } from '../sessionDraft.ts';
import { runsOf } from '../../../ports/runs.ts';
import { countsCacheApart, matchCalls, usageOf, type TaskCall } from './taskCalls.ts';
import { cutsOf, type TaskCut } from './taskCuts.ts';
import type { HistoryEdit, HistoryMessage, TaskState } from './taskSeeds.ts';
import { TaskWindow } from './taskWindow.ts';

class TaskBuilder {
  readonly draft: SessionDraft;
  readonly #agent: string;
  readonly #files: TaskState['files'];
  readonly #messages: readonly HistoryMessage[];
  readonly #calls: readonly TaskCall[];
  readonly #cuts: readonly TaskCut[];
  readonly #window: TaskWindow;
  readonly #apart: boolean;
  #nextCut = 0;
  #nextEdit = 0;
  #nextModel = 0;
  #model = '';
  /** Number of blocks before the newest question. */
  #before = 0;

  constructor(draft: SessionDraft, agent: string, files: TaskState['files']) {
    this.draft = draft;
    this.#agent = agent;
    this.#files = files;
    const requests = files.ui?.requests ?? [];
    this.#messages = files.history?.messages ?? [];
    this.#calls = matchCalls(this.#messages, requests);
    this.#cuts = cutsOf(this.#messages, this.#calls, files.ui?.cuts ?? []);
    this.#window = new TaskWindow(draft, this.#messages);
    this.#apart = countsCacheApart(agent, requests);
  }

  build(): void {
    for (const [index, call] of this.#calls.entries()) {
      this.#before = this.draft.state.blocks.length;
      this.#window.showTo(call.answer ?? 0);
      this.#edit(call.request?.at ?? this.#messages[call.answer ?? -1]?.at);
      this.#cut(index);
      this.#leaveOut(call.request?.deleted);
      this.#call(call);
    }
    this.#before = this.draft.state.blocks.length;
    this.#window.showTo(this.#messages.length);
    this.#edit(Number.POSITIVE_INFINITY);
    this.#cut(Number.POSITIVE_INFINITY);
    if (this.#window.deleted === undefined) {
      this.#leaveOut(this.#files.item?.deleted);
    }
    this.#window.end();
  }

  #call({ request, answer }: TaskCall): void {
    const { draft } = this;
    const message = this.#messages[answer ?? -1];
    const at = request?.at ?? message?.at;
    const usage = request === undefined ? undefined : usageOf(request, this.#agent, this.#apart);
    const outcome = request?.outcome ?? 'unknown';
    const call = draft.call({
      native: '',
      model: request?.model || message?.model || this.#modelAt(at),
      ...(at !== undefined && { at }),
      ...(usage !== undefined && { usage }),
      counts: 'call',
      outcome: outcome === 'unknown' && answer !== undefined ? 'ok' : outcome,
    });
    draft.noteTime(at);
    if (answer !== undefined) {
      const start = draft.state.blocks.length;
      this.#window.showTo(answer + 1);
      draft.changeCall(call.index, { output: runsOf(range(start, draft.state.blocks.length)) });
    }
  }

  #modelAt(at: number | undefined): string {
    const models = this.#files.metadata?.models ?? [];
    for (;;) {
      const next = models[this.#nextModel];
      if (next === undefined || at === undefined || next.at > at) {
        return this.#model;
      }
      this.#model = next.model;
      this.#nextModel += 1;
    }
  }

  /** Puts in what is sent in the place of texts from before a time on. */
  #edit(before: number | undefined): void {
    const edits = this.#files.edits?.edits ?? [];
    const due = new Map<number, HistoryEdit>();
    for (;;) {
      const next = edits[this.#nextEdit];
      if (next === undefined || before === undefined || next.at >= before) {
        break;
      }
      this.#nextEdit += 1;
      const block = this.#window.blockOf(next.message, next.part);
      if (block !== undefined) {
        due.set(block, next);
      }
    }
    const last = [...due.values()].at(-1);
    if (last === undefined) {
      return;
    }
    this.#window.change(
      {
        kind: 'clear',
        actor: 'runtime',
        ...(last.at > 0 && { at: last.at }),
        trigger: 'auto',
        reason: 'Cline sends shorter texts in the place of earlier ones.',
        because: 'context_history.json has them, to be sent from this time on.',
        origin: last.seed.origin,
      },
      () =>
        [...due].map(([block, { seed }]) => {
          const kind = this.draft.state.blocks[block]?.kind ?? seed.kind;
          const made = this.draft.add({ ...seed, kind, standsFor: block }, '');
          this.#window.replace(block, made);
          return made;
        }),
    );
  }

  /** Puts in the summaries and markers that came before a call. */
  #cut(call: number): void {
    for (;;) {
      const next = this.#cuts[this.#nextCut];
      if (next === undefined || next.call > call) {
        return;
      }
      this.#nextCut += 1;
      this.#apply(next);
    }
  }

  #apply({ index, ui }: TaskCut): void {
    const message = this.#messages[index];
    const place = this.#files.history?.place;
    const summary = message?.stands === 'summary';
    this.#window.change(
      {
        kind: summary ? 'compact' : 'truncate',
        actor: 'runtime',
        ...(ui !== undefined && { at: ui.at }),
        trigger: '',
        reason: summary
          ? 'Roo Code put a summary in the place of earlier messages.'
          : 'Roo Code left earlier messages out, to stay below the limit.',
        because: `${summary ? 'A message is marked as a summary' : 'A message marks a truncation'}, and the messages it hides name it${ui === undefined ? '; when it came in is told by its place' : ''}.`,
        ...(ui?.before !== undefined && { before: ui.before }),
        ...(ui?.after !== undefined && { after: ui.after }),
        ...(place !== undefined && { origin: originOf(place, [index]) }),
      },
      () => this.#window.activate(index),
    );
  }

  /** Leaves a range of messages out, if it is another than before. */
  #leaveOut(deleted: readonly [number, number] | undefined): void {
    const now = this.#window.deleted;
    if (deleted === undefined || (now?.[0] === deleted[0] && now[1] === deleted[1])) {
      return;
    }
    const summaries = this.draft.state.blocks
      .slice(this.#before)
      .flatMap(({ kind }, index) => (kind === 'summary' ? [this.#before + index] : []));
    this.#window.change(
      {
        kind: summaries.length > 0 ? 'compact' : 'truncate',
        actor: 'runtime',
        trigger: 'auto',
        reason: 'Cline left earlier messages out, to stay below the limit.',
        because: 'The messages have the range of those that are not sent.',
      },
      () => {
        this.#window.leaveOut(deleted);
        return summaries;
      },
    );
  }
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

function noteFacts(draft: SessionDraft, state: TaskState): void {
  const { history, ui, item } = state.files;
  const { facts } = draft.state;
  facts.id = state.id;
  facts.folder = [history?.folder, item?.folder].find((folder) => (folder ?? '') !== '') ?? '';
  draft.noteTitle(item?.title ?? '');
  draft.noteTime(ui?.started);
  draft.noteTime(ui?.updated);
}

/** Makes a session of a task's files. */
export function taskDraft(state: TaskState, agent: string): SessionDraft {
  const draft = new SessionDraft({ ...startDraft(), coverage: state.coverage });
  noteFacts(draft, state);
  new TaskBuilder(draft, agent, state.files).build();
  return draft;
}
