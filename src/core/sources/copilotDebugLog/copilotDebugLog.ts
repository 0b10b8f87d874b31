import { countBad, countBeside, countUnknown, coverageOf, type CoverageSum } from '../coverage.ts';
import { countAt, isObject, textAt, timeAt, type JsonObject } from '../json.ts';
import { isTooDeep } from '../nesting.ts';
import type { RecordedChild, RecordedSession } from '../recordedSession.ts';
import { SessionDraft } from '../sessionDraft.ts';
import type {
  Place,
  TranscriptFormat,
  TranscriptReader,
  TranscriptSample,
} from '../transcriptFormat.ts';
import {
  attrsOf,
  takeAnswer,
  takeCall,
  takeQuestion,
  takeStart,
  takeTool,
  type DebugEntry,
} from './debugEntries.ts';
import { startDebug, startDebugLane, type DebugLane, type DebugState } from './debugState.ts';

/** Records that are no part of a context, or of which the log does not say whether they are. */
const beside = new Set([
  'discovery',
  'error',
  'generic',
  'hook',
  'subagent',
  'turn_start',
  'turn_end',
]);

/** Deepest tree of sessions that is built; what is below stands beside the others. */
const deepestChild = 8;

class CopilotDebugLogReader implements TranscriptReader {
  readonly #state: DebugState;
  readonly #coverage: CoverageSum;

  constructor(state: DebugState) {
    this.#state = state;
    this.#coverage = state.coverage;
  }

  record(value: unknown, place: Place): void {
    if (!isObject(value) || typeof value['type'] !== 'string' || isTooDeep(value)) {
      this.bad(place, 'no record of a debug log');
      return;
    }
    const [type, sid] = [value['type'], textAt(value, 'sid')];
    if (sid === '') {
      this.bad(place, 'no session');
      return;
    }
    const key = `${type}|${sid}|${textAt(value, 'spanId')}|${String(timeAt(value, 'ts'))}`;
    if (textAt(value, 'spanId') !== '' && this.#state.seen.has(key)) {
      this.#coverage.repeated += 1;
      return;
    }
    this.#state.seen.add(key);
    this.#state.main ||= sid;
    const lane = this.#laneOf(sid);
    this.#noteTime(lane, value);
    this.#take(type, lane, { record: value, attrs: attrsOf(value), place }, sid);
  }

  bad(place: Place, problem: string): void {
    countBad(this.#coverage, { origin: place, problem });
  }

  session(files: readonly string[]): RecordedSession {
    const below = new Map<string, string[]>();
    for (const [id, { parent }] of this.#state.lanes) {
      if (id !== this.#state.main) {
        const known = parent !== id && this.#state.lanes.has(parent) && this.#isBelowMain(id);
        const under = known ? parent : this.#state.main;
        const list = below.get(under);
        if (list === undefined) {
          below.set(under, [id]);
        } else {
          list.push(id);
        }
      }
    }
    const lane = this.#state.lanes.get(this.#state.main) ?? startDebugLane();
    const session = this.#sessionOf(this.#state.main, lane, files, below);
    return { ...session, coverage: coverageOf(this.#coverage) };
  }

  save(): unknown {
    return this.#state;
  }

  #sessionOf(
    id: string,
    lane: DebugLane,
    files: readonly string[],
    below: ReadonlyMap<string, readonly string[]>,
  ): RecordedSession {
    const children = (below.get(id) ?? []).flatMap((childId): RecordedChild[] => {
      const child = this.#state.lanes.get(childId);
      if (child === undefined) {
        return [];
      }
      const { label } = child;
      // A child that is put elsewhere than below its parent was started by no block of this session.
      const startedBy = child.parent === id ? child.startedBy : undefined;
      const session = this.#sessionOf(childId, child, files, below);
      return [{ session, label, ...(startedBy !== undefined && { startedBy }) }];
    });
    const { agent } = copilotDebugLog;
    const session = new SessionDraft(lane.draft).session(
      { id: copilotDebugLog.id, agent: lane.label === '' ? agent : lane.label },
      files,
      children,
    );
    return id === '' ? session : { ...session, id };
  }

  /** Whether its parents lead to the main session, in not too many steps and without a circle. */
  #isBelowMain(id: string): boolean {
    let at = id;
    for (let steps = 0; steps <= deepestChild; steps += 1) {
      if (at === this.#state.main) {
        return true;
      }
      at = this.#state.lanes.get(at)?.parent ?? '';
    }
    return false;
  }

  #laneOf(sid: string): DebugLane {
    let lane = this.#state.lanes.get(sid);
    if (lane === undefined) {
      lane = startDebugLane();
      this.#state.lanes.set(sid, lane);
    }
    return lane;
  }

