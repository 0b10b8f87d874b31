import { contentText } from '../contentText.ts';
import { countBad, countRecord, type RecordFate } from '../coverage.ts';
import { isObject, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { RecordedSession } from '../recordedSession.ts';
import { originOf, SessionDraft } from '../sessionDraft.ts';
import type { Place, TranscriptReader } from '../transcriptFormat.ts';
import { addSaid, cancelCall, endAnswer, noteContextWindow, takeCount } from './calls.ts';
import { codexItem } from './codexItem.ts';
import { addBlock, startState, type CodexState } from './codexState.ts';
import { takeCompaction } from './compaction.ts';
import { passRecord, startFork } from './inheritance.ts';
import { itemBlock } from './itemBlock.ts';
import { noteLoose, noteOpening } from './opening.ts';
import { besideEvents, besideRecords, shapeOf } from './records.ts';
import { takeRollback } from './rollback.ts';

/** What is known of a record beside its payload. */
interface Context {
  readonly place: Place;
  readonly at: number | undefined;
  /** It was copied from a fork's parent. */
  readonly inherited: boolean;
  /** Where its payload stands. */
  readonly base: readonly PathStep[];
}

/** Reads the records of a rollout, enveloped or bare. */
export class CodexReader implements TranscriptReader {
  readonly #state: CodexState;
  readonly #draft: SessionDraft;

  constructor(saved?: CodexState) {
    this.#state = saved ?? startState();
    this.#draft = new SessionDraft(this.#state.draft);
  }

  record(value: unknown, place: Place): void {
    let outcome: RecordFate;
    try {
      outcome = this.#take(value, place);
    } catch {
      // JSON nested deeper than the stack is the only thing that throws.
      outcome = { bad: 'nested too deeply' };
    }
    countRecord(this.#state.draft.coverage, outcome, place);
  }

  bad(place: Place, problem: string): void {
    countBad(this.#state.draft.coverage, { origin: place, problem });
  }

  session(files: readonly string[]): RecordedSession {
    const session = this.#draft.session({ id: 'codex', agent: 'Codex' }, files);
    const { inheritedTitle, fork } = this.#state;
    const parent = fork && { parent: fork.parent };
    return { ...session, title: session.title || inheritedTitle, ...parent };
  }

  save(): unknown {
    return this.#state;
  }

  #take(value: unknown, place: Place): RecordFate {
    const shape = shapeOf(value);
    if (shape === undefined) {
      return { bad: 'no record of a rollout' };
    }
    const { type, payload, base } = shape;
    const at = timeAt(shape.record, 'timestamp');
    this.#draft.noteTime(at);
    const { fork } = this.#state;
    if (fork !== undefined) {
      const isTurn = type === 'turn_context' || textAt(payload, 'type').endsWith('_started');
      passRecord(fork, isTurn ? textAt(payload, 'turn_id') : '', at);
    }
    const context = { place, at, inherited: fork?.inherited === true, base };
    switch (type) {
      case 'session_meta':
        return this.#header(payload, context);
      case 'turn_context':
        return this.#turn(payload, context);
      case 'response_item':
        return this.#item(payload, context);
      case 'compacted':
        takeCompaction(this.#state, this.#draft, payload, context);
        return 'taken';
      case 'event_msg':
        return this.#event(payload, context);
      default:
        return besideRecords.has(type) ? { beside: type } : { unknown: type };
    }
  }

  #header(payload: JsonObject, { place, at, base }: Context): RecordFate {
    if (this.#state.headed) {
      // Of the parent, or of the session once more where it was gone on with.
      return 'repeated';
    }
    this.#state.headed = true;
    const { facts } = this.#draft.state;
    facts.id = textAt(payload, 'id');
    facts.folder = textAt(payload, 'cwd') || facts.folder;
    this.#draft.noteVersion(textAt(payload, 'cli_version'));
    const fork = startFork(payload, at);
    if (fork !== undefined) {
      this.#state.fork = fork;
    }
    const instructions = objectAt(payload, 'base_instructions');
    const text = textAt(instructions, 'text');
    if (text !== '') {
      const origin = originOf(place, [...base, 'base_instructions', 'text']);
      const kind = 'system_prompt' as const;
      this.#state.system = addBlock(this.#state, this.#draft, { kind, origin }, text);
      this.#draft.show(this.#state.system);
    }
    // Up to about 0.80 a header had the user's instructions (codex-rs/core, `RolloutRecorderParams`).
    noteLoose(this.#state, {
      role: 'user',
      text: textAt(payload, 'instructions'),
      origin: originOf(place, [...base, 'instructions']),
    });
    return 'taken';
  }

  #turn(payload: JsonObject, { place, base }: Context): RecordFate {
    this.#state.model = textAt(payload, 'model') || this.#state.model;
    this.#draft.state.facts.folder ||= textAt(payload, 'cwd');
    for (const role of ['developer', 'user'] as const) {
      const key = `${role}_instructions`;
      const origin = originOf(place, [...base, key]);
      noteLoose(this.#state, { role, text: textAt(payload, key), origin });
    }
    return 'taken';
  }

  #item(payload: JsonObject, { place, at, inherited, base }: Context): RecordFate {
    const item = codexItem(payload);
    if (item === undefined) {
      return { unknown: `response_item ${textAt(payload, 'type')}` };
    }
    if (item === 'beside') {
      return { beside: `response_item ${textAt(payload, 'type')}` };
    }
    const { tools } = this.#state;
    const origin = originOf(place, [...base, ...item.path]);
    const block = itemBlock(item, origin, at, tools);
    const index = addBlock(this.#state, this.#draft, block, item.content, item.key);
    if (item.said && !inherited) {
      addSaid(this.#state, this.#draft, index, at);
    } else {
      endAnswer(this.#state, item.kind === 'tool_result');
      this.#draft.show(index);
    }
    // Only now: a new call starts a new set.
    const { unanswered } = this.#state;
    if (item.call !== undefined && item.kind === 'tool_call') {
      tools.set(item.call, item.tool ?? '');
      unanswered.add(item.call);
    } else if (item.call !== undefined) {
      tools.delete(item.call);
      unanswered.delete(item.call);
    }
    const text = item.said || item.kind === 'tool_result' ? '' : contentText(item.content);
    noteOpening(this.#state, item, textAt(payload, 'role'), text);
    if (item.kind === 'user_message') {
      this.#state.users.push(index);
      this.#guessQuestion(text, inherited);
    }
    return 'taken';
  }

  /** Messages tell questions only as long as no event did. */
  #guessQuestion(text: string, inherited: boolean): void {
    if (inherited) {
      this.#state.inheritedTitle ||= text.replace(/\s+/g, ' ').trim().slice(0, 120);
    } else if (!this.#state.events) {
      this.#draft.noteQuestion(text);
      this.#state.guessed += 1;
    }
  }

  #event(payload: JsonObject, context: Context): RecordFate {
    const type = textAt(payload, 'type');
    const { at, inherited } = context;
    switch (type) {
      case 'token_count':
        return takeCount(this.#state, this.#draft, payload, { at, inherited });
      case 'user_message':
        this.#question(payload, inherited);
        return { beside: 'event_msg user_message' };
      case 'task_started':
      case 'turn_started':
        noteContextWindow(this.#state, payload);
        return 'taken';
      case 'thread_name_updated':
        this.#draft.noteTitle(textAt(payload, 'thread_name'));
        return 'taken';
      case 'thread_rolled_back':
        takeRollback(this.#state, this.#draft, payload, context);
        return 'taken';
      case 'turn_aborted':
        cancelCall(this.#state, this.#draft);
        return 'taken';
      default:
        return besideEvents.has(type)
          ? { beside: `event_msg ${type}` }
          : { unknown: `event_msg ${type}` };
    }
  }

  #question(payload: JsonObject, inherited: boolean): void {
    if (inherited) {
      return;
    }
    const { draft } = this.#state;
    if (!this.#state.events) {
      draft.questions -= this.#state.guessed;
      draft.facts.title = draft.questions === 0 ? '' : draft.facts.title;
      this.#state.events = true;
    }
    this.#draft.noteQuestion(textAt(payload, 'message'));
  }
}

/** A reader that goes on from what another knew. */
export function codexReader(saved?: unknown): CodexReader {
  return new CodexReader(
    isObject(saved) ? (structuredClone(saved) as unknown as CodexState) : undefined,
  );
}
