import { countBad, countBeside, startCoverage } from '../coverage.ts';
import { isObject, textAt } from '../json.ts';
import type { RecordedSession } from '../recordedSession.ts';
import type {
  Place,
  TranscriptFormat,
  TranscriptReader,
  TranscriptSample,
} from '../transcriptFormat.ts';
import { editsFile, historyFile, isEdits, isHistory } from './taskHistory.ts';
import type { TaskFile, TaskState } from './taskSeeds.ts';
import { taskDraft } from './taskSession.ts';
import { isUi, itemFile, metadataFile, uiFile } from './taskUi.ts';

function fileOf(value: unknown, place: Place): TaskFile | undefined {
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (isHistory(list)) {
      return historyFile(list, place);
    }
    if (isUi(list)) {
      return uiFile(list);
    }
    return isEdits(list) ? editsFile(list, place) : undefined;
  }
  if (isObject(value) && Array.isArray(value['model_usage'])) {
    return metadataFile(value);
  }
  return isObject(value) && typeof value['task'] === 'string' ? itemFile(value) : undefined;
}

class TaskReader implements TranscriptReader {
  readonly #format: Pick<TranscriptFormat, 'id' | 'agent'>;
  readonly #state: TaskState;
  #session: RecordedSession | undefined;
  #files: readonly string[] = [];

  constructor(format: Pick<TranscriptFormat, 'id' | 'agent'>, state: TaskState) {
    this.#format = format;
    this.#state = state;
  }

  file(_index: number, path: string): void {
    this.#state.id ||= /([^/]+)\/[^/]+$/.exec(path)?.[1] ?? '';
  }

  record(value: unknown, place: Place): void {
    this.#session = undefined;
    const { files, coverage } = this.#state;
    const file = fileOf(value, place);
    if (file === undefined) {
      const empty = Array.isArray(value) && value.length === 0;
      if (empty || (isObject(value) && 'files_in_context' in value)) {
        countBeside(coverage, empty ? 'empty list' : 'files in context');
      } else {
        countBad(coverage, { origin: { ...place }, problem: 'no file of a task' });
      }
      return;
    }
    if (files[file.kind] === undefined) {
      coverage.taken += 1;
    } else {
      coverage.repeated += 1;
    }
    Object.assign(files, { [file.kind]: file });
  }

  bad(place: Place, problem: string): void {
    this.#session = undefined;
    countBad(this.#state.coverage, { origin: { ...place }, problem });
  }

  session(files: readonly string[]): RecordedSession {
    if (this.#session === undefined || this.#files !== files) {
      this.#files = files;
      this.#session = taskDraft(this.#state, this.#format.id).session(this.#format, files);
    }
    return this.#session;
  }

  save(): unknown {
    return this.#state;
  }
}

/** How the two lists begin, for files of which the sample has no record. */
const beginning =
  /^\uFEFF?\s*\[\s*\{\s*"(?:role"\s*:\s*"(?:user|assistant)"|ts"\s*:\s*\d+\s*,\s*"type"\s*:\s*"(?:say|ask)")/;

const names = /(?:^|\/)(?:api_conversation_history|ui_messages)\.json$/;

function isTask({ path, records, text }: TranscriptSample): boolean {
  const [record] = records;
  if (Array.isArray(record)) {
    const list = record as readonly unknown[];
    return isUi(list) || (names.test(path) && isHistory(list));
  }
  return record === undefined && names.test(path) && beginning.test(text);
}

/** Marks that only Roo Code and its kin leave. */
const rooMarks = [
  'isSummary',
  'condenseParent',
  'isTruncationMarker',
  'truncationParent',
  'contextCondense',
  'contextTruncation',
];

function hasRooMark(message: unknown): boolean {
  return (
    isObject(message) &&
    (rooMarks.some((mark) => mark in message) || textAt(message, 'text').includes('"apiProtocol":'))
  );
}

function isRoo({ path, records, text }: TranscriptSample): boolean {
  const [record] = records;
  return (
    /roo-cline|roo-code|kilo-?code|zoo-code/i.test(path) ||
    (Array.isArray(record)
      ? record.some(hasRooMark)
      : text.includes('\\"apiProtocol\\":') || rooMarks.some((mark) => text.includes(`"${mark}":`)))
  );
}

function taskFormat(
  id: string,
  agent: string,
  recognises: TranscriptFormat['recognises'],
): TranscriptFormat {
  return {
    id,
    agent,
    unit: 'document',
    version: 1,
    recognises,
    reader: (saved) =>
      new TaskReader(
        { id, agent },
        (saved as TaskState | undefined) ?? { files: {}, id: '', coverage: startCoverage() },
      ),
  };
}

/**
 * Roo Code's folder of a task. Its messages stay when they are condensed or truncated: they name the summary or marker
 * that hides them, and are sent again when it is gone.
 */
export const rooCode: TranscriptFormat = taskFormat(
  'roo-code',
  'Roo Code',
  (sample) => isTask(sample) && isRoo(sample),
);

/**
 * Cline's folder of a task: what it sends (`api_conversation_history.json`), what the user sees with the tokens of each
 * request (`ui_messages.json`), what is changed when it is sent (`context_history.json`), the models used
 * (`task_metadata.json`). The files may come in any order, and again when they have changed.
 */
export const cline: TranscriptFormat = taskFormat(
  'cline',
  'Cline',
  (sample) => isTask(sample) && !isRoo(sample),
);
