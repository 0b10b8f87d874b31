import { countBad, countBeside, countUnknown } from '../coverage.ts';
import { countAt, isObject, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
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
  endCompaction,
  startCompaction,
  takeClearing,
  takeRewind,
  takeSystemPrompt,
  takeTruncation,
} from './changes.ts';
import { startEvents, startLane, type EventState, type Lane, type SubLane } from './eventState.ts';
import { isBesideEvent } from './eventTypes.ts';
import {
  takeAssistantMessage,
  takeToolCall,
  takeToolResult,
  takeUsage,
  takeUserMessage,
  show,
  type StoredEvent,
} from './messages.ts';

/** What became of an event. */
type Fate = 'taken' | 'beside' | 'repeated' | 'unknown' | 'bad';

/** Whether an event has the fields without which it says nothing. */
function isOfItsShape(type: string, data: JsonObject): boolean {
  switch (type) {
    case 'user.message':
    case 'system.message':
    case 'system.notification':
      return typeof data['content'] === 'string';
    case 'assistant.message':
      return typeof data['content'] === 'string' || Array.isArray(data['toolRequests']);
    case 'tool.execution_start':
    case 'tool.execution_complete':
    case 'subagent.started':
      return textAt(data, 'toolCallId') !== '';
    case 'session.compaction_complete':
      return typeof data['success'] === 'boolean';
    default:
      return true;
  }
}

class CopilotEventsReader implements TranscriptReader {
  readonly #state: EventState;

  constructor(state: EventState) {
    this.#state = state;
  }

  record(value: unknown, place: Place): void {
    const { coverage } = this.#state.main.draft;
    if (!isObject(value) || typeof value['type'] !== 'string' || isTooDeep(value)) {
      this.bad(place, 'no event');
      return;
    }
    const type = value['type'];
    const id = textAt(value, 'id');
    if (id !== '' && this.#state.seen.has(id)) {
      coverage.repeated += 1;
      return;
    }
    if (id !== '') {
      this.#state.seen.set(id, this.#state.main.draft.blocks.length);
    }
    const event = { data: objectAt(value, 'data'), place, at: timeAt(value, 'timestamp') };
    const lane = this.#laneOf(value, event.data);
    new SessionDraft(lane.draft).noteTime(event.at);
    if (lane !== this.#state.main) {
      new SessionDraft(this.#state.main.draft).noteTime(event.at);
    }
    const fate = isOfItsShape(type, event.data) ? this.#take(type, event, lane, value) : 'bad';
    if (fate === 'taken' || fate === 'repeated') {
      coverage[fate] += 1;
    } else if (fate === 'bad') {
      this.bad(place, `${type.slice(0, 60)} without what it is about`);
    } else if (fate === 'beside') {
      countBeside(coverage, type);
    } else {
      countUnknown(coverage, type);
    }
  }

  bad(place: Place, problem: string): void {
    countBad(this.#state.main.draft.coverage, { origin: place, problem });
  }

  session(files: readonly string[]): RecordedSession {
    const { main, agents, terminal } = this.#state;
    const children = [...agents].map(([id, { lane, started, label }]): RecordedChild => {
      const { id: format } = copilotEvents;
      const session = new SessionDraft(lane.draft).session({ id: format, agent: label }, files);
      const startedBy = main.tools.get(started)?.block;
      return {
        session: { ...session, id },
        label,
        ...(startedBy !== undefined && { startedBy }),
      };
    });
    const agent = terminal ? 'Copilot CLI' : copilotEvents.agent;
    return new SessionDraft(main.draft).session({ id: copilotEvents.id, agent }, files, children);
  }

  save(): unknown {
    return this.#state;
  }

  /** The agent an event is of: subagents have an id, in older files the tool call that started them. */
  #laneOf(value: JsonObject, data: JsonObject): Lane {
    const started = textAt(data, 'parentToolCallId');
    const id = textAt(value, 'agentId') || started;
    if (id === '') {
      return this.#state.main;
    }
    return this.#agentOf(id, started).lane;
  }

  #agentOf(id: string, started: string): SubLane {
    const { agents, main } = this.#state;
    // Its beginning may be told by the tool call alone, and what it does by its own id.
    const known = agents.get(id) ?? agents.get(started);
    if (known !== undefined) {
      known.started ||= started;
      return known;
    }
    const agent = { lane: { ...startLane(), model: main.model }, started, label: '' };
    agents.set(id, agent);
    return agent;
  }

