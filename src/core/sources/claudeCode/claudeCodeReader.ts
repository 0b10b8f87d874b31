import { countBad, countBeside, countUnknown, coverageOf, joinedCoverage } from '../coverage.ts';
import { isObject, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import { isTooDeep } from '../nesting.ts';
import type { RecordedSession } from '../recordedSession.ts';
import { SessionDraft } from '../sessionDraft.ts';
import type { Place, TranscriptReader } from '../transcriptFormat.ts';
import { clearAt, compactAt } from './boundaries.ts';
import { childrenOf } from './children.ts';
import {
  noteFacts,
  takeAssistant,
  takeAttachment,
  takeBoundary,
  takeLink,
  takeUser,
  type ThreadRecord,
} from './conversation.ts';
import { takeRequest, takeShape, wholeWindow } from './requests.ts';
import { startState, threadIndex, type ReaderState } from './state.ts';

/** Types that are known and stand outside of the conversation. */
const besideTypes = new Set([
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
  'agent-setting',
  'agentSetting',
  'agent-name',
  'tag',
  'mode',
  'permission-mode',
  'pr-link',
  'worktree-state',
  'atis-latch',
  'tools-used',
  'cost-state',
  // Messages as they were sent, which the conversation has too.
  'api-request-blob',
]);

const titleTypes: Readonly<Record<string, string>> = {
  'custom-title': 'customTitle',
  'ai-title': 'aiTitle',
};

/** Reads the lines of a session and of its subagents' files. */
export class ClaudeCodeReader implements TranscriptReader {
  readonly #format: { readonly id: string; readonly agent: string };
  readonly #state: ReaderState;
  /** Names under which progress is counted, by its type. */
  readonly #progress = new Map<string, string>();

  constructor(format: { readonly id: string; readonly agent: string }, state = startState()) {
    this.#format = format;
    this.#state = state;
  }

  save(): unknown {
    return this.#state;
  }

  bad(place: Place, problem: string): void {
    countBad(this.#main.draft.coverage, { origin: place, problem });
  }

  record(value: unknown, place: Place): void {
    if (!isObject(value)) {
      this.bad(place, 'not an object');
      return;
    }
    const uuid = textAt(value, 'uuid');
    if (uuid !== '' && this.#state.byUuid.has(uuid)) {
      this.#main.draft.coverage.repeated += 1;
      return;
    }
    const index = this.#threadOf(value, place);
    const thread = this.#state.threads[index] ?? this.#main;
    const record: ThreadRecord = {
      value,
      place,
      thread,
      index,
      uuid,
      at: timeAt(value, 'timestamp'),
    };
    if (this.#take(record)) {
      thread.draft.coverage.taken += 1;
    }
    if (uuid !== '') {
      noteFacts(record);
    }
  }

  session(files: readonly string[]): RecordedSession {
    const children = childrenOf(this.#state, this.#format, files);
    const coverage = joinedCoverage(
      this.#state.threads.map(({ draft }) => coverageOf(draft.coverage)),
    );
    const [only] = children;
    if (this.#main.draft.blocks.length === 0 && children.length === 1 && only !== undefined) {
      // A subagent's file that is opened by itself.
      return { ...only.session, coverage };
    }
    const session = new SessionDraft(this.#main.draft).session(this.#format, files, children);
    const title = this.#title() || session.title || this.#main.typed.first;
    return { ...session, window: wholeWindow(this.#main), coverage, title };
  }

  get #main() {
    const [main] = this.#state.threads;
    if (main === undefined) {
      throw new Error('a state has a main thread');
    }
    return main;
  }

  /** Takes the record; false if it is counted as something else than taken. */
  #take(record: ThreadRecord): boolean {
    const { value } = record;
    const { coverage } = this.#main.draft;
    const type = textAt(value, 'type');
    switch (type) {
      case 'user':
      case 'assistant':
        if (!isObject(value['message'])) {
          this.bad(record.place, `${type} without a message`);
          return false;
        }
        (type === 'user' ? takeUser : takeAssistant)(this.#state, record);
        this.#noteStart(value);
        return true;
      case 'attachment':
        takeAttachment(this.#state, record);
        return true;
      case 'system':
        return this.#takeSystem(record);
      case 'progress':
        this.#noteProgress(value);
        countBeside(coverage, this.#nameOfProgress(textAt(objectAt(value, 'data'), 'type')));
        break;
      case 'summary':
        this.#state.titles.set(textAt(value, 'leafUuid'), textAt(value, 'summary'));
        return true;
      case 'api-request-shape':
        if (isTooDeep(value)) {
          this.bad(record.place, 'nested too deep');
          return false;
        }
        takeShape(this.#state, record.thread, value, record.place);
        return true;
      case 'api-request':
        takeRequest(this.#state, value);
        return true;
      default:
        return this.#takeOther(type, record);
    }
    takeLink(this.#state, record);
    return false;
  }

  /** Most records of a long file are progress: a name that is made once is found at once. */
  #nameOfProgress(type: string): string {
    let name = this.#progress.get(type);
    if (name === undefined) {
      name = `progress/${type}`;
      if (this.#progress.size < 100) {
        this.#progress.set(type, name);
      }
    }
    return name;
  }

  #takeOther(type: string, record: ThreadRecord): boolean {
    const { coverage } = this.#main.draft;
    const titleField = Object.hasOwn(titleTypes, type) ? titleTypes[type] : undefined;
    if (titleField !== undefined) {
      const title = textAt(record.value, titleField) || textAt(record.value, 'title');
      // What the user chose stays.
      this.#state.title =
        type === 'custom-title' || this.#state.title === '' ? title : this.#state.title;
      return true;
    }
    (besideTypes.has(type) ? countBeside : countUnknown)(
      coverage,
      type === '' ? '(no type)' : type,
    );
    takeLink(this.#state, record);
    return false;
  }

  #takeSystem(record: ThreadRecord): boolean {
    const { value, place, at, thread } = record;
    const subtype = textAt(value, 'subtype');
    if (subtype === 'compact_boundary') {
      compactAt(this.#state, thread, { value, place, at });
      takeBoundary(this.#state, record);
      return true;
    }
    takeLink(this.#state, record);
    if (subtype === 'microcompact_boundary') {
      clearAt(this.#state, thread, { value, place, at });
      return true;
    }
    countBeside(this.#main.draft.coverage, `system/${subtype}`);
    return false;
  }

  /** Which conversation a record belongs to. */
  #threadOf(value: JsonObject, place: Place): number {
    if (value['isSidechain'] !== true) {
      // What is not of the conversation does not say whose it is: in a subagent's file, the subagent's.
      const own =
        'isSidechain' in value
          ? -1
          : this.#state.threads.findLastIndex(({ file }) => file === place.file);
      return place.file > 0 && own > 0 ? own : 0;
    }
    const agent = textAt(value, 'agentId');
    if (agent !== '') {
      return threadIndex(this.#state, agent, place.file);
    }
    // Before 2.0 subagents have no ids: their records hang below a first one without a parent.
    const parent = this.#state.nodes[this.#state.byUuid.get(textAt(value, 'parentUuid')) ?? -1];
    if (parent !== undefined && parent.thread !== 0) {
      return parent.thread;
    }
    return threadIndex(this.#state, textAt(value, 'uuid') || 'sidechain', place.file);
  }

  /** A subagent's call ends with a result that names the subagent. */
  #noteStart(value: JsonObject): void {
    const agent = textAt(objectAt(value, 'toolUseResult'), 'agentId');
    const [part] = contentOf(value);
    const call = isObject(part) ? textAt(part, 'tool_use_id') : '';
    if (agent !== '' && call !== '') {
      this.#state.starts.set(agent, call);
    }
  }

  #noteProgress(value: JsonObject): void {
    const data = objectAt(value, 'data');
    const agent = textAt(data, 'agentId');
    const call = textAt(value, 'parentToolUseID');
    if (agent !== '' && call !== '' && !this.#state.starts.has(agent)) {
      this.#state.starts.set(agent, call);
    }
  }

  /** The newest title that was given for a record of this file: others belong to other files. */
  #title(): string {
    if (this.#state.title !== '') {
      return this.#state.title;
    }
    let title = '';
    for (const [leaf, given] of this.#state.titles) {
      title = this.#state.byUuid.has(leaf) ? given : title;
    }
    return title;
  }
}

function contentOf(value: JsonObject): readonly unknown[] {
  const content = objectAt(value, 'message')['content'];
  return Array.isArray(content) ? (content as readonly unknown[]) : [];
}
