import {
  countBad,
  countBeside,
  countUnknown,
  startCoverage,
  type CoverageSum,
} from '../coverage.ts';
import { isObject, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { Place } from '../transcriptFormat.ts';
import { opencodeUsage, partsBeside, partSeed, partsTaken } from './opencodeParts.ts';
import type { MessageSeed, OpencodeState, SessionSeed } from './opencodeSeeds.ts';

/** Knows nothing yet. */
export function startOpencode(): OpencodeState {
  return {
    sessions: new Map(),
    messages: new Map(),
    parts: new Map(),
    coverage: new Map(),
    folders: new Map(),
    counted: new Set(),
  };
}

/** The coverage of a session's records. */
export function coverageOfSession({ coverage }: OpencodeState, session: string): CoverageSum {
  let sum = coverage.get(session);
  if (sum === undefined) {
    sum = startCoverage();
    coverage.set(session, sum);
  }
  return sum;
}

/** The folder of opencode's storage in a path: `…/storage/<folder>/…`; empty if it has none. */
export function storageFolder(path: string): string {
  return /(?:^|\/)storage\/(\w+)\//.exec(path)?.[1] ?? '';
}

/** Folders of the storage that have nothing of a context. */
const foldersBeside: ReadonlySet<string> = new Set([
  'project',
  'session_diff',
  'session_share',
  'todo',
]);

function sessionSeed(record: JsonObject): SessionSeed {
  const time = objectAt(record, 'time');
  const [started, updated] = [timeAt(time, 'created'), timeAt(time, 'updated')];
  return {
    id: textAt(record, 'id'),
    parent: textAt(record, 'parentID'),
    title: textAt(record, 'title'),
    folder: textAt(record, 'directory'),
    version: textAt(record, 'version'),
    ...(started !== undefined && { started }),
    ...(updated !== undefined && { updated }),
    revert: textAt(objectAt(record, 'revert'), 'messageID'),
  };
}

function outcomeOf(record: JsonObject): MessageSeed['outcome'] {
  if (isObject(record['error'])) {
    return textAt(record['error'], 'name') === 'MessageAbortedError' ? 'cancelled' : 'failed';
  }
  const completed = timeAt(objectAt(record, 'time'), 'completed');
  return completed === undefined ? 'unknown' : 'ok';
}

function messageSeed(record: JsonObject): MessageSeed {
  const time = objectAt(record, 'time');
  const [at, completed] = [timeAt(time, 'created'), timeAt(time, 'completed')];
  const usage = opencodeUsage(objectAt(record, 'tokens'));
  return {
    id: textAt(record, 'id'),
    session: textAt(record, 'sessionID'),
    role: record['role'] === 'user' ? 'user' : 'assistant',
    model: textAt(record, 'modelID'),
    folder: textAt(objectAt(record, 'path'), 'cwd'),
    ...(at !== undefined && { at }),
    ...(completed !== undefined && { completed }),
    // In a user's message the field is an object: what the question changed.
    summary: record['summary'] === true,
    outcome: outcomeOf(record),
    ...(usage !== undefined && { usage }),
  };
}

/** Keeps a seed under its id; a record that comes once more takes the place of the former. */
function keep<Seed extends { readonly id: string }>(
  seeds: Map<string, Seed>,
  seed: Seed,
  coverage: CoverageSum,
): void {
  if (seeds.has(seed.id)) {
    coverage.repeated += 1;
  } else {
    coverage.taken += 1;
  }
  seeds.set(seed.id, seed);
}

function takePart(state: OpencodeState, record: JsonObject, place: Place): void {
  const type = textAt(record, 'type');
  const coverage = coverageOfSession(state, textAt(record, 'sessionID'));
  if (record['ignored'] === true) {
    state.parts.delete(textAt(record, 'id'));
    countBeside(coverage, `${type}, ignored`);
  } else if (partsTaken.has(type)) {
    keep(state.parts, partSeed(record, place), coverage);
  } else if (partsBeside.has(type)) {
    countBeside(coverage, type);
  } else {
    countUnknown(coverage, type === '' ? 'part without a type' : type);
  }
}

/**
 * Takes a record of a session, a message or a part; which of them it is, its ids tell. The record of a file that told
 * one before takes its place and is not counted again.
 */
export function takeOpencode(state: OpencodeState, value: unknown, place: Place): void {
  const isKnown = state.counted.has(place.file);
  state.counted.add(place.file);
  take(isKnown ? { ...state, coverage: new Map() } : state, value, place);
}

function take(state: OpencodeState, value: unknown, place: Place): void {
  const folder = state.folders.get(place.file) ?? '';
  if (foldersBeside.has(folder)) {
    countBeside(coverageOfSession(state, ''), folder);
    return;
  }
  const session = isObject(value) ? textAt(value, 'sessionID') : '';
  const belongs = isObject(value) && ('role' in value || 'messageID' in value);
  if (!isObject(value) || textAt(value, 'id') === '' || (belongs && session === '')) {
    countBad(coverageOfSession(state, ''), {
      origin: { ...place },
      problem: 'no session, message or part of opencode',
    });
    return;
  }
  const coverage = coverageOfSession(state, session);
  if (textAt(value, 'messageID') !== '') {
    takePart(state, value, place);
  } else if (value['role'] === 'user' || value['role'] === 'assistant') {
    keep(state.messages, messageSeed(value), coverage);
  } else if (typeof value['title'] === 'string' || typeof value['directory'] === 'string') {
    keep(state.sessions, sessionSeed(value), coverageOfSession(state, textAt(value, 'id')));
  } else {
    countUnknown(coverage, folder === '' ? 'record without a role' : folder);
  }
}