  #noteTime(lane: DebugLane, value: JsonObject): void {
    const [at, duration] = [timeAt(value, 'ts'), value['dur']];
    const draft = new SessionDraft(lane.draft);
    draft.noteTime(at);
    if (at !== undefined && typeof duration === 'number' && duration > 0) {
      draft.noteTime(timeAt({ end: at + duration }, 'end'));
    }
  }

  #take(type: string, lane: DebugLane, entry: DebugEntry, sid: string): void {
    if (!isOfItsShape(type, entry.attrs)) {
      this.bad(entry.place, `${type} without what it is about`);
      return;
    }
    switch (type) {
      case 'session_start':
        takeStart(lane, entry);
        break;
      case 'user_message':
        takeQuestion(lane, entry);
        break;
      case 'llm_request':
        takeCall(lane, entry);
        break;
      case 'agent_response':
        takeAnswer(lane, entry);
        break;
      case 'tool_call':
        this.#takeTool(lane, entry);
        break;
      case 'child_session_ref':
        this.#takeChild(lane, entry, sid);
        break;
      default:
        if (beside.has(type)) {
          countBeside(this.#coverage, type);
        } else {
          countUnknown(this.#coverage, type);
        }
        return;
    }
    this.#coverage.taken += 1;
  }

  #takeChild(lane: DebugLane, { record, attrs }: DebugEntry, sid: string): void {
    const id = textAt(attrs, 'childSessionId');
    if (id === sid) {
      return;
    }
    const child = this.#laneOf(id);
    child.label ||= textAt(attrs, 'label');
    child.parent ||= sid;
    if (id === this.#state.main) {
      this.#state.main = sid;
    }
    if (child.parent === sid) {
      lane.open = [...lane.open, { id, at: timeAt(record, 'ts') ?? 0 }].slice(-openKept);
    }
  }

  /** A tool call, and the subagent that it started, if only one was started while it ran. */
  #takeTool(lane: DebugLane, entry: DebugEntry): void {
    const call = takeTool(lane, entry);
    const { record } = entry;
    const [at, duration] = [timeAt(record, 'ts') ?? 0, countAt(record, 'dur') ?? 0];
    if (call === -1 || !textAt(record, 'name').toLowerCase().includes('subagent')) {
      return;
    }
    const during = lane.open.filter((child) => child.at >= at && child.at <= at + duration);
    const child = during.length === 1 ? this.#state.lanes.get(during[0]?.id ?? '') : undefined;
    if (child !== undefined) {
      child.startedBy = call;
      lane.open = lane.open.filter(({ id }) => id !== during[0]?.id);
    }
  }
}

/** How many sessions wait for the tool call that started them. */
const openKept = 50;

/** Whether a record has the attributes without which it says nothing. */
function isOfItsShape(type: string, attrs: JsonObject): boolean {
  switch (type) {
    case 'user_message':
      return typeof attrs['content'] === 'string';
    case 'agent_response':
      return typeof attrs['response'] === 'string';
    case 'child_session_ref':
      return textAt(attrs, 'childSessionId') !== '';
    default:
      return true;
  }
}

function isEntry(record: unknown): boolean {
  return (
    isObject(record) &&
    typeof record['ts'] === 'number' &&
    typeof record['sid'] === 'string' &&
    typeof record['type'] === 'string' &&
    typeof record['spanId'] === 'string' &&
    isObject(record['attrs'])
  );
}

/**
 * The debug logs of Copilot's extension (`GitHub.copilot-chat/debug-logs/<session>/main.jsonl` and a file beside it for
 * each session that it started), which it writes when a setting says so. Texts are cut at 5,000 characters
 * (microsoft/vscode-copilot-chat, chatDebugFileLoggerService.ts).
 */
export const copilotDebugLog: TranscriptFormat = {
  id: 'copilot-debug-log',
  agent: 'Copilot',
  unit: 'line',
  version: 1,
  // A line or two of something else are no reason to doubt the others.
  recognises: ({ records }: TranscriptSample) =>
    records.filter(isEntry).length * 2 > records.length,
  reader: (saved) => new CopilotDebugLogReader((saved as DebugState | undefined) ?? startDebug()),
};
