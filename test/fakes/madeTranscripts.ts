import { countBad, countBeside, countUnknown } from '../../src/core/sources/coverage.ts';
import { countAt, isObject, textAt, timeAt } from '../../src/core/sources/json.ts';
import type { RecordedChild, RecordedSession } from '../../src/core/sources/recordedSession.ts';
import {
  originOf,
  SessionDraft,
  startDraft,
  type DraftState,
} from '../../src/core/sources/sessionDraft.ts';
import type {
  Place,
  TranscriptFormat,
  TranscriptReader,
} from '../../src/core/sources/transcriptFormat.ts';

/** A record of the made formats. */
export interface MadeRecord {
  readonly made: 'question' | 'answer' | 'title' | 'idle';
  readonly sessionId?: string;
  readonly text?: string;
  /** With an answer: tokens of the request's input. */
  readonly input?: number;
  readonly cwd?: string;
  readonly at?: string;
  /** The subagent whose record it is. */
  readonly agent?: string;
  /** Name of a file with the whole text. */
  readonly overflow?: string;
}

interface Saved {
  readonly main: DraftState;
  readonly agents: Record<string, DraftState>;
}

class MadeReader implements TranscriptReader {
  readonly #format: TranscriptFormat;
  readonly #main: SessionDraft;
  readonly #agents = new Map<string, SessionDraft>();

  constructor(format: TranscriptFormat, saved: Saved | undefined) {
    this.#format = format;
    this.#main = new SessionDraft(saved?.main ?? startDraft());
    for (const [name, state] of Object.entries(saved?.agents ?? {})) {
      this.#agents.set(name, new SessionDraft(state));
    }
  }

  record(value: unknown, place: Place): void {
    const list = isObject(value) && Array.isArray(value['records']) ? value['records'] : undefined;
    if (list !== undefined) {
      list.forEach((one, index) => this.#take(one, place, ['records', index]));
    } else {
      this.#take(value, place, []);
    }
  }

  bad(place: Place, problem: string): void {
    countBad(this.#main.state.coverage, { origin: place, problem });
  }

  session(files: readonly string[]): RecordedSession {
    const children: RecordedChild[] = [...this.#agents].map(([label, draft]) => ({
      session: draft.session(this.#format, files),
      label,
    }));
    return this.#main.session(this.#format, files, children);
  }

  save(): unknown {
    const agents = [...this.#agents].map(([name, { state }]) => [name, state] as const);
    return { main: this.#main.state, agents: Object.fromEntries(agents) } satisfies Saved;
  }

  #take(value: unknown, place: Place, path: (string | number)[]): void {
    const { coverage } = this.#main.state;
    const made = isObject(value) ? textAt(value, 'made') : '';
    if (!isObject(value) || made === '') {
      countUnknown(coverage, 'none');
      return;
    }
    if (textAt(value, 'text') === 'leave') {
      process.exit(1);
    }
    const agent = textAt(value, 'agent');
    const draft = agent === '' ? this.#main : (this.#agents.get(agent) ?? new SessionDraft());
    if (draft !== this.#main) {
      this.#agents.set(agent, draft);
    }
    draft.state.facts.id ||= textAt(value, 'sessionId');
    draft.state.facts.folder ||= textAt(value, 'cwd');
    draft.noteTime(timeAt(value, 'at'));
    if (made === 'title') {
      draft.noteTitle(textAt(value, 'text'));
    }
    if (made !== 'question' && made !== 'answer') {
      countBeside(coverage, made);
      return;
    }
    coverage.taken += 1;
    const overflow = textAt(value, 'overflow');
    const block = {
      kind: made === 'question' ? 'user_message' : 'assistant_message',
      origin: originOf(place, [...path, 'text']),
      ...(overflow !== '' && { overflow }),
    } as const;
    if (made === 'question') {
      draft.noteQuestion(textAt(value, 'text'));
      draft.show(draft.add(block, textAt(value, 'text')));
      return;
    }
    const input = countAt(value, 'input');
    const call = draft.call({
      native: '',
      model: 'made-1',
      counts: 'call',
      outcome: 'ok',
      ...(input !== undefined && { usage: { input } }),
    });
    const index = draft.add(block, textAt(value, 'text'));
    draft.changeCall(call.index, { output: [index, index + 1] });
    draft.show(index);
  }
}

function madeFormat(id: string, unit: TranscriptFormat['unit']): TranscriptFormat {
  const format: TranscriptFormat = {
    id,
    agent: 'Made',
    unit,
    version: 1,
    recognises: ({ records, text }) =>
      (unit === 'document' && text.startsWith('{"records":')) ||
      records.some(
        (record) => isObject(record) && (unit === 'line' ? 'made' : 'records') in record,
      ),
    reader: (saved) => new MadeReader(format, saved as Saved | undefined),
  };
  return format;
}

/** A format of lines whose files lie as those of Claude Code. */
export const madeLines = madeFormat('claude-made', 'line');

/** A format of documents (`{ records: [] }`) whose files lie as those of Cline. */
export const madeDocuments = madeFormat('cline-made', 'document');

/** Both. */
export const madeFormats: readonly TranscriptFormat[] = [madeLines, madeDocuments];

/** Records as lines. */
export function madeText(records: readonly MadeRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Questions and answers in turn. */
export function madeRecords(count: number, from = 0): MadeRecord[] {
  return Array.from({ length: count }, (_, step) => {
    const index = from + step;
    return index % 2 === 0
      ? { made: 'question', sessionId: 's1', text: `Question ${index}` }
      : { made: 'answer', text: `Answer ${index}`, input: 1000 + index };
  });
}
