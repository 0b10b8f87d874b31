import { countBad, countRecord, type RecordFate } from '../coverage.ts';
import { isObject, listAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { RecordedSession } from '../recordedSession.ts';
import { SessionDraft, startDraft } from '../sessionDraft.ts';
import type { Place, TranscriptReader } from '../transcriptFormat.ts';
import { startState, type GeminiState } from './geminiState.ts';
import { replaceHistory, takeRewind } from './history.ts';
import { appendMessage, updateMessage } from './messages.ts';
import { messagePieces } from './pieces.ts';

/** Messages for the user that no request carries. */
const notices: ReadonlySet<string> = new Set(['info', 'error', 'warning']);

/** Reads sessions of Gemini CLI: lines, or whole documents. */
export class GeminiReader implements TranscriptReader {
  readonly #format: { readonly id: string; readonly agent: string };
  readonly #isDocument: boolean;
  readonly #state: GeminiState;
  #draft: SessionDraft;

  constructor(
    format: { readonly id: string; readonly agent: string; readonly unit: string },
    saved?: GeminiState,
  ) {
    this.#format = format;
    this.#isDocument = format.unit === 'document';
    this.#state = saved ?? startState();
    this.#draft = new SessionDraft(this.#state.draft);
  }

  record(value: unknown, place: Place): void {
    let outcome: RecordFate;
    try {
      outcome = this.#isDocument ? this.#document(value, place) : this.#line(value, place);
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
    return this.#draft.session(this.#format, files);
  }

  save(): unknown {
    return this.#state;
  }

  /** A document takes the place of what was read before: it is the same session, written anew. */
  #document(value: unknown, place: Place): RecordFate {
    if (!isObject(value) || !Array.isArray(value['messages'])) {
      return { bad: 'no session of Gemini CLI' };
    }
    const { coverage } = this.#state.draft;
    Object.assign(this.#state, startState(), { draft: { ...startDraft(), coverage } });
    this.#draft = new SessionDraft(this.#state.draft);
    this.#facts(value);
    this.#history(value, ['messages'], place);
    return 'taken';
  }

  /** Kinds of records in the order in which the program itself tells them apart (`loadConversationRecord`). */
  #line(value: unknown, place: Place): RecordFate {
    if (!isObject(value)) {
      return { bad: 'no record of a session' };
    }
    const rewind = value['$rewindTo'];
    if (typeof rewind === 'string') {
      takeRewind(this.#state, this.#draft, rewind, place);
      return 'taken';
    }
    if (textAt(value, 'id') !== '') {
      return this.#message(value, place);
    }
    const set = value['$set'];
    if (isObject(set)) {
      this.#facts(set);
      if (listAt(set, 'messages').length > 0) {
        this.#history(set, ['$set', 'messages'], place);
      }
      return 'taken';
    }
    if (textAt(value, 'sessionId') !== '') {
      this.#facts(value);
      return 'taken';
    }
    return { bad: 'no record of a session' };
  }

  #history(of: JsonObject, base: readonly PathStep[], place: Place): void {
    const list = listAt(of, 'messages');
    for (const message of list) {
      this.#draft.noteTime(isObject(message) ? timeAt(message, 'timestamp') : undefined);
    }
    replaceHistory(this.#state, this.#draft, list, { place, base });
  }

  #message(message: JsonObject, place: Place): RecordFate {
    const type = textAt(message, 'type');
    const isNotice = notices.has(type);
    if (!isNotice && type !== 'user' && type !== 'gemini') {
      return { unknown: type };
    }
    this.#draft.noteTime(timeAt(message, 'timestamp'));
    const pieces = isNotice ? [] : messagePieces(message);
    const where = { place, base: [] };
    if (this.#state.places.has(textAt(message, 'id'))) {
      const isNew = updateMessage(this.#state, this.#draft, message, pieces, where);
      return isNew ? 'taken' : 'repeated';
    }
    appendMessage(this.#state, this.#draft, message, pieces, where);
    return isNotice ? { beside: type } : 'taken';
  }

  #facts(of: JsonObject): void {
    const { facts } = this.#state.draft;
    facts.id ||= textAt(of, 'sessionId');
    const [folder] = listAt(of, 'directories');
    facts.folder ||= typeof folder === 'string' ? folder : '';
    this.#draft.noteTitle(textAt(of, 'summary'));
    this.#draft.noteTime(timeAt(of, 'startTime'));
    this.#draft.noteTime(timeAt(of, 'lastUpdated'));
  }
}