  #take(type: string, event: StoredEvent, lane: Lane, value: JsonObject): Fate {
    switch (type) {
      case 'user.message':
        takeUserMessage(lane, event);
        return 'taken';
      case 'assistant.message':
        takeAssistantMessage(lane, event);
        return 'taken';
      case 'assistant.usage':
        return takeUsage(lane, event) ? 'taken' : 'beside';
      case 'tool.execution_start':
        return this.#takeExecution(lane, event);
      case 'tool.execution_complete':
        return takeToolResult(lane, event) ? 'taken' : 'repeated';
      case 'system.message':
        return takeSystemPrompt(lane, event) ? 'taken' : 'repeated';
      case 'system.notification':
        show(lane, event, ['content'], textAt(event.data, 'content'), { kind: 'injected' });
        return 'taken';
      case 'model.call_failure':
        this.#takeFailure(lane, event);
        return 'taken';
      case 'subagent.started':
        this.#takeSubagent(event.data, value);
        return 'taken';
      default:
        return this.#takeSessionEvent(type, event, lane);
    }
  }

  #takeSessionEvent(type: string, event: StoredEvent, lane: Lane): Fate {
    switch (type) {
      case 'session.start':
      case 'session.resume':
      case 'session.context_changed':
        this.#takeFacts(event.data, lane, type === 'session.start');
        break;
      case 'session.title_changed':
        new SessionDraft(lane.draft).noteTitle(textAt(event.data, 'title'));
        break;
      case 'session.model_change':
        lane.model = textAt(event.data, 'newModel') || lane.model;
        break;
      case 'session.usage_info':
        lane.contextWindow = countAt(event.data, 'tokenLimit') ?? lane.contextWindow;
        break;
      case 'session.compaction_start':
        startCompaction(lane, event);
        break;
      case 'session.compaction_complete':
        endCompaction(lane, event);
        break;
      case 'session.truncation':
        takeTruncation(lane, event);
        break;
      case 'session.context_cleared':
        takeClearing(lane, event);
        break;
      case 'session.snapshot_rewind': {
        const from = this.#state.seen.get(textAt(event.data, 'upToEventId'));
        if (from === undefined) {
          return 'beside';
        }
        takeRewind(this.#state.main, event, from);
        break;
      }
      default:
        return isBesideEvent(type) ? 'beside' : 'unknown';
    }
    return 'taken';
  }

  #takeFacts(data: JsonObject, lane: Lane, start: boolean): void {
    const { facts } = lane.draft;
    facts.id ||= textAt(data, 'sessionId');
    facts.folder ||= textAt(objectAt(data, 'context'), 'cwd') || textAt(data, 'cwd');
    lane.model = textAt(data, 'selectedModel') || lane.model;
    const draft = new SessionDraft(lane.draft);
    draft.noteVersion(textAt(data, 'copilotVersion'));
    draft.noteTime(timeAt(data, 'startTime'));
    if (start) {
      this.#state.terminal = textAt(data, 'vscodeVersion') === '';
    }
  }

  /** The beginning of an execution repeats the call in the message before; the user may start tools, too. */
  #takeExecution(lane: Lane, event: StoredEvent): Fate {
    const id = textAt(event.data, 'toolCallId');
    if (lane.tools.has(id)) {
      return 'beside';
    }
    const call = { id, tool: textAt(event.data, 'toolName'), args: event.data['arguments'] };
    takeToolCall(lane, event, ['arguments'], call);
    return 'taken';
  }

  #takeFailure(lane: Lane, event: StoredEvent): void {
    const durationMs = countAt(event.data, 'durationMs');
    new SessionDraft(lane.draft).call({
      native: textAt(event.data, 'apiCallId'),
      model: textAt(event.data, 'model') || lane.model,
      counts: 'call',
      outcome: 'failed',
      ...(event.at !== undefined && { at: event.at }),
      ...(durationMs !== undefined && { durationMs }),
    });
  }

  #takeSubagent(data: JsonObject, value: JsonObject): void {
    const started = textAt(data, 'toolCallId');
    const agent = this.#agentOf(textAt(value, 'agentId') || started, started);
    agent.label = textAt(data, 'agentDisplayName') || textAt(data, 'agentName');
    agent.lane.model = textAt(data, 'model') || agent.lane.model;
  }
}

const eventType = /^(?:session|user|assistant|tool|system|hook|subagent|model)\.[a-z_.]+$/;

function isEvent(record: unknown): boolean {
  return (
    isObject(record) &&
    eventType.test(textAt(record, 'type')) &&
    isObject(record['data']) &&
    typeof record['id'] === 'string' &&
    'timestamp' in record
  );
}

/**
 * The event streams of Copilot: transcripts of the editor's extension (`GitHub.copilot-chat/transcripts/<id>.jsonl`) and
 * sessions of Copilot CLI (`~/.copilot/session-state`), which are of one family.
 */
export const copilotEvents: TranscriptFormat = {
  id: 'copilot-events',
  agent: 'Copilot',
  unit: 'line',
  version: 1,
  // A line or two of something else are no reason to doubt the others.
  recognises: ({ records }: TranscriptSample) =>
    records.filter(isEvent).length * 2 > records.length,
  reader: (saved) => new CopilotEventsReader((saved as EventState | undefined) ?? startEvents()),
};
