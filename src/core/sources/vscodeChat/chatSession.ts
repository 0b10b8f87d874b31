import { isObject, listAt, textAt, timeAt } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { RecordedSession } from '../recordedSession.ts';
import { countOf, pushRuns, type Runs } from '../../../ports/runs.ts';
import { originOf, SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { ChatSource } from './chatItems.ts';
import { unread, unreadable, type ChatEntry, type ChatState } from './chatState.ts';
import { RequestReader } from './requestReader.ts';

/**
 * Follows a document of VS Code's chat: its questions become calls and blocks. A question is read when somebody asks for
 * the session, and before a record takes it away, so that a log of thousands of small changes is not read once per
 * change. A question that is read again keeps the blocks whose texts are still there.
 */
export class ChatSession {
  readonly #state: ChatState;
  readonly #source: ChatSource;

  constructor(state: ChatState, source: ChatSource) {
    this.#state = state;
    this.#source = source;
  }

  /** The request at a position changed. */
  change(position: number): void {
    this.#state.changed.add(position);
  }

  /** Tells that the next record may take away requests from a position on: those are read before. */
  beforeCut(): void {
    this.sync();
  }

  /** Requests from `position` to before `end` are others now, or none. */
  afterCut(position: number, end: number, place: Place): void {
    const { line, gone, entries } = this.#state;
    for (let at = position; at < Math.min(end, line.length); at += 1) {
      const entry = entries[line[at] ?? unread];
      if (entry !== undefined) {
        entry.place = -1;
        gone.push(line[at] ?? unread);
      }
      line[at] = unread;
    }
    line.length = Math.min(line.length, this.#requests().length);
    if (gone.length > 0) {
      this.#state.cut = { place, position };
    }
  }

  /** Reads what changed. */
  sync(): void {
    const { line, changed } = this.#state;
    const requests = this.#requests();
    const first = this.#firstUnread(requests.length);
    this.#noteGone();
    while (line.length < requests.length) {
      line.push(unread);
    }
    let lowest = first;
    for (const position of changed) {
      lowest = Math.min(lowest, position);
    }
    this.#readFrom(lowest, requests);
    changed.clear();
  }

  /** The session so far. */
  session(
    format: { readonly id: string; readonly agent: string },
    files: readonly string[],
  ): RecordedSession {
    this.sync();
    this.#noteDocument();
    const agent = this.#state.agent === '' ? format.agent : this.#state.agent;
    return new SessionDraft(this.#state.draft).session({ id: format.id, agent }, files);
  }

  #requests(): readonly unknown[] {
    const { root } = this.#source;
    return isObject(root) ? listAt(root, 'requests') : [];
  }

  /** The first position that is not read. */
  #firstUnread(length: number): number {
    const { line, cut } = this.#state;
    const from = Math.min(cut?.position ?? line.length, line.length);
    const found = line.indexOf(unread, from);
    return found === -1 ? Math.min(line.length, length) : found;
  }

  #readFrom(lowest: number, requests: readonly unknown[]): void {
    const { line, entries, changed, draft } = this.#state;
    const window = this.#windowBefore(lowest);
    const reader = new RequestReader(this.#state, this.#source);
    for (let at = lowest; at < requests.length; at += 1) {
      if (line[at] === unread || changed.has(at)) {
        this.#readOne(reader, requests[at], at, window);
      }
      const entry = entries[line[at] ?? unread];
      if (entry !== undefined) {
        entry.before = [...window];
        extend(window, entry);
      }
    }
    draft.window = window;
  }

  #readOne(reader: RequestReader, request: unknown, at: number, window: Runs): void {
    const { line, byId, entries } = this.#state;
    line[at] = unreadable;
    if (!isObject(request)) {
      return;
    }
    const id = textAt(request, 'requestId') || `#${at}`;
    const known = entries[byId.get(id) ?? -1];
    if (known !== undefined && known.place !== -1 && known.place !== at) {
      return;
    }
    const entry = reader.read(request, id, at, window);
    entry.place = at;
    line[at] = byId.get(id) ?? unreadable;
  }

  /** The window before a position, from the nearest question before it. */
  #windowBefore(position: number): number[] {
    const { line, entries } = this.#state;
    for (let at = position - 1; at >= 0; at -= 1) {
      const entry = entries[line[at] ?? unread];
      if (entry !== undefined) {
        const window = [...entry.before];
        extend(window, entry);
        return window;
      }
    }
    return [];
  }

  /** Says what became of questions that were taken out: the user went back, or removed one. */
  #noteGone(): void {
    const { gone, cut, entries, draft } = this.#state;
    this.#state.gone = [];
    delete this.#state.cut;
    if (gone.length === 0 || cut === undefined) {
      return;
    }
    const requests = this.#requests();
    const there = new Set<string>();
    for (let at = cut.position; at < requests.length; at += 1) {
      const request = requests[at];
      there.add(isObject(request) ? textAt(request, 'requestId') || `#${at}` : '');
    }
    const lost = gone.flatMap((index) => {
      const entry = entries[index];
      return entry === undefined || there.has(entry.id) ? [] : [entry];
    });
    if (lost.length === 0) {
      return;
    }
    const left: number[] = [];
    for (const { runs } of lost) {
      pushRuns(left, runs);
    }
    const back = lost.length === gone.length;
    const target = new SessionDraft(draft);
    target.patch({
      kind: back ? 'rewind' : 'truncate',
      actor: 'user',
      trigger: '',
      reason: back ? 'The user went back to an earlier question' : 'A question was removed',
      because: 'The session was written again without these questions',
      left,
      recovery: 'transcript',
      origin: originOf(cut.place),
    });
    if (back) {
      target.fork(draft.branch, countOf(this.#windowBefore(cut.position)));
    }
  }

  #noteDocument(): void {
    const { root } = this.#source;
    if (!isObject(root)) {
      return;
    }
    const { facts } = this.#state.draft;
    facts.id = textAt(root, 'sessionId') || facts.id;
    const draft = new SessionDraft(this.#state.draft);
    draft.noteTitle(textAt(root, 'customTitle'));
    draft.noteTime(timeAt(root, 'creationDate'));
    draft.noteTime(timeAt(root, 'lastMessageDate'));
  }
}

function extend(window: number[], entry: ChatEntry): void {
  if (entry.lead !== undefined) {
    window.length = 0;
    pushRuns(window, entry.lead);
  }
  pushRuns(window, entry.runs);
}

/** A path into the document's requests. */
export interface RequestPath {
  /** Position of the request; absent for the list itself. */
  readonly position?: number;
  /** Steps below the request. */
  readonly below: readonly PathStep[];
}

/** Takes a path of a log line apart; undefined if it leads elsewhere. */
export function requestPath(path: unknown): RequestPath | undefined {
  if (!Array.isArray(path) || path[0] !== 'requests') {
    return undefined;
  }
  const [, position, ...below] = path as PathStep[];
  return typeof position === 'number' ? { position, below } : { below: [] };
}
